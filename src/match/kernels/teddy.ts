/**
 * Looks for several short texts at once, thirty-two places a step: the Teddy algorithm of Intel's Hyperscan (described in
 * https://github.com/BurntSushi/aho-corasick, `packed/teddy`). For each of four bytes in a row a table gives the buckets of texts
 * that may have it there; a place where a bucket is left after all four is a candidate, and the texts of its buckets are compared
 * with what stands there, sixteen bytes at once. The tables go by the lower half of a byte alone: the upper half tells letters
 * apart by one bit, and the runtime makes four instructions of the shift that it takes.
 */
import {
  add,
  and,
  assembleOver,
  block,
  branch,
  branchIf,
  constant,
  get,
  greater,
  i32,
  instantiateOver,
  isZero,
  leave,
  lessThan,
  loadByte,
  loadInt,
  lookupByLowerHalf,
  loop,
  or,
  set,
  shiftLeft,
  simd,
  simdLoad,
  simdStore,
  subtract,
  tableLookup,
  tee,
  trailingZeros,
  v128,
  when,
  type Code,
} from "./assemble.ts";
import { withoutNul } from "./head.ts";
import { longestNeedle, type Needle, type TextKernel } from "./text-kernel.ts";

/** Bytes in a row that candidates are found by. */
export const windowSize = 4;
export const mostNeedles = 16;
const bucketCount = 8;

/** For each byte of the window sixteen sets of buckets by its lower half. */
const masksAt = 0;
const maskSize = 16;
/** The buckets of the places that are looked at. */
const foundAt = 128;
const needlesAt = 256;
/** Of each needle, in the order of numbers: the text, bits that make letters lower case, bits that count, window, length. */
const needle = { text: 0, lower: 16, counts: 32, window: 48, length: 52, size: 64 } as const;

export interface TeddyNeedle extends Needle {
  /** Where the bytes begin that candidates are found by; they may reach beyond the needle. */
  readonly window: number;
}

/** A kernel for at least one and at most `mostNeedles` needles, where there is a `tableLookup`. Places are those of windows. */
export function makeTeddy(needles: readonly TeddyNeedle[], memory: WebAssembly.Memory): TextKernel {
  const bytes = new Uint8Array(memory.buffer);
  const ints = new Int32Array(memory.buffer);
  bytes.fill(0, masksAt, masksAt + windowSize * maskSize);
  for (let number = 0; number < mostNeedles; number++) {
    const at = needlesAt + number * needle.size;
    const given = needles[number];
    // Where there is no needle nothing is long enough for it.
    ints[(at + needle.length) >> 2] = given ? given.bytes.length : 0x40000000;
    if (!given) continue;
    bytes.fill(0, at, at + 3 * longestNeedle);
    bytes.set(given.bytes, at + needle.text);
    bytes.set(given.lower, at + needle.lower);
    bytes.set(given.counts, at + needle.counts);
    ints[(at + needle.window) >> 2] = given.window;
    for (let place = 0; place < windowSize; place++) {
      const byte = given.counts[given.window + place] ? given.bytes[given.window + place] : undefined;
      for (let half = 0; half < 16; half++)
        if (byte === undefined || (byte & 15) === half)
          bytes[masksAt + place * maskSize + half]! |= 1 << (number % bucketCount);
    }
  }
  const byLowerHalf = needles.some(readsBeyondAscii) ? undefined : lookupByLowerHalf();
  const module = byLowerHalf ? (compiledPlainly ??= compile(byLowerHalf)) : (compiled ??= compile(undefined));
  return instantiateOver(module, memory);
}

/** Among the bytes that candidates are found by there may be some that are not ASCII. */
function readsBeyondAscii({ bytes, counts, window }: TeddyNeedle): boolean {
  return window + windowSize > bytes.length || [...counts.subarray(window, window + windowSize)].includes(0);
}

let compiled: WebAssembly.Module | undefined;
let compiledPlainly: WebAssembly.Module | undefined;

function compile(byLowerHalf: Code | undefined): WebAssembly.Module {
  const locals = [...Array.from({ length: 7 }, () => v128), ...Array.from({ length: 6 }, () => i32)];
  return new WebAssembly.Module(assembleOver({ parameters: [i32, i32, i32, i32], locals, body: body(byLowerHalf) }, 1));
}

const begin = 0;
const from = 1;
const end = 2;
const head = 3;
const mask = (place: number): number => 4 + place;
const left = 8;
const right = 9;
const lowerHalf = 10;
const at = 11;
const candidates = 12;
const place = 13;
const buckets = 14;
const entry = 15;
const start = 16;

function body(byLowerHalf: Code | undefined): Code {
  const looked = byLowerHalf ?? [get(lowerHalf), simd.and, tableLookup()!];
  const bucketsAt = (offset: number, place: number): Code => [
    [get(mask(place)), get(at), simdLoad(offset + place), looked],
  ];
  const found = (offset: number): Code => [
    [bucketsAt(offset, 0), bucketsAt(offset, 1), simd.and],
    [bucketsAt(offset, 2), simd.and, bucketsAt(offset, 3), simd.and],
  ];
  const places = (vector: number): Code => [get(vector), constant(0), simd.splat, simd.notEqual, simd.bitmask];
  const dropLowest = (bits: number): Code => [get(bits), get(bits), constant(1), subtract, and, tee(bits)];
  return [
    withoutNul(from, end, head, at),
    [get(from), set(at)],
    [constant(15), simd.splat, set(lowerHalf)],
    [0, 1, 2, 3].map((place) => [constant(0), simdLoad(masksAt + place * maskSize), set(mask(place))]),
    loop(
      block(
        loop(
          [get(at), get(end), lessThan, isZero, when(get(end), leave)],
          [found(0), set(left), found(16), set(right)],
          [get(left), get(right), simd.or, simd.anyTrue, branchIf(1)],
          [get(at), constant(32), add, set(at), branch(0)],
        ),
      ),
      [constant(foundAt), get(left), simdStore(0), constant(foundAt), get(right), simdStore(16)],
      [places(left), places(right), constant(16), shiftLeft, or, set(candidates)],
      loop(
        [get(at), get(candidates), trailingZeros, add, set(place)],
        [get(candidates), trailingZeros, loadByte(foundAt), set(buckets)],
        loop(
          [get(buckets), trailingZeros, constant(6), shiftLeft, set(entry)],
          [comparison(0), comparison(bucketCount)],
          [dropLowest(buckets), branchIf(0)],
        ),
        [dropLowest(candidates), branchIf(0)],
      ),
      [get(at), constant(32), add, set(at), branch(0)],
    ),
    get(end),
  ];
}

/** Ends the run where the needle stands that is `number` behind the entry. */
function comparison(number: number): Code {
  const base = needlesAt + number * needle.size;
  return block(
    [get(place), get(entry), loadInt(base + needle.window), subtract, tee(start), get(begin), lessThan, branchIf(0)],
    [get(start), get(entry), loadInt(base + needle.length), add, get(end), greater, branchIf(0)],
    [get(start), simdLoad(0), get(entry), simdLoad(base + needle.lower), simd.or],
    [get(entry), simdLoad(base + needle.text), simd.xor, get(entry), simdLoad(base + needle.counts), simd.and],
    [simd.anyTrue, branchIf(0), get(place), leave],
  );
}
