/**
 * Four runs of one automaton over four stretches of a text at once. A single run waits for memory at each byte, since the next
 * place in the table depends on the last; four of them overlap. The kernel stops before the first byte that any lane cannot
 * settle by the table alone (an unknown entry, the end of a match, a byte that needs a second look) and leaves it to the caller.
 */
import { wasmPages } from "../../model/wasm-pages.ts";
import {
  add,
  assemble,
  block,
  branchIf,
  constant,
  get,
  i32,
  lessThan,
  lessThanUnsigned,
  loadByte,
  loadInt,
  loop,
  or,
  set,
  shiftLeft,
  storeInt,
  tee,
  type Code,
} from "./assemble.ts";

export const laneCount = 4;

/** Where things lie in the memory: columns of bytes, lanes, the table, the text. */
const columnsAt = 0;
const lanesAt = 256;
const tableAt = 1024;
const tableEntries = 1 << 18;
const textAt = tableAt + tableEntries * 4;
/** Bytes of text that fit. */
export const textSize = 256 * 1024;

export interface Lanes {
  /** For each byte the column of the table. */
  readonly columns: Uint8Array;
  /** Entries are the next state, or negative for what the caller has to settle; states are numbered by the place of their row. */
  readonly table: Int32Array<ArrayBuffer>;
  readonly text: Uint8Array<ArrayBuffer>;
  /** Of each lane the place in the text, then of each lane the state. */
  readonly lanes: Int32Array;
  /** Moves all lanes by as many bytes as it returns, at most `steps`. */
  run(steps: number): number;
}

export function makeLanes(): Lanes {
  const pages = wasmPages(textAt + textSize);
  compiled ??= new WebAssembly.Module(
    assemble({ parameters: [i32], locals: Array.from({ length: 14 }, () => i32), body: body() }, pages),
  );
  const { memory, run } = new WebAssembly.Instance(compiled).exports as {
    memory: WebAssembly.Memory;
    run(steps: number): number;
  };
  const buffer = memory.buffer as ArrayBuffer;
  return {
    columns: new Uint8Array(buffer, columnsAt, 256),
    table: new Int32Array(buffer, tableAt, tableEntries),
    text: new Uint8Array(buffer, textAt, textSize),
    lanes: new Int32Array(buffer, lanesAt, laneCount * 2),
    run,
  };
}

let compiled: WebAssembly.Module | undefined;

const steps = 0;
const step = 1;
const place = (lane: number): number => 2 + lane;
const state = (lane: number): number => 6 + lane;
const entry = (lane: number): number => 10 + lane;
const each = (code: (lane: number) => Code): Code => [0, 1, 2, 3].map(code);

function body(): Code {
  const lookUp = (lane: number): Code => [
    get(state(lane)),
    get(place(lane)),
    get(step),
    add,
    loadByte(textAt),
    loadByte(columnsAt),
    add,
    constant(2),
    shiftLeft,
    loadInt(tableAt),
    tee(entry(lane)),
  ];
  return [
    each((lane) => [constant(0), loadInt(lanesAt + lane * 4), set(place(lane))]),
    each((lane) => [constant(0), loadInt(lanesAt + (laneCount + lane) * 4), set(state(lane))]),
    block(
      loop(
        [lookUp(0), lookUp(1), or, lookUp(2), or, lookUp(3), or, constant(0), lessThan, branchIf(1)],
        each((lane) => [get(entry(lane)), set(state(lane))]),
        [get(step), constant(1), add, tee(step), get(steps), lessThanUnsigned, branchIf(0)],
      ),
    ),
    each((lane) => [constant(0), get(place(lane)), get(step), add, storeInt(lanesAt + lane * 4)]),
    each((lane) => [constant(0), get(state(lane)), storeInt(lanesAt + (laneCount + lane) * 4)]),
    get(step),
  ];
}
