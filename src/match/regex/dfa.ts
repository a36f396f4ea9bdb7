/**
 * A deterministic automaton built while it runs (Ken Thompson's lazy construction; Russ Cox, "Regular Expression Matching in
 * the Wild"). A state is an ordered list of instructions, so that going forward it ends where the leftmost-first match ends;
 * run backwards over the reversed program it finds where that match starts. Assertions are decided when the next character
 * is known, so they are exact. The table is bounded: when it is full it is emptied and filled again, and time stays linear.
 */
import { holds, stepFactor, trait, type Alphabet } from "./alphabet.ts";
import { assertions, op, type Program } from "./program.ts";

export type Direction = "forward" | "backward";

/** A state of the automaton, before the next character is known. */
interface State {
  /** Instructions not yet followed, in order of preference. */
  readonly list: Int32Array;
  /** What assertions ask of the character passed last. */
  readonly traits: number;
  /** New matches may still start here. */
  readonly searching: boolean;
}

export interface DfaLimits {
  /** Entries of the table. */
  readonly entries: number;
  /** Instructions in the lists of all states. */
  readonly instructions: number;
}

const usualLimits: DfaLimits = { entries: 1 << 20, instructions: 1 << 21 };
const undecided = 0xffff;
const unknown = -1;

export class Dfa {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #forward: boolean;
  readonly #mask: number;
  readonly #limits: DfaLimits;
  #stride = 0;
  /**
   * Where a state goes on a symbol: -1 unknown, positive the next state; negative, as `-(2 * state + matched)`, when a match ends
   * before the symbol or the state is dead. States are numbered by the place of their row.
   */
  #table = new Int32Array(0);
  /** Where the table has to lie; otherwise it lies anywhere. */
  #storage: Int32Array<ArrayBuffer> | undefined;
  #generation = 0;
  #states: State[] = [];
  #numbers = new Map<string, number>();
  #instructions = 0;
  /** By traits; 0 for one not made yet. */
  readonly #startStates = new Int32Array(64);
  readonly #visited: Int32Array;
  #visit = 0;
  readonly #stack: number[] = [];
  #targets: number[] = [];
  readonly #targeted: Int32Array;
  /** Set when the table was emptied while a transition was worked out. */
  #emptied = false;

  /** How far `matchEnd` had to read. */
  stoppedAt = 0;

  constructor(program: Program, alphabet: Alphabet, direction: Direction, limits = usualLimits) {
    this.#limits = limits;
    this.#program = program;
    this.#alphabet = alphabet;
    this.#forward = direction === "forward";
    this.#mask = relevantTraits(program, this.#forward);
    this.#visited = new Int32Array(program.ops.length);
    this.#targeted = new Int32Array(program.ops.length);
    this.widen();
  }

  /** Columns of the table; the last one is never used. */
  get stride(): number {
    return this.#stride;
  }

  /** Whether it makes a difference what `start` is told to be next to. */
  get looksBeside(): boolean {
    return this.#mask !== 0;
  }

  /** Changes whenever the table is emptied, and with it the numbers of all states. */
  get generation(): number {
    return this.#generation;
  }

  /** Moves the table, emptied, into memory of the caller's; false if that is too small for it. */
  moveTo(storage: Int32Array<ArrayBuffer>): boolean {
    if (storage.length < this.#stride * 16) return false;
    this.#storage = storage;
    this.#empty();
    return true;
  }

  /** Starts over with as many columns as the alphabet has symbols by now. */
  widen(): void {
    this.#stride = 1 << Math.ceil(Math.log2(this.#alphabet.size + 2));
    if (this.#storage && this.#storage.length < this.#stride * 16) this.#storage = undefined;
    this.#empty();
  }

  /**
   * Where the leftmost-first match that starts at `from` or later ends, or -1. `before` is the symbol in front of `from`, `after`
   * the one at `end`.
   */
  matchEnd(bytes: Uint8Array, from: number, end: number, before: number, after: number): number {
    const alphabet = this.#alphabet;
    const symbols = alphabet.bytes;
    let state = this.start(before);
    let table = this.#table;
    const dead = this.#stride;
    let last = -1;
    for (let at = from; at < end;) {
      let symbol = symbols[bytes[at]!]!;
      let length = 1;
      if (symbol === undecided) {
        const step = alphabet.next(bytes, at, end);
        symbol = (step / stepFactor) | 0;
        length = step % stepFactor;
        if (symbol >= this.#stride) return this.#widened(() => this.matchEnd(bytes, from, end, before, after));
      }
      let to = table[state + symbol]!;
      if (to < 0) {
        if (to === unknown) {
          to = this.#transition(state, symbol);
          table = this.#table;
        }
        if (to < 0) {
          if (-to & 1) last = at;
          state = -to >> 1;
          if (state === dead) {
            this.stoppedAt = at;
            return last;
          }
          at += length;
          continue;
        }
      }
      state = to;
      at += length;
    }
    this.stoppedAt = end;
    return this.#matches(state, after) ? end : last;
  }

  /**
   * The smallest start, not before `from`, of a match that ends at `end`; -1 if there is none. `before` is the symbol in front
   * of `from`, `after` the one at `end`, and the text may start further ahead, at `start`.
   */
  matchStart(bytes: Uint8Array, start: number, from: number, end: number, before: number, after: number): number {
    const alphabet = this.#alphabet;
    const symbols = alphabet.bytes;
    let state = this.start(after);
    let table = this.#table;
    const dead = this.#stride;
    let first = -1;
    for (let at = end; at > from;) {
      const byte = bytes[at - 1]!;
      let symbol = symbols[byte]!;
      let length = 1;
      if (symbol === undecided || byte === 10) {
        const step = alphabet.previous(bytes, start, at);
        symbol = (step / stepFactor) | 0;
        length = step % stepFactor;
        if (symbol >= this.#stride) return this.#widened(() => this.matchStart(bytes, start, from, end, before, after));
      }
      let to = table[state + symbol]!;
      if (to < 0) {
        if (to === unknown) {
          to = this.#transition(state, symbol);
          table = this.#table;
        }
        if (to < 0) {
          if (-to & 1) first = at;
          state = -to >> 1;
          if (state === dead) return first;
          at -= length;
          continue;
        }
      }
      state = to;
      at -= length;
    }
    return this.#matches(state, before) ? from : first;
  }

  /** The alphabet has grown: starts over with a wider table. */
  #widened(again: () => number): number {
    this.widen();
    return again();
  }

  #matches(state: number, edge: number): boolean {
    const to = this.step(state, edge);
    return to < 0 && (-to & 1) === 1;
  }

  /** The entry of the table for a state and a symbol, worked out if it is not known. */
  step(state: number, symbol: number): number {
    const to = this.#table[state + symbol]!;
    return to === unknown ? this.#transition(state, symbol) : to;
  }

  /** The state before anything is read, next to a symbol. */
  start(beside: number): number {
    const traits = this.#alphabet.traits(beside) & this.#mask;
    const known = this.#startStates[traits]!;
    if (known !== 0) return known;
    const number = this.#number(Int32Array.of(this.#program.start), traits, this.#forward);
    this.#emptied = false;
    this.#startStates[traits] = number;
    return number;
  }

  #transition(from: number, symbol: number): number {
    const state = this.#states[from / this.#stride]!;
    const traits = this.#alphabet.traits(symbol);
    const row = this.#alphabet.row(symbol);
    const left = this.#forward ? state.traits : traits;
    const right = this.#forward ? traits : state.traits;
    this.#visit++;
    this.#targets = [];
    let matched = false;
    for (let index = 0; index < state.list.length; index++) {
      if (!this.#follow(state.list[index]!, row, left, right)) continue;
      matched = true;
      if (this.#forward) break;
    }
    const searching = state.searching && !matched;
    if (searching) this.#target(this.#program.start);
    const to = this.#number(Int32Array.from(this.#targets), traits & this.#mask, searching);
    const entry = matched || to === this.#stride ? -(to * 2 + (matched ? 1 : 0)) : to;
    if (!this.#emptied) this.#table[from + symbol] = entry;
    this.#emptied = false;
    return entry;
  }

  /** Follows an instruction to the characters it waits for; true when it reaches the end of the pattern. */
  #follow(from: number, row: Uint8Array, left: number, right: number): boolean {
    const { ops, x, y } = this.#program;
    const stack = this.#stack;
    let matched = false;
    stack.length = 0;
    for (let pc: number | undefined = from; pc !== undefined;) {
      if (this.#visited[pc] === this.#visit) {
        pc = stack.pop();
        continue;
      }
      this.#visited[pc] = this.#visit;
      switch (ops[pc]) {
        case op.split:
          stack.push(y[pc]!);
          pc = x[pc];
          continue;
        case op.assert:
          pc = holds(assertions[x[pc]!]!, left, right) ? y[pc] : stack.pop();
          continue;
        case op.save:
          pc = y[pc];
          continue;
        case op.set:
          if (row[x[pc]!] === 1) this.#target(y[pc]!);
          break;
        case op.match:
          matched = true;
          if (this.#forward) return true;
          break;
      }
      pc = stack.pop();
    }
    return matched;
  }

  #target(pc: number): void {
    if (this.#targeted[pc] === this.#visit) return;
    this.#targeted[pc] = this.#visit;
    this.#targets.push(pc);
  }

  /** The number of a state, which is made if it is new; the table may be emptied for it. */
  #number(list: Int32Array, traits: number, searching: boolean): number {
    if (list.length === 0) return this.#stride;
    const key = `${searching ? -traits - 1 : traits}:${list.join()}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const full = (this.#states.length + 1) * this.#stride > this.#table.length;
    if ((full && !this.#grow()) || this.#instructions + list.length > this.#limits.instructions) {
      this.#empty();
      this.#emptied = true;
    }
    this.#instructions += list.length;
    const number = this.#states.length * this.#stride;
    this.#states.push({ list, traits, searching });
    this.#numbers.set(key, number);
    return number;
  }

  #allocate(length: number): Int32Array<ArrayBuffer> {
    return this.#storage ? this.#storage.subarray(0, length) : new Int32Array(length);
  }

  #grow(): boolean {
    const most = this.#storage ? this.#storage.length : Math.max(this.#limits.entries, this.#stride * 16);
    if (this.#table.length * 2 > most) return false;
    const larger = this.#allocate(this.#table.length * 2);
    if (larger.byteOffset !== this.#table.byteOffset || larger.buffer !== this.#table.buffer) larger.set(this.#table);
    larger.fill(unknown, this.#table.length);
    this.#table = larger;
    return true;
  }

  /** Row 0 is never used, so that no negative entry is -1, and row 1 is the dead state. */
  #empty(): void {
    this.#table = this.#allocate(this.#stride * 16).fill(unknown);
    this.#generation++;
    const nowhere: State = { list: new Int32Array(0), traits: 0, searching: false };
    this.#states = [nowhere, nowhere];
    this.#numbers = new Map();
    this.#startStates.fill(0);
    this.#instructions = 0;
  }
}

/** Traits of the character passed last that some assertion of the program asks for. */
function relevantTraits(program: Program, forward: boolean): number {
  let mask = 0;
  for (const assertion of program.assertions) {
    if (assertion === "boundary" || assertion === "no_boundary") mask |= trait.word;
    if (assertion === "line_start") mask |= forward ? trait.textStart | trait.newline : trait.noLine;
    if (assertion === "text_start" && forward) mask |= trait.textStart;
    if (assertion === "line_end" && !forward) mask |= trait.newline | trait.textEnd | trait.noLine;
    if (assertion === "text_end" && !forward) mask |= trait.textEnd;
    if (assertion === (forward ? "word_half_start" : "word_half_end")) mask |= trait.unicodeWord;
  }
  return mask;
}
