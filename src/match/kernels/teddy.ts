/**
 * Looks for several short texts at once, sixteen places a step: the Teddy algorithm of Intel's Hyperscan (described in
 * https://github.com/BurntSushi/aho-corasick, `packed/teddy`). For each of three bytes in a row two tables, one for each half of
 * the byte, give the buckets of texts that have it there; a place where one bucket is left after all three is a candidate, which
 * the caller has to verify.
 */
import {
  add,
  assemble,
  block,
  branch,
  branchIf,
  constant,
  get,
  i32,
  loop,
  set,
  tee,
  unsigned,
  v128,
  type Code,
} from "./assemble.ts";

/** Bytes looked at of each text. */
export const windowSize = 3;
export const bucketCount = 8;

/** For each byte of the window sixteen buckets by its lower half, then sixteen by its upper half. */
const masksAt = 0;
const maskSize = 16;
const textAt = 1024;
/** Bytes of text that fit; behind them the kernel may read a few more. */
export const teddyTextSize = 128 * 1024;
const pages = 4;

export interface Teddy {
  readonly masks: Uint8Array;
  readonly text: Uint8Array;
  /** The first candidate in `[from, end)`, or something not below `end`. */
  run(from: number, end: number): number;
}

export function makeTeddy(): Teddy {
  compiled ??= compile();
  const { memory, run } = new WebAssembly.Instance(compiled).exports as {
    memory: WebAssembly.Memory;
    run(from: number, end: number): number;
  };
  return {
    masks: new Uint8Array(memory.buffer, masksAt, windowSize * 2 * maskSize),
    text: new Uint8Array(memory.buffer, textAt, teddyTextSize),
    run,
  };
}

/** Lets the texts of a bucket have a byte at a place of the window. */
export function allow(masks: Uint8Array, place: number, byte: number, bucket: number): void {
  const bit = 1 << bucket;
  masks[place * 2 * maskSize + (byte & 15)]! |= bit;
  masks[(place * 2 + 1) * maskSize + (byte >> 4)]! |= bit;
}

let compiled: WebAssembly.Module | undefined;

function compile(): WebAssembly.Module {
  const locals = Array.from({ length: 9 }, () => v128);
  const assembled = (swizzle: Code): Uint8Array<ArrayBuffer> =>
    assemble({ parameters: [i32, i32], locals, body: body(swizzle) }, pages);
  const quick = assembled(relaxedSwizzle);
  return new WebAssembly.Module(WebAssembly.validate(quick) ? quick : assembled(plainSwizzle));
}

const simd = (code: number): Code => [0xfd, ...unsigned(code)];
const load = (offset: number): Code => [...simd(0x00), 0, ...unsigned(offset)];
const plainSwizzle = simd(0x0e);
/** The same for places below sixteen, in one instruction. */
const relaxedSwizzle = simd(0x100);
const splat = simd(0x0f);
const and = simd(0x4e);
const anyTrue = simd(0x53);
const notEqual = simd(0x24);
const bitmask = simd(0x64);
/** By pairs of bytes, which is one instruction; what comes in from the neighbour is masked away. */
const shiftRight = simd(0x8d);
const trailingZeros: Code = [0x68];
const atLeastUnsigned: Code = [0x4f];

const at = 0;
const end = 1;
const mask = (index: number): number => 2 + index;
const bytes = 8;
const left = 9;
const lowerHalf = 10;

function body(swizzle: Code): Code {
  const bucketsAt = (place: number): Code => [
    get(at),
    load(textAt + place),
    set(bytes),
    [get(mask(place * 2)), get(bytes), get(lowerHalf), and, swizzle],
    [get(mask(place * 2 + 1)), get(bytes), constant(4), shiftRight, get(lowerHalf), and, swizzle],
    and,
  ];
  return [
    [constant(15), splat, set(lowerHalf)],
    [0, 1, 2, 3, 4, 5].map((index) => [constant(0), load(masksAt + index * maskSize), set(mask(index))]),
    block(
      loop(
        [get(at), get(end), atLeastUnsigned, branchIf(1)],
        [bucketsAt(0), bucketsAt(1), and, bucketsAt(2), and, tee(left)],
        [anyTrue, branchIf(1)],
        [get(at), constant(16), add, set(at), branch(0)],
      ),
    ),
    // Where no candidate was found the last buckets may be stale, but then the place is not below the end.
    [get(at), get(left), constant(0), splat, notEqual, bitmask, trailingZeros, add],
  ];
}
