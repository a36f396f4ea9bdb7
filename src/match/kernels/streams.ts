/**
 * A kernel of its own for each pattern: a list of operations on bit streams, written out as WebAssembly. It goes over a text in
 * steps of sixty-four bytes, with a bit of each operation carried from one step to the next, and lists the lines in which a bit
 * of the result is set.
 */
import { wasmPages } from "../../model/wasm-pages.ts";
import {
  add,
  assemble,
  block,
  branch,
  branchIf,
  constant,
  get,
  greater,
  i32,
  i64,
  isZero,
  long,
  loop,
  select,
  set,
  shiftRight,
  simd,
  simdLoad,
  storeInt,
  subtract,
  tableLookup,
  tee,
  v128,
  when,
  type Code,
} from "./assemble.ts";

/** Operands are results of earlier operations, by their places in the list. */
export type StreamOp =
  | { readonly kind: "class"; readonly of: ByteClass }
  | { readonly kind: "and" | "or" | "xor" | "without"; readonly left: number; readonly right: number }
  /** Each bit one place further; `first` comes in at the start of the text. */
  | { readonly kind: "advance"; readonly of: number; readonly first: 0 | 1 }
  /** The bits of `of`, and all places to be reached from them through bits of `through`. */
  | { readonly kind: "reach"; readonly of: number; readonly through: number };

/** ASCII characters, as inclusive ranges, flat and ascending, or with `negated` all bytes but them. */
export interface ByteClass {
  readonly ranges: readonly number[];
  readonly negated: boolean;
}

export interface StreamProgram {
  readonly ops: readonly StreamOp[];
  /** Where lines end, and where matches do: behind their last byte. */
  readonly newlines: number;
  readonly result: number;
}

const lf = 10;
const step = 64;
const textAt = 0;
/** Bytes of text that fit; behind them stand newlines. */
export const streamTextSize = 64 * 1024;
const linesAt = streamTextSize + 2 * step;
/** Numbers that are kept of a line that was found. */
export const lineNumbers = 4;
const bytesPerLine = lineNumbers * 4;
const beforeLines = linesAt - bytesPerLine;
/** A line with a match has two bytes at least. */
const lineBytes = (streamTextSize / 2 + 1) * bytesPerLine;
const pages = wasmPages(linesAt + lineBytes);

export interface Streams {
  readonly text: Uint8Array<ArrayBuffer>;
  /** Of each line that was found where it starts, where the next one does, and the last place in it with a bit of the result. */
  readonly lines: Int32Array;
  /** Looks through whole lines, `text[0, length)`; the last one may lack its newline. Returns how many lines were found. */
  run(length: number): number;
}

/** Where there is a `tableLookup`. */
export function makeStreams(program: StreamProgram): Streams {
  const module = new WebAssembly.Module(assemble(new Writer(program).kernel(), pages));
  const { memory, run } = new WebAssembly.Instance(module).exports as {
    memory: WebAssembly.Memory;
    run(length: number): number;
  };
  const buffer = memory.buffer as ArrayBuffer;
  const text = new Uint8Array(buffer, textAt, linesAt);
  return {
    text,
    lines: new Int32Array(buffer, linesAt, lineBytes / 4),
    run(length) {
      text.fill(lf, length, length + 2 * step);
      return run(length);
    },
  };
}

const length = 0;
const at = 1;
/** Where the line that was found last is written. */
const out = 2;
/** Its end lies in a later step. */
const open = 3;
const lineStart = 4;
const integers = 4;
const found = 5;
const newlines = 6;
const rest = 7;
const sum = 8;
const firstStream = 9;

class Writer {
  readonly #program: StreamProgram;
  readonly #swizzle = tableLookup()!;
  readonly #carries: number;
  readonly #vectors: number;
  /** Vectors for what swizzled classes share are in use. */
  #halves = false;

  constructor(program: StreamProgram) {
    this.#program = program;
    this.#carries = firstStream + program.ops.length;
    this.#vectors = this.#carries + program.ops.length;
  }

  kernel() {
    const { ops } = this.#program;
    this.#halves = ops.some((op) => op.kind === "class" && isScattered(op.of));
    const longs = this.#vectors - found;
    return {
      parameters: [i32],
      locals: [
        ...Array.from({ length: integers }, () => i32),
        ...Array.from({ length: longs }, () => i64),
        ...Array.from({ length: 12 }, () => v128),
      ],
      body: this.#body(),
    };
  }

  #body(): Code {
    const { ops, newlines: ends, result } = this.#program;
    return [
      [constant(beforeLines), set(out)],
      ops.map((op, index) =>
        op.kind === "advance" && op.first === 1 ? [long.constant(1n), set(this.#carries + index)] : [],
      ),
      loop(
        [0, 1, 2, 3].map((part) => [get(at), simdLoad(textAt + part * 16), set(this.#vectors + part)]),
        this.#halves ? [0, 1, 2, 3].map((part) => this.#split(part)) : [],
        ops.map((op, index) => [this.#operation(op, index), set(firstStream + index)]),
        [get(firstStream + ends), set(newlines), get(firstStream + result), set(found)],
        lines,
        [get(at), constant(step), add, tee(at), get(length), greater, isZero, branchIf(0)],
      ),
      [get(out), constant(beforeLines), subtract, constant(Math.log2(bytesPerLine)), shiftRight],
    ];
  }

  /** Of each byte the lower half, and the bit of its upper half. */
  #split(part: number): Code {
    const bits = simd.constant([1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
    const lowerHalf = simd.constant(Array.from({ length: 16 }, () => 15));
    const vector = this.#vectors + part;
    return [
      [get(vector), lowerHalf, simd.and, set(vector + 4)],
      [bits, get(vector), constant(4), simd.shiftRight, lowerHalf, simd.and, this.#swizzle, set(vector + 8)],
    ];
  }

  #operation(op: StreamOp, index: number): Code {
    const carry = this.#carries + index;
    switch (op.kind) {
      case "class":
        return this.#class(op.of);
      case "and":
      case "or":
      case "xor":
        return [get(firstStream + op.left), get(firstStream + op.right), long[op.kind]];
      case "without":
        return [get(firstStream + op.left), get(firstStream + op.right), long.constant(-1n), long.xor, long.and];
      case "advance": {
        const of = firstStream + op.of;
        return [
          [get(of), long.constant(1n), long.shiftLeft, get(carry), long.or],
          [get(of), long.constant(63n), long.shiftRight, set(carry)],
        ];
      }
      case "reach": {
        // Adding the bits to those they may go through carries each to the end of its run; what comes in is such a carry too.
        const [of, through] = [firstStream + op.of, firstStream + op.through];
        return [
          [get(of), get(through), long.and, tee(rest), get(through), long.add, get(carry), long.add, set(sum)],
          [get(sum), get(through), long.xor, get(of), long.or],
          [get(through), get(sum), long.constant(-1n), long.xor, long.and, get(rest), long.or],
          [long.constant(63n), long.shiftRight, set(carry)],
        ];
      }
    }
  }

  #class({ ranges, negated }: ByteClass): Code {
    if (ranges.length === 0) return long.constant(negated ? -1n : 0n);
    const bits = (part: number): Code => {
      const tested = isScattered({ ranges, negated }) ? this.#scattered(part, ranges) : this.#ranges(part, ranges);
      return [tested, simd.bitmask, long.extend];
    };
    const all = [
      [bits(0), bits(1), long.constant(16n), long.shiftLeft, long.or],
      [bits(2), long.constant(32n), long.shiftLeft, long.or, bits(3), long.constant(48n), long.shiftLeft, long.or],
    ];
    // Of scattered bytes those were kept that are none.
    return negated !== isScattered({ ranges, negated }) ? [all, long.constant(-1n), long.xor] : all;
  }

  #ranges(part: number, ranges: readonly number[]): Code {
    const vector = this.#vectors + part;
    const each = (low: number, high: number): Code => {
      if (low === high) return [get(vector), constant(low), simd.splat, simd.equal];
      // Moved so that the range starts at the least signed byte.
      const moved = [get(vector), constant(-128 - low), simd.splat, simd.add];
      return [constant(high - low - 127), simd.splat, moved, simd.greater];
    };
    return pairs(ranges).map(([low, high], index) => (index === 0 ? each(low, high) : [each(low, high), simd.or]));
  }

  #scattered(part: number, ranges: readonly number[]): Code {
    const table = Array.from({ length: 16 }, (_, lower) => {
      let uppers = 0;
      for (let upper = 0; upper < 8; upper++)
        if (pairs(ranges).some(([low, high]) => low <= upper * 16 + lower && upper * 16 + lower <= high))
          uppers |= 1 << upper;
      return uppers;
    });
    const [lower, upper] = [this.#vectors + 4 + part, this.#vectors + 8 + part];
    return [
      [simd.constant(table), get(lower), this.#swizzle, get(upper), simd.and],
      [constant(0), simd.splat, simd.equal],
    ];
  }
}

/** Looked up in a table, since comparing with each range would take longer. */
function isScattered({ ranges }: ByteClass): boolean {
  return pairs(ranges).reduce((cost, [low, high]) => cost + (low === high ? 2 : 3), 0) > 6;
}

function pairs(ranges: readonly number[]): [low: number, high: number][] {
  return Array.from({ length: ranges.length / 2 }, (_, index) => [ranges[index * 2]!, ranges[index * 2 + 1]!]);
}

/** All bits up to and with the lowest one that is set. */
const throughLowest = (bits: number): Code => [get(bits), get(bits), long.constant(1n), long.subtract, long.xor];
const belowLowest = (bits: number): Code => [throughLowest(bits), long.constant(1n), long.shiftRight];
const inverted: Code = [long.constant(-1n), long.xor];
/** Where the line starts that follows the last newline among some bits; where there is none the line goes on. */
const startBehind = (bits: number): Code => [
  [get(at), constant(step), add, get(bits), long.leadingZeros, long.wrap, subtract],
  [get(lineStart), get(bits), long.isZero, isZero, select],
];
/** Notes where the last of some bits stands in the line found last, if there is one. */
const noteLast = (bits: Code): Code => [
  [bits, tee(sum), long.isZero, isZero],
  when(get(out), get(at), constant(step - 1), add, get(sum), long.leadingZeros, long.wrap, subtract, storeInt(8)),
];
/** The line found last ends behind the lowest of some newlines, and so does what was found in it. */
const end = (bits: number): Code => [
  noteLast([get(found), throughLowest(bits), long.and]),
  [get(out), get(at), get(bits), long.trailingZeros, long.wrap, add, constant(1), add, storeInt(4)],
  [get(found), throughLowest(bits), inverted, long.and, set(found)],
];

/** Writes down the lines of one step in which something was found, one after the other. */
const lines: Code = [
  get(open),
  when(
    block(
      [get(newlines), long.isZero, when(noteLast(get(found)), long.constant(0n), set(found))],
      [get(newlines), long.isZero, branchIf(0)],
      [end(newlines), constant(0), set(open)],
    ),
  ),
  block(
    loop(
      [get(found), long.isZero, branchIf(1)],
      [get(newlines), belowLowest(found), long.and, set(rest)],
      [get(out), constant(bytesPerLine), add, tee(out), startBehind(rest), storeInt(0)],
      [get(newlines), belowLowest(found), inverted, long.and, tee(rest), long.isZero, tee(open)],
      [when(noteLast(get(found))), get(open), branchIf(1)],
      [end(rest), branch(0)],
    ),
  ),
  [startBehind(newlines), set(lineStart)],
];
