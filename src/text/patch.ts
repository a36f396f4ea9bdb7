/** Applies edits to the bytes they were made for. */
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import { shortCopy } from "./byte-sink.ts";
import type { Room } from "./room.ts";

/**
 * The bytes after all edits; `bytes` stays as it is. Offsets of the edits count from the start of `bytes`.
 *
 * @param room where they are put, for a result that is used up at once; memory of their own when absent
 */
export function applyEdits(bytes: Uint8Array, edits: PackedEdits, room?: Room): Uint8Array<ArrayBuffer> {
  const { count, starts, ends, inserted, insertedEnds } = edits;
  const length = patchedLength(bytes.length, edits);
  const patched = room ? room.bytes(length) : new Uint8Array(length);
  let read = 0;
  let written = 0;
  for (let i = 0; i < count; i++) {
    written = copy(bytes, read, starts[i], patched, written);
    written = copy(inserted, insertedStart(edits, i), insertedEnds[i], patched, written);
    read = ends[i];
  }
  copy(bytes, read, bytes.length, patched, written);
  return patched;
}

function patchedLength(length: number, { count, starts, ends, insertedEnds }: PackedEdits): number {
  let removed = 0;
  for (let i = 0; i < count; i++) removed += ends[i] - starts[i];
  return length - removed + (count === 0 ? 0 : insertedEnds[count - 1]);
}

/** Returns where the copy ends. Most gaps are short, and for those a loop beats the call. */
function copy(from: Uint8Array, start: number, end: number, to: Uint8Array, at: number): number {
  if (end - start < shortCopy) {
    for (let i = start; i < end; i++) to[at++] = from[i];
    return at;
  }
  to.set(from.subarray(start, end), at);
  return at + end - start;
}
