/** Edits by anchors against the same edits made on a list of lines. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { LineTable } from "../../src/agent/line-table.ts";
import { resolveEdits } from "../../src/agent/resolve-edits.ts";
import { packEdits } from "../../src/agent/resolved-edit.ts";
import type { Edit } from "../../src/schema/agent.ts";
import { decode } from "../../src/text/decode.ts";
import { applyEdits } from "../../src/text/patch.ts";

const word = fc.constantFrom("", "a", "  b", "c\td", "é", "one two", "{", "}");
const file = fc.record({
  lines: fc.array(word, { minLength: 1, maxLength: 12 }),
  ending: fc.constantFrom("\n", "\r\n"),
  closed: fc.boolean(),
});
const newLines = fc.array(word, { minLength: 1, maxLength: 3 });

/** What becomes of each line, each chosen on its own so that no two edits touch: kept, replaced or deleted, with lines after it. */
const fate = fc.record({
  own: fc.oneof(fc.constant("keep" as const), fc.constant("delete" as const), newLines),
  after: fc.option(newLines, { nil: undefined }),
});

test("edits of separate lines give what a list of lines gives", async () => {
  const property = fc.asyncProperty(
    file,
    fc.array(fate, { minLength: 12, maxLength: 12 }),
    fc.nat(),
    async (given, fates, turn) => {
      const { lines } = given;
      // A last line that is empty and not closed is no line.
      const closed = given.closed || lines.at(-1) === "";
      // A file without any ending says nothing about those of new lines.
      const ending = closed || lines.length > 1 ? given.ending : "\n";
      const text = lines.join(ending) + (closed ? ending : "");
      const table = new LineTable(Buffer.from(text));
      const edits: Edit[] = [];
      const result: string[] = [];
      for (const [at, line] of lines.entries()) {
        const { own, after } = fates[at]!;
        const anchor = table.row(at + 1).anchor;
        if (own === "keep") result.push(line);
        else edits.push({ set_line: { anchor, new_text: own === "delete" ? "" : `${own.join("\n")}\n` } });
        if (typeof own === "object") result.push(...own);
        if (after === undefined || own === "delete") continue;
        edits.push({ insert_after: { anchor, new_text: `${after.join("\n")}\n` } });
        result.push(...after);
      }
      // The order of a request says nothing, except of insertions at one place.
      const turned = [...edits.slice(turn % (edits.length + 1)), ...edits.slice(0, turn % (edits.length + 1))];
      const content = decode(Buffer.from(text)) as Exclude<ReturnType<typeof decode>, string>;
      const resolved = await resolveEdits(turned, { path: "a.txt", content, lines: table });
      if (!resolved.ok) throw new Error(resolved.problem.message);
      const packed = packEdits(resolved.value.edits, content.bytes);
      const edited = Buffer.from(applyEdits(content.bytes, packed)).toString();
      const lastDeleted = fates[lines.length - 1]!.own === "delete";
      const open = closed || lastDeleted || result.length === 0 ? "" : ending;
      expect(edited + open).toBe(result.map((line) => line + ending).join(""));
      for (let i = 1; i < packed.count; i++) expect(packed.starts[i]! >= packed.ends[i - 1]!).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 400, seed: 7 });
});
