/**
 * Looks for one short text, sixty-four places a step: only where its two rarest bytes stand at their distance from each other is
 * the rest compared, sixteen bytes at once.
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
  i32,
  instantiateOver,
  isZero,
  leave,
  lessThan,
  loadInt,
  loop,
  set,
  simd,
  simdLoad,
  subtract,
  tee,
  trailingZeros,
  v128,
  when,
  type Code,
} from "./assemble.ts";
import { withoutNul } from "./head.ts";
import type { Needle, TextKernel } from "./text-kernel.ts";

/** Where in the memory things are: of the needle what `Needle` says; sixteen times the first and second byte and what is set in them. */
const textAt = 0;
const lowerAt = 16;
const countsAt = 32;
const first = { place: 48, byte: 64, lower: 80 } as const;
const second = { place: 52, byte: 96, lower: 112 } as const;
const lengthAt = 56;

export interface PairNeedle extends Needle {
  /** Places of its two rarest bytes. */
  readonly pair: readonly [number, number];
}

/** Places are those of the needle's start. */
export function makeNeedle(needle: PairNeedle, memory: WebAssembly.Memory): TextKernel {
  compiled ??= new WebAssembly.Module(
    assembleOver(
      {
        parameters: [i32, i32, i32, i32],
        locals: [...Array.from({ length: 7 }, () => i32), ...Array.from({ length: 4 }, () => v128)],
        body: body(),
      },
      1,
    ),
  );
  const bytes = new Uint8Array(memory.buffer);
  const ints = new Int32Array(memory.buffer);
  bytes.set(needle.bytes, textAt);
  bytes.set(needle.lower, lowerAt);
  bytes.fill(0, countsAt, countsAt + 16).set(needle.counts, countsAt);
  ints[lengthAt >> 2] = needle.bytes.length;
  [first, second].forEach(({ place, byte, lower }, index) => {
    const at = needle.pair[index]!;
    ints[place >> 2] = at;
    bytes.fill(needle.bytes[at]!, byte, byte + 16).fill(needle.lower[at]!, lower, lower + 16);
  });
  return instantiateOver(compiled, memory);
}

let compiled: WebAssembly.Module | undefined;

/** Parameters: where the text begins does not matter to this kernel. */
const from = 1;
const end = 2;
const head = 3;
/** Where a needle can start no more. */
const limit = 4;
const at = 5;
const firstAt = 6;
const secondAt = 7;
const stop = 8;
const candidates = 9;
const start = 10;
const firstByte = 11;
const firstLower = 12;
const secondByte = 13;
const secondLower = 14;

const step = 64;

function body(): Code {
  const constantAt = (place: number, local: number): Code => [constant(0), simdLoad(place), set(local)];
  const places: Code = [
    [get(at), constant(0), loadInt(first.place), add, set(firstAt)],
    [get(at), constant(0), loadInt(second.place), add, set(secondAt)],
  ];
  const found = (offset: number): Code => [
    [get(firstAt), simdLoad(offset), get(firstLower), simd.or, get(firstByte), simd.equal],
    [get(secondAt), simdLoad(offset), get(secondLower), simd.or, get(secondByte), simd.equal, simd.and],
  ];
  return [
    withoutNul(from, end, head, at),
    [constantAt(first.byte, firstByte), constantAt(first.lower, firstLower)],
    [constantAt(second.byte, secondByte), constantAt(second.lower, secondLower)],
    [get(end), constant(0), loadInt(lengthAt), subtract, constant(1), add, set(limit)],
    [get(from), set(at)],
    loop(
      places,
      block(
        loop(
          [get(at), get(limit), lessThan, isZero, when(get(end), leave)],
          [found(0), found(16), simd.or, found(32), found(48), simd.or, simd.or, simd.anyTrue, branchIf(1)],
          [firstAt, secondAt, at].map((local) => [get(local), constant(step), add, set(local)]),
          branch(0),
        ),
      ),
      [get(at), constant(step), add, set(stop)],
      loop(
        [places, found(0), simd.bitmask, set(candidates)],
        block(
          loop(
            [get(candidates), isZero, branchIf(1)],
            [get(at), get(candidates), trailingZeros, add, tee(start)],
            [get(limit), lessThan, isZero, when(get(end), leave)],
            [get(start), simdLoad(0), constant(0), simdLoad(lowerAt), simd.or],
            [constant(0), simdLoad(textAt), simd.xor, constant(0), simdLoad(countsAt), simd.and],
            [simd.anyTrue, isZero, when(get(start), leave)],
            [get(candidates), get(candidates), constant(1), subtract, and, set(candidates), branch(0)],
          ),
        ),
        [get(at), constant(16), add, tee(at), get(stop), lessThan, branchIf(0)],
      ),
      branch(0),
    ),
    get(end),
  ];
}
