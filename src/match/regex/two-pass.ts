/**
 * Finds all matches of a text in time linear in the text, whatever the pattern: a first pass from the end notes at each place
 * which instructions can still reach a match from there, and then a single thread walks forward and is never wrong. Costs four
 * bytes for each byte of text, so it is kept for texts in which looking for the longest match again and again would be
 * quadratic, as with `(?s)a(.*z)?` where there is no `z`.
 */
import type { Piece } from "../engine.ts";
import { holds, stepFactor, type Alphabet } from "./alphabet.ts";
import { symbolAfter, symbolBefore } from "./edges.ts";
import { assertions, op, type Program } from "./program.ts";
import type { Searcher } from "./scan.ts";

/** What is known at a place of the text. */
interface Outlook {
  /** By instruction: 1 for one that reads the character that follows and can then still reach a match. */
  readonly live: Uint8Array;
  /** Of the character that follows. */
  readonly traits: number;
  /** By symbol, the outlook one character before; 0 for one not worked out yet. */
  readonly before: number[];
  /** By traits of the character before: 1 when a match can start here, 2 when none can. */
  readonly starts: Uint8Array;
}

/** Bytes in the sets of all outlooks. */
const mostBytes = 64 * 1024 * 1024;

export class TwoPassSearcher implements Searcher {
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  /** Number 0 is not used. */
  #outlooks: Outlook[] = [];
  #numbers = new Map<string, number>();
  /** The number of the outlook at each place, counted from the start of the piece. */
  #places = new Int32Array(0);
  #piece: Piece = { bytes: new Uint8Array(0), start: 0, end: 0, first: true, last: true };
  #edges = { before: 0, after: 0 };
  readonly #visited: Int32Array;
  #visit = 0;
  readonly #stack: number[] = [];
  matchStart = 0;
  matchEnd = 0;

  constructor(program: Program, alphabet: Alphabet) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#visited = new Int32Array(program.ops.length);
  }

  /** Makes the first pass; `ready` says whether it came to an end. */
  open(piece: Piece): void {
    this.#piece = piece;
    this.#edges = { before: symbolBefore(piece), after: symbolAfter(piece) };
    this.#outlooks = [none];
    this.#numbers = new Map();
    this.#places = new Int32Array(piece.end - piece.start + 1);
    const alphabet = this.#alphabet;
    const { bytes, start, end } = piece;
    let number = this.#outlook([], alphabet.traits(this.#edges.after));
    this.#places[end - start] = number;
    for (let at = end; at > start;) {
      const step = alphabet.previous(bytes, start, at);
      const symbol = (step / stepFactor) | 0;
      at -= step % stepFactor;
      number = this.#outlooks[number]!.before[symbol] || this.#back(number, symbol);
      if (number === 0) return;
      this.#places[at - start] = number;
    }
  }

  get ready(): boolean {
    return this.#places[0] !== 0;
  }

  search(from: number): boolean {
    const { bytes, start, end } = this.#piece;
    const alphabet = this.#alphabet;
    let left = from === start ? this.#edges.before : (alphabet.previous(bytes, start, from) / stepFactor) | 0;
    for (let at = from; ;) {
      if (this.#canStart(this.#outlooks[this.#places[at - start]!]!, alphabet.traits(left))) {
        this.matchStart = at;
        this.matchEnd = this.#walk(at, left);
        return true;
      }
      if (at >= end) return false;
      const step = alphabet.next(bytes, at, end);
      left = (step / stepFactor) | 0;
      at += step % stepFactor;
    }
  }

  /** From a place where a match starts to where it ends. */
  #walk(from: number, before: number): number {
    const { bytes, start, end } = this.#piece;
    const alphabet = this.#alphabet;
    let pc = this.#program.start;
    let left = before;
    for (let at = from; ;) {
      const outlook = this.#outlooks[this.#places[at - start]!]!;
      const next = this.#first(pc, outlook, alphabet.traits(left));
      if (next < 0) return at;
      const step = alphabet.next(bytes, at, end);
      left = (step / stepFactor) | 0;
      at += step % stepFactor;
      pc = this.#program.y[next]!;
    }
  }

  #canStart(outlook: Outlook, left: number): boolean {
    if (outlook.starts[left] === 0)
      outlook.starts[left] = this.#first(this.#program.start, outlook, left) === nowhere ? 2 : 1;
    return outlook.starts[left] === 1;
  }

  /** The preferred instruction for a character that leads to a match; `matched` at the end of the pattern, `nowhere` for none. */
  #first(from: number, outlook: Outlook, left: number): number {
    const { ops, x, y } = this.#program;
    const stack = this.#stack;
    this.#visit++;
    stack.length = 0;
    for (let pc: number | undefined = from; pc !== undefined;) {
      if (this.#visited[pc] !== this.#visit) {
        this.#visited[pc] = this.#visit;
        switch (ops[pc]) {
          case op.split:
            stack.push(y[pc]!);
            pc = x[pc];
            continue;
          case op.assert:
            if (!holds(assertions[x[pc]!]!, left, outlook.traits)) break;
            pc = y[pc];
            continue;
          case op.save:
            pc = y[pc];
            continue;
          case op.set:
            if (outlook.live[pc] === 1) return pc;
            break;
          case op.match:
            return matched;
        }
      }
      pc = stack.pop();
    }
    return nowhere;
  }

  /** The outlook one character before another; 0 when there are too many. */
  #back(number: number, symbol: number): number {
    const { ops, x, y } = this.#program;
    const outlook = this.#outlooks[number]!;
    const row = this.#alphabet.row(symbol);
    const traits = this.#alphabet.traits(symbol);
    const list: number[] = [];
    for (let pc = 0; pc < ops.length; pc++)
      if (ops[pc] === op.set && row[x[pc]!] === 1 && this.#first(y[pc]!, outlook, traits) !== nowhere) list.push(pc);
    const before = this.#outlook(list, traits);
    outlook.before[symbol] = before;
    return before;
  }

  #outlook(list: readonly number[], traits: number): number {
    const key = `${traits}:${list.join()}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const size = this.#program.ops.length + 512;
    if (this.#outlooks.length * size > mostBytes) return 0;
    const live = new Uint8Array(this.#program.ops.length);
    for (const pc of list) live[pc] = 1;
    this.#outlooks.push({ live, traits, before: [], starts: new Uint8Array(64) });
    const number = this.#outlooks.length - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

const matched = -1;
const nowhere = -2;

const none: Outlook = { live: new Uint8Array(0), traits: 0, before: [], starts: new Uint8Array(64) };
