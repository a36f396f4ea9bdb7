/**
 * Rules a whole file out by a text that every match holds, as most files of a large tree are: two searches of the window's
 * memory, each stopped by what is put behind the file's bytes, and nothing made for the file.
 */
import { glue } from "../model/glue.ts";
import type { BareWindow } from "../model/window.ts";
import { headLength } from "../text/decode.ts";

/** Certain only when true: then the file is plain text in bytes, ends within the window, and has no match. */
export function lacks(window: BareWindow, needle: Uint8Array): boolean {
  const { memory, length } = window;
  if (!window.ended || length + needle.length > memory.length || memory[0]! >= wideMarks) return false;
  if (hasNulWithin(memory, Math.min(length, headLength))) return false;
  memory.set(needle, length);
  return memory.indexOf(needle) === length;
}

glue(lacks, hasNulWithin);

/** The marks of all encodings that are not read as they are begin with this byte or a greater one. */
const wideMarks = 0xfe;

function hasNulWithin(memory: Buffer, length: number): boolean {
  const kept = memory[length]!;
  memory[length] = 0;
  const at = memory.indexOf(0);
  memory[length] = kept;
  return at < length;
}
