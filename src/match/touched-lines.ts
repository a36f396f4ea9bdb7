/** The lines of a result that its edits lie in: what no edit has touched is what it was. */
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import { indexOfLf } from "../text/lines.ts";
import type { ByteRange } from "./engine.ts";

/** Ranges nearer to each other than this many bytes are one: a range costs as much as looking through so many. */
const near = 256;

/** Ranges of whole lines of `result`, the bytes after `edits`, in order and apart from each other. */
export function* touchedLines(result: Uint8Array, edits: PackedEdits): Generator<ByteRange> {
  let shift = 0;
  let range: { start: number; end: number } | undefined;
  for (let i = 0; i < edits.count; i++) {
    const start = edits.starts[i]! + shift;
    const end = start + edits.insertedEnds[i]! - insertedStart(edits, i);
    shift = end - edits.ends[i]!;
    if (range && start < range.end + near) {
      if (end >= range.end) range.end = lineEnd(result, end);
      continue;
    }
    if (range) yield range;
    range = { start: lineStart(result, start), end: lineEnd(result, end) };
  }
  if (range) yield range;
}

function lineStart(bytes: Uint8Array, offset: number): number {
  return offset === 0 ? 0 : bytes.lastIndexOf(0x0a, offset - 1) + 1;
}

/** Where the line that holds the offset ends, its LF included. */
function lineEnd(bytes: Uint8Array, offset: number): number {
  const at = indexOfLf(bytes, offset);
  return at < 0 ? bytes.length : at + 1;
}
