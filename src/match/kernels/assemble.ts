/**
 * Just enough of WebAssembly's binary format (https://webassembly.github.io/spec/core/binary/) to write small kernels as lists
 * of instructions. The modules are built when they are first used, so there is no artefact to keep in step with its source.
 */
import { glue } from "../../model/glue.ts";

const header = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00] as const;

export type Code = readonly (number | Code)[];

export const i32 = 0x7f;
export const i64 = 0x7e;
export const v128 = 0x7b;

export interface Kernel {
  /** Types of the parameters; all results are one i32. */
  readonly parameters: readonly number[];
  /** Types of the locals after the parameters, one by one. */
  readonly locals: readonly number[];
  readonly body: Code;
}

/** A module that exports its memory of `pages` (64 KiB each) as `memory` and the kernel as `run`. */
export function assemble(kernel: Kernel, pages: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...header,
    ...typeSection(kernel),
    ...section(3, vector([[0]])),
    ...section(5, vector([[0x00, ...unsigned(pages)]])),
    ...section(7, vector([[...name("memory"), 0x02, 0], exportedRun])),
    ...codeSection(kernel),
  ]);
}

/** A module that works on a memory of at least `pages` that it is given. */
export function assembleOver(kernel: Kernel, pages: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([
    ...header,
    ...typeSection(kernel),
    ...section(2, vector([[...name("host"), ...name("memory"), 0x02, 0x00, ...unsigned(pages)]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([exportedRun])),
    ...codeSection(kernel),
  ]);
}

/** What such a module exports once it has its memory. */
export function instantiateOver<Exports>(module: WebAssembly.Module, memory: WebAssembly.Memory): Exports {
  return new WebAssembly.Instance(module, { host: { memory } }).exports as Exports;
}

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
export const constant = (value: number): Code => [0x41, ...signed(value)];
export const add: Code = [0x6a];
export const subtract: Code = [0x6b];
export const and: Code = [0x71];
export const or: Code = [0x72];
export const shiftLeft: Code = [0x74];
export const shiftRight: Code = [0x76];
/** The first of two values where the condition on the stack holds, or else the second. */
export const select: Code = [0x1b];
export const trailingZeros: Code = [0x68];
export const isZero: Code = [0x45];
export const lessThan: Code = [0x48];
export const lessThanUnsigned: Code = [0x49];
export const greater: Code = [0x4a];
/** Runs the body where the condition on the stack holds. */
export const when = (...body: Code): Code => [0x04, 0x40, body, 0x0b];
export const loop = (...body: Code): Code => [0x03, 0x40, body, 0x0b];
export const block = (...body: Code): Code => [0x02, 0x40, body, 0x0b];
/** Leaves `depth` blocks (or starts that loop again). */
export const branchIf = (depth: number): Code => [0x0d, depth];
export const branch = (depth: number): Code => [0x0c, depth];
/** Ends the kernel with the value on the stack. */
export const leave: Code = [0x0f];
export const loadByte = (offset: number): Code => [0x2d, 0, ...unsigned(offset)];
export const loadInt = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const storeInt = (offset: number): Code => [0x36, 2, ...unsigned(offset)];

/** On integers of sixty-four bits. */
export const long = {
  constant: (value: bigint): Code => [0x42, ...signedLong(value)],
  isZero: [0x50],
  trailingZeros: [0x7a],
  leadingZeros: [0x79],
  add: [0x7c],
  subtract: [0x7d],
  and: [0x83],
  or: [0x84],
  xor: [0x85],
  shiftLeft: [0x86],
  shiftRight: [0x88],
  /** To and from thirty-two bits. */
  wrap: [0xa7],
  extend: [0xad],
} as const;

const vectorOp = (code: number): Code => [0xfd, ...unsigned(code)];
export const simdLoad = (offset: number): Code => [...vectorOp(0x00), 0, ...unsigned(offset)];
export const simdStore = (offset: number): Code => [...vectorOp(0x0b), 0, ...unsigned(offset)];

/** On vectors of sixteen bytes. */
export const simd = {
  constant: (bytes: readonly number[]): Code => [...vectorOp(0x0c), ...bytes],
  splat: vectorOp(0x0f),
  equal: vectorOp(0x23),
  notEqual: vectorOp(0x24),
  /** Of signed bytes. */
  greater: vectorOp(0x27),
  add: vectorOp(0x6e),
  /** By pairs of bytes: what comes in from the neighbour has to be masked away. */
  shiftRight: vectorOp(0x8d),
  and: vectorOp(0x4e),
  or: vectorOp(0x50),
  xor: vectorOp(0x51),
  anyTrue: vectorOp(0x53),
  /** No byte is zero. */
  allTrue: vectorOp(0x63),
  /** Of unsigned bytes. */
  least: vectorOp(0x77),
  bitmask: vectorOp(0x64),
} as const;

const strictLookup = vectorOp(0x0e);
const relaxedLookup = vectorOp(0x100);

/**
 * Looks sixteen bytes, each below sixteen, up in a table of sixteen: in one instruction where there is a relaxed one. Undefined
 * where the machine has no vectors.
 */
export function tableLookup(): Code | undefined {
  if (lookup === null) lookup = [relaxedLookup, strictLookup].find(isValid);
  return lookup;
}

let lookup: Code | undefined | null = null;

/**
 * The same for bytes below 128, by the lower half of each; greater ones give zero. What the relaxed instruction makes of bytes
 * from sixteen on is up to the machine: undefined where it is something else.
 */
export function lookupByLowerHalf(): Code | undefined {
  if (takesLowerHalf === null) takesLowerHalf = tableLookup() === relaxedLookup && tellsLowerHalf();
  return takesLowerHalf ? relaxedLookup : undefined;
}

let takesLowerHalf: boolean | null = null;

glue(tableLookup);

function isValid(operation: Code): boolean {
  const body = [[get(0), simd.splat, get(0), simd.splat, operation], simd.anyTrue];
  return WebAssembly.validate(assemble({ parameters: [i32], locals: [], body }, 1));
}

/** Looks every byte up once; they come from memory, so that nothing is worked out beforehand. */
function tellsLowerHalf(): boolean {
  const parts = Array.from({ length: 16 }, (_, part) => part * 16);
  const body = parts.map((at) => [
    [constant(0), constant(0), simdLoad(256), constant(0), simdLoad(at), relaxedLookup, simdStore(at)],
  ]);
  const module = new WebAssembly.Module(assemble({ parameters: [], locals: [], body: [body, constant(0)] }, 1));
  const { memory, run } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory; run(): number };
  const bytes = new Uint8Array(memory.buffer, 0, 256 + 16);
  bytes.forEach((_, index) => (bytes[index] = index < 256 ? index : index - 255));
  run();
  return bytes.subarray(0, 256).every((found, byte) => found === (byte < 128 ? (byte & 15) + 1 : 0));
}

const exportedRun = [...name("run"), 0x00, 0];

function typeSection({ parameters }: Kernel): number[] {
  return section(1, vector([[0x60, ...vector(parameters.map((type) => [type])), 1, i32]]));
}

function codeSection({ locals, body }: Kernel): number[] {
  const code = [...vector(locals.map((type) => [1, type])), ...flat(body), 0x0b];
  return section(10, vector([[...unsigned(code.length), ...code]]));
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function name(text: string): number[] {
  return vector([...Buffer.from(text)].map((byte) => [byte]));
}

function flat(code: Code, into: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === "number") into.push(part);
    else flat(part, into);
  }
  return into;
}

/** LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

function signedLong(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const byte = Number(rest & 0x7fn);
    if (rest >= -0x40n && rest < 0x40n) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}

function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const byte = rest & 0x7f;
    if (rest >= -0x40 && rest < 0x40) return [...bytes, byte];
    bytes.push(byte | 0x80);
  }
}
