/**
 * Counts newlines sixteen at a time: a search counts the lines before each match that it lists, and a loop over the bytes
 * would cost as much as finding the matches. Where WebAssembly's vectors are not to be had, the loop does it.
 */

const lf = 0x0a;
/** Below this many bytes the loop is quicker than the copy. */
const shortRange = 192;
const pageBytes = 65_536;
const pages = 4;
const memoryBytes = pages * pageBytes;

/** The number of LF bytes in `bytes[start, end)`. */
export function countNewlines(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < shortRange) return countByLoop(bytes, start, end);
  kernel ??= compile();
  if (kernel === "none") return countByLoop(bytes, start, end);
  const { memory, count } = kernel;
  let lines = 0;
  for (let at = start; at < end; at += memoryBytes) {
    const length = Math.min(memoryBytes, end - at);
    memory.set(bytes.subarray(at, at + length));
    const whole = (length + 15) & ~15;
    memory.fill(0, length, whole);
    lines += count(0, whole);
  }
  return lines;
}

function countByLoop(bytes: Uint8Array, start: number, end: number): number {
  let lines = 0;
  for (let i = start; i < end; i++) if (bytes[i] === lf) lines++;
  return lines;
}

interface Kernel {
  readonly memory: Uint8Array;
  count(start: number, end: number): number;
}

let kernel: Kernel | "none" | undefined;

function compile(): Kernel | "none" {
  try {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes));
    const { m, c } = exports as { m: WebAssembly.Memory; c: Kernel["count"] };
    return { memory: new Uint8Array(m.buffer), count: c };
  } catch {
    return "none";
  }
}

/** `c(at: i32, end: i32): i32` over the memory `m`; the range is whole vectors. */
const moduleBytes = new Uint8Array(
  [
    [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00], // magic and version
    [0x01, 0x07, 0x01, 0x60, 0x02, 0x7f, 0x7f, 0x01, 0x7f], // types: (i32, i32) -> i32
    [0x03, 0x02, 0x01, 0x00], // functions: one of that type
    [0x05, 0x03, 0x01, 0x00, pages], // memory
    [0x07, 0x09, 0x02, 0x01, 0x6d, 0x02, 0x00, 0x01, 0x63, 0x00, 0x00], // exports: m, c
    [0x0a, 0x32, 0x01, 0x30, 0x01, 0x01, 0x7f], // code: one body, one i32 local, the count
    [0x02, 0x40, 0x03, 0x40], // block, loop
    [0x20, 0x00, 0x20, 0x01, 0x4f, 0x0d, 0x01], // leave when at >= end
    [0x20, 0x02], // count
    [0x20, 0x00, 0xfd, 0x00, 0x00, 0x00], // v128.load at
    [0x41, lf, 0xfd, 0x0f, 0xfd, 0x23, 0xfd, 0x64, 0x69], // splat, equal, bitmask, popcount
    [0x6a, 0x21, 0x02], // added to the count
    [0x20, 0x00, 0x41, 0x10, 0x6a, 0x21, 0x00], // at += 16
    [0x0c, 0x00, 0x0b, 0x0b], // again
    [0x20, 0x02, 0x0b], // the count
  ].flat(),
);
