/** Hunks out of known edits, against a general diff of the two texts. The general one is given a small file: it is quadratic. */
import { structuredPatch } from "diff";
import { bench, group, run } from "mitata";
import { EditBuilder, type PackedEdits } from "../../src/model/edit.ts";
import { hunks } from "../../src/text/hunk.ts";
import { applyEdits } from "../../src/text/patch.ts";

for (const [name, lines, every] of [
  ["every line", 1_000, 1],
  ["every line", 100_000, 1],
  ["one line in fifty", 100_000, 50],
] as const) {
  const before = Buffer.from(Array.from({ length: lines }, (_, i) => `  line ${i} = old_${i % 7};\n`).join(""));
  const edits = editsOf(before, every);
  const after = applyEdits(before, edits);
  group(`${name} of ${lines} changes`, () => {
    bench("hunks", () => hunks(before, edits, 3, after));
    bench("the new bytes alone", () => applyEdits(before, edits));
    if (lines <= 1_000) {
      const [old, now] = [before.toString(), Buffer.from(after).toString()];
      bench("jsdiff", () => structuredPatch("a", "a", old, now));
    }
  });
}

await run();

function editsOf(before: Buffer, every: number): PackedEdits {
  const builder = new EditBuilder();
  let line = 0;
  for (let at = before.indexOf("old"); at >= 0; at = before.indexOf("old", at + 1)) {
    if (line++ % every === 0) builder.add(at, at + 3, Buffer.from("new"));
  }
  return builder.build();
}
