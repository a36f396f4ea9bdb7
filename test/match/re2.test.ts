import { expect, test } from "bun:test";
import { compileRe2, re2ClassContains } from "../../src/match/re2.ts";

test("RE2 says which characters a class holds", () => {
  const holds = (source: string, text: string): boolean[] =>
    [...text].map((character) => re2ClassContains(source, character.codePointAt(0)!));
  expect(holds("\\p{Greek}", "αz中Ω")).toEqual([true, false, false, true]);
  expect(holds("(?i)\\x{e9}", "éÉe")).toEqual([true, true, false]);
  expect(holds("[^\\pL]", "é€😀𝒳")).toEqual([false, true, true, false]);
});

test("indexes count characters, and a compiled pattern is freed", () => {
  for (let round = 0; round < 15_000; round++) compileRe2("abc").delete();
  const compiled = compileRe2("(b)|c");
  expect(compiled.match("😀b", 0, true)).toEqual({ index: 1, match: "b", groups: ["b"] });
  compiled.delete();
});
