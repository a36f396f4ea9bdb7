/**
 * Where literals stand as whole words. One pass from left to right over the bytes; which of the occurrences that
 * overlap is meant is decided afterwards.
 */
import { classAt, connector, isWordEdge, other, upper, wordAfter, wordBefore } from "./characters.ts";
import { LiteralSet } from "./literals.ts";

/** What may stand next to an occurrence. */
export type Edges =
  /** The edges of words inside a longer identifier. */
  | "subword"
  /** No word character; next to a dashed name no dash that leads to one. */
  | "identifier"
  /** No word character. */
  | "word";

/** Occurrences by their start, those at one place longest first. */
export interface Occurrences {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  /** Which literal. */
  literals: Int32Array;
}

export class OccurrenceFinder {
  readonly #set: LiteralSet;
  readonly #lengths: Int32Array;
  /** Literals that start or end in punctuation or a connector: no word may go on there. */
  readonly #hardStart: readonly boolean[];
  readonly #hardEnd: readonly boolean[];
  readonly #dashed: readonly boolean[];
  readonly #edges: Edges;
  readonly #strict: number;

  /**
   * The literals must be distinct and not empty. Those after the first `strict` ones may also have a capital beside them,
   * where it is not clear whether a word ends.
   */
  constructor(literals: readonly string[], edges: Edges, strict = literals.length) {
    const encoder = new TextEncoder();
    const strings = literals.map((literal) => encoder.encode(literal));
    this.#set = new LiteralSet(strings);
    this.#lengths = Int32Array.from(strings, ({ length }) => length);
    this.#hardStart = strings.map((string) => classAt(string, 0, string.length) <= connector);
    this.#hardEnd = strings.map((string) => isHardEnd(string));
    this.#dashed = literals.map((literal) => literal.includes("-"));
    this.#edges = edges;
    this.#strict = strict;
  }

  /** All occurrences in `bytes[start, end)`; what stands outside is not looked at. */
  find(bytes: Uint8Array, start: number, end: number): Occurrences {
    const found = { count: 0, starts: new Int32Array(16), ends: new Int32Array(16), literals: new Int32Array(16) };
    const set = this.#set;
    for (let at = set.next(bytes, start, end); at < end; at = set.next(bytes, at + 1, end)) {
      for (let left = set.matchesAt(bytes, at, end); left > 0; left--) {
        const literal = set.found[left - 1]!;
        const stop = at + this.#lengths[literal]!;
        if (this.#stands(bytes, at, stop, start, end, literal)) push(found, at, stop, literal);
      }
    }
    return found;
  }

  #stands(bytes: Uint8Array, at: number, stop: number, low: number, high: number, literal: number): boolean {
    if (this.#edges === "subword") {
      const edge = literal < this.#strict ? isWordEdge : isWordEdgeOrCapital;
      const starts = this.#hardStart[literal] ? !wordBefore(bytes, at, low) : edge(bytes, at, low, high);
      return starts && (this.#hardEnd[literal] ? !wordAfter(bytes, stop, high) : edge(bytes, stop, low, high));
    }
    if (wordBefore(bytes, at, low) || wordAfter(bytes, stop, high)) return false;
    if (this.#edges === "word" || !this.#dashed[literal]) return true;
    const dashBefore = at > low && bytes[at - 1] === dash && wordBefore(bytes, at - 1, low);
    return !dashBefore && !(stop < high && bytes[stop] === dash && wordAfter(bytes, stop + 1, high));
  }
}

const dash = 0x2d;

function isWordEdgeOrCapital(bytes: Uint8Array, at: number, low: number, high: number): boolean {
  return classAt(bytes, at, high) === upper || isWordEdge(bytes, at, low, high);
}

function isHardEnd(string: Uint8Array): boolean {
  let last = string.length - 1;
  while (last > 0 && (string[last]! & 0xc0) === 0x80) last--;
  const kind = classAt(string, last, string.length);
  return kind === other || kind === connector;
}

function push(found: Occurrences, start: number, end: number, literal: number): void {
  const at = found.count++;
  if (at === found.starts.length) {
    found.starts = doubled(found.starts);
    found.ends = doubled(found.ends);
    found.literals = doubled(found.literals);
  }
  found.starts[at] = start;
  found.ends[at] = end;
  found.literals[at] = literal;
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
