/**
 * Runs a program over text with all its threads in step and in order of preference (Russ Cox, "Regular Expression Matching:
 * the Virtual Machine Approach"). Always linear, knows captures, and takes no short cut: the plain route, and the judge of the
 * faster ones.
 */
import type { Piece } from "../engine.ts";
import { holds, stepFactor, type Alphabet } from "./alphabet.ts";
import { symbolAfter, symbolBefore } from "./edges.ts";
import { assertions, op, type Program } from "./program.ts";
import type { Searcher } from "./scan.ts";

export class Pike {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  /** Two for each group, the whole match included. */
  readonly #slotCount: number;
  #threads: Threads;
  #next: Threads;
  /** When an instruction was last visited. */
  readonly #visited: Int32Array;
  #visit = 0;
  readonly #stack: number[] = [];
  readonly #slots: Int32Array;
  /** Slots of the match that `search` found. */
  readonly found: Int32Array;

  constructor(program: Program, alphabet: Alphabet, groupCount: number) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#slotCount = (groupCount + 1) * 2;
    this.#threads = new Threads(this.#slotCount);
    this.#next = new Threads(this.#slotCount);
    this.#visited = new Int32Array(program.ops.length);
    this.#slots = new Int32Array(this.#slotCount);
    this.found = new Int32Array(this.#slotCount);
  }

  /** The leftmost-first match that starts at `from` or later; its slots are left in `found`. */
  search(piece: Piece, from: number): boolean {
    return this.#run(piece, from, false, piece.end);
  }

  /** The groups of a match whose start and end are known already; nothing behind its end is read but the next character. */
  capture(piece: Piece, matchStart: number, matchEnd: number): Int32Array {
    this.#run(piece, matchStart, true, matchEnd);
    return this.found;
  }

  #run(piece: Piece, from: number, anchored: boolean, until: number): boolean {
    const alphabet = this.#alphabet;
    const { bytes, start, end } = piece;
    let matched = false;
    let left = alphabet.traits(
      from === start ? symbolBefore(piece) : Math.floor(alphabet.previous(bytes, start, from) / stepFactor),
    );
    this.#threads.clear();
    for (let at = from; ;) {
      if (!matched && (at === from || !anchored)) {
        this.#slots.fill(-1);
        this.#threads.add(this.#program.start, this.#slots);
      }
      if (this.#threads.count === 0) break;
      const step = at < end ? alphabet.next(bytes, at, end) : symbolAfter(piece) * stepFactor;
      const current = Math.floor(step / stepFactor);
      const right = alphabet.traits(current);
      if (this.#step(alphabet.row(current), left, right, at)) matched = true;
      if (at >= until) break;
      at += step % stepFactor;
      left = right;
    }
    return matched;
  }

  /** Moves all threads over one character; true when one of them matched before it. */
  #step(row: Uint8Array, left: number, right: number, at: number): boolean {
    const threads = this.#threads;
    this.#next.clear();
    this.#visit++;
    let matched = false;
    for (let index = 0; index < threads.count && !matched; index++) {
      threads.read(index, this.#slots);
      if (this.#slots[0]! < 0) this.#slots[0] = at;
      matched = this.#follow(threads.pcs[index]!, row, left, right, at);
    }
    [this.#threads, this.#next] = [this.#next, threads];
    return matched;
  }

  #follow(from: number, row: Uint8Array, left: number, right: number, at: number): boolean {
    const { ops, x, y } = this.#program;
    const stack = this.#stack;
    stack.length = 0;
    for (let pc = from; ;) {
      if (pc >= 0 && this.#visited[pc] !== this.#visit) {
        this.#visited[pc] = this.#visit;
        switch (ops[pc]) {
          case op.split:
            stack.push(y[pc]!);
            pc = x[pc]!;
            continue;
          case op.assert:
            if (!holds(assertions[x[pc]!]!, left, right)) break;
            pc = y[pc]!;
            continue;
          case op.save:
            if (x[pc]! < this.#slotCount) {
              // What stood in the slot is put back, as a negative entry, once this way has been followed to its end.
              stack.push(this.#slots[x[pc]!]!, -x[pc]! - 1);
              this.#slots[x[pc]!] = at;
            }
            pc = y[pc]!;
            continue;
          case op.set:
            if (row[x[pc]!] === 1) this.#next.add(y[pc]!, this.#slots);
            break;
          case op.match:
            this.found.set(this.#slots);
            this.found[1] = at;
            return true;
        }
      }
      const top = stack.pop();
      if (top === undefined) return false;
      if (top < 0) this.#slots[-top - 1] = stack.pop()!;
      pc = top;
    }
  }
}

/** The plain route: the next match by threads alone. */
export class PikeSearcher implements Searcher {
  readonly #pike: Pike;
  #piece: Piece | undefined;

  constructor(pike: Pike) {
    this.#pike = pike;
  }

  get matchStart(): number {
    return this.#pike.found[0]!;
  }

  get matchEnd(): number {
    return this.#pike.found[1]!;
  }

  open(piece: Piece): void {
    this.#piece = piece;
  }

  search(from: number): boolean {
    return this.#pike.search(this.#piece!, from);
  }
}

/** A list of threads, each with its slots. */
class Threads {
  readonly #slotCount: number;
  count = 0;
  pcs = new Int32Array(16);
  #slots: Int32Array;

  constructor(slotCount: number) {
    this.#slotCount = slotCount;
    this.#slots = new Int32Array(16 * slotCount);
  }

  clear(): void {
    this.count = 0;
  }

  add(pc: number, slots: Int32Array): void {
    if (this.count === this.pcs.length) this.#grow();
    this.pcs[this.count] = pc;
    const at = this.count++ * this.#slotCount;
    for (let slot = 0; slot < this.#slotCount; slot++) this.#slots[at + slot] = slots[slot]!;
  }

  read(index: number, into: Int32Array): void {
    const at = index * this.#slotCount;
    for (let slot = 0; slot < this.#slotCount; slot++) into[slot] = this.#slots[at + slot]!;
  }

  #grow(): void {
    const pcs = new Int32Array(this.pcs.length * 2);
    pcs.set(this.pcs);
    this.pcs = pcs;
    const slots = new Int32Array(this.#slots.length * 2);
    slots.set(this.#slots);
    this.#slots = slots;
  }
}
