/**
 * Rules a whole file out by texts of which every match holds one, as most files of a large tree are: nothing is made for the file,
 * and its bytes are looked at where they are.
 */
import { glue } from "../model/glue.ts";
import type { BareWindow } from "../model/window.ts";
import { headLength } from "../text/decode.ts";
import type { KernelFinder } from "./regex/kernel-finder.ts";

/** Certain only when true: then the file is plain text in bytes, ends within the window, and has no match. */
export type Dismissal = (window: BareWindow) => boolean;

/** The usual search for a single text is fast: a kernel takes so many times longer to pay as where there are several texts. */
const singleFactor = 64;

/**
 * By a kernel, if there is one, where it can look at the window, and by the only text, if there is only one, elsewhere. The
 * kernel takes milliseconds to build: `warmUp` bytes come first.
 */
export function dismissalBy(
  kernel: KernelFinder | undefined,
  only: Buffer | undefined,
  warmUp: number,
): Dismissal | undefined {
  if (!kernel && !only) return undefined;
  let left = only ? warmUp * singleFactor : warmUp;
  const dismisses: Dismissal = (window) => {
    kernel?.forget();
    if (!window.ended || window.memory[0]! >= wideMarks) return false;
    left -= window.length;
    const lacked = left <= 0 ? kernel?.lacks(window) : undefined;
    return lacked ?? (only !== undefined && lacks(window, only));
  };
  glue(dismisses);
  return dismisses;
}

/** Two searches of the window's memory, each stopped by what is put behind the file's bytes. */
function lacks({ memory, length }: BareWindow, needle: Buffer): boolean {
  if (length + needle.length > memory.length) return false;
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
