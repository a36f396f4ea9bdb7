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
  assemble,
  block,
  branch,
  branchIf,
  constant,
  get,
  greater,
  i32,
  isZero,
  leave,
  lessThan,
  loadByte,
  loadInt,
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

/** Bytes in a row that candidates are found by. */
export const windowSize = 4;
/** Bytes of each text that are compared at most. */
export const longestNeedle = 16;
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
const textAt = 2048;
/** Bytes of text that fit; behind them the kernel may read a few more. */
export const teddyTextSize = 128 * 1024;
const pages = 3;

export interface TeddyNeedle {
  /** At most `longestNeedle` bytes. */
  readonly bytes: Uint8Array;
  /** For each byte the bits to set in what is compared with it: 0x20 ignores the case of a letter. */
  readonly lower: Uint8Array;
  /** What each byte is compared in: 0xFF, or 0 for a byte that may be anything. */
  readonly counts: Uint8Array;
  /** Where the bytes begin that candidates are found by; they may reach beyond the needle. */
  readonly window: number;
}

export interface Teddy {
  readonly text: Uint8Array;
  /** The first place in `[from, end)` where the window of a needle begins that lies within `[0, end)`; or `end`. */
  run(from: number, end: number): number;
}

/** A kernel for at least one and at most `mostNeedles` needles, where there is a `tableLookup`. */
export function makeTeddy(needles: readonly TeddyNeedle[]): Teddy {
  compiled ??= compile();
  const { memory, run } = new WebAssembly.Instance(compiled).exports as {
    memory: WebAssembly.Memory;
    run(from: number, end: number): number;
  };
  const bytes = new Uint8Array(memory.buffer);
  const ints = new Int32Array(memory.buffer);
  for (let number = 0; number < mostNeedles; number++) {
    const at = needlesAt + number * needle.size;
    const given = needles[number];
    // Where there is no needle nothing is long enough for it.
    ints[(at + needle.length) >> 2] = given ? given.bytes.length : 0x40000000;
    if (!given) continue;
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
  return { text: bytes.subarray(textAt, textAt + teddyTextSize), run };
}

let compiled: WebAssembly.Module | undefined;

function compile(): WebAssembly.Module {
  const locals = [...Array.from({ length: 7 }, () => v128), ...Array.from({ length: 5 }, () => i32)];
  return new WebAssembly.Module(assemble({ parameters: [i32, i32], locals, body: body() }, pages));
}

const at = 0;
const end = 1;
const mask = (place: number): number => 2 + place;
const left = 6;
const right = 7;
const lowerHalf = 8;
const candidates = 9;
const place = 10;
const buckets = 11;
const entry = 12;
const start = 13;

function body(): Code {
  const swizzle = tableLookup()!;
  const bucketsAt = (offset: number, place: number): Code => [
    [get(mask(place)), get(at), simdLoad(textAt + offset + place), get(lowerHalf), simd.and, swizzle],
  ];
  const found = (offset: number): Code => [
    [bucketsAt(offset, 0), bucketsAt(offset, 1), simd.and],
    [bucketsAt(offset, 2), simd.and, bucketsAt(offset, 3), simd.and],
  ];
  const places = (vector: number): Code => [get(vector), constant(0), simd.splat, simd.notEqual, simd.bitmask];
  const dropLowest = (bits: number): Code => [get(bits), get(bits), constant(1), subtract, and, tee(bits)];
  return [
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
    [get(place), get(entry), loadInt(base + needle.window), subtract, tee(start), constant(0), lessThan, branchIf(0)],
    [get(start), get(entry), loadInt(base + needle.length), add, get(end), greater, branchIf(0)],
    [get(start), simdLoad(textAt), get(entry), simdLoad(base + needle.lower), simd.or],
    [get(entry), simdLoad(base + needle.text), simd.xor, get(entry), simdLoad(base + needle.counts), simd.and],
    [simd.anyTrue, branchIf(0), get(place), leave],
  );
}
