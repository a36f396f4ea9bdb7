/** Edits written as a list, packed for what takes them. */
import { EditBuilder, type PackedEdits } from "../src/model/edit.ts";

export function packed(
  ...edits: readonly (readonly [start: number, end: number, text: string | Uint8Array])[]
): PackedEdits {
  const builder = new EditBuilder();
  for (const [start, end, text] of edits) builder.add(start, end, typeof text === "string" ? Buffer.from(text) : text);
  return builder.build();
}
