/** Building the new bytes out of edits, against the plain ways to do it. Times are for the whole file; a file has about a hundred thousand matches. */
import { bench, group, run } from "mitata";
import { EditBuilder, insertedStart, type PackedEdits } from "../../src/model/edit.ts";
import { applyEdits } from "../../src/text/patch.ts";

const source = Buffer.from("static int total_count = get_count(total) + other_count;\n".repeat(20_000));
const dense = editsOf(/count/g, "number");
const sparse = editsOf(/;/g, " ;");

for (const [name, edits] of [
  ["dense", dense],
  ["sparse", sparse],
] as const) {
  if (!Buffer.from(applyEdits(source, edits)).equals(pieces(edits))) throw new Error("the ways differ");
  group(`${name}: ${edits.count} edits in ${source.length} bytes`, () => {
    bench("applyEdits", () => applyEdits(source, edits));
    bench("list of pieces", () => pieces(edits));
    bench("copy of the file", () => new Uint8Array(source));
  });
}

await run();

function editsOf(pattern: RegExp, text: string): PackedEdits {
  const builder = new EditBuilder();
  const inserted = Buffer.from(text);
  for (const match of source.toString("latin1").matchAll(pattern)) {
    builder.add(match.index, match.index + match[0].length, inserted);
  }
  return builder.build();
}

function pieces(edits: PackedEdits): Buffer {
  const list: Uint8Array[] = [];
  let read = 0;
  for (let i = 0; i < edits.count; i++) {
    list.push(
      source.subarray(read, edits.starts[i]),
      edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]),
    );
    read = edits.ends[i];
  }
  list.push(source.subarray(read));
  return Buffer.concat(list);
}
