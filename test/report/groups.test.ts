import { expect, test } from "bun:test";
import { groupEdits, groupLines } from "../../src/report/groups.ts";

function file(...pairs: readonly (readonly [before: string, after: string])[]) {
  return { edits: pairs.map(([before, after]) => ({ start: 0, end: 0, line: 1, column: 1, before, after })) };
}

test("edits are counted by what they replace, the most frequent first", () => {
  const files = [file(["a", "b"], ["x", "y"], ["x", "y"]), {}, file(["x", "y"], ["a", "c"]), file(["a", "b"])];
  expect(groupEdits(files)).toEqual([
    { before: "x", after: "y", edits: 3, files: 2 },
    { before: "a", after: "b", edits: 2, files: 2 },
    { before: "a", after: "c", edits: 1, files: 1 },
  ]);
  expect(groupEdits([file(['","', ""], ["", '","'])])).toHaveLength(2);
});

test("many groups are a few lines", () => {
  const groups = groupEdits([file(...Array.from({ length: 12 }, (_, i) => [`n${i}\n`, "z".repeat(99)] as const))]);
  const lines = groupLines(groups);
  expect(lines).toHaveLength(11);
  expect(lines[0]).toBe(`"n0\\n" -> "${"z".repeat(60)}…": 1 edit in 1 file\n`);
  expect(lines.at(-1)).toBe("2 other replacements\n");
  expect(groupLines([])).toEqual([]);
});
