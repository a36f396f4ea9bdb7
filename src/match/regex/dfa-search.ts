/** Finds the next match with two automata: one runs forward to where it ends, the other back to where it starts. */
import type { Piece } from "../engine.ts";
import { stepFactor, type Alphabet } from "./alphabet.ts";
import { Dfa, type DfaLimits } from "./dfa.ts";
import { edgesOf } from "./edges.ts";
import type { Program } from "./program.ts";
import type { Searcher } from "./scan.ts";

export class DfaSearcher implements Searcher {
  readonly #alphabet: Alphabet;
  readonly #ends: Dfa;
  readonly #starts: Dfa;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #before = 0;
  #after = 0;
  matchStart = 0;
  matchEnd = 0;

  constructor(forward: Program, backward: Program, alphabet: Alphabet, limits?: DfaLimits) {
    this.#alphabet = alphabet;
    this.#ends = new Dfa(forward, alphabet, "forward", limits);
    this.#starts = new Dfa(backward, alphabet, "backward", limits);
  }

  open(piece: Piece): void {
    const edges = edgesOf(piece);
    this.#bytes = piece.bytes;
    this.#start = piece.start;
    this.#end = piece.end;
    this.#before = edges.before;
    this.#after = edges.after;
  }

  search(from: number): boolean {
    const bytes = this.#bytes;
    const start = this.#start;
    const before = from === start ? this.#before : symbolOf(this.#alphabet.previous(bytes, start, from));
    const end = this.#ends.matchEnd(bytes, from, this.#end, before, this.#after);
    if (end < 0) return false;
    const after = end === this.#end ? this.#after : symbolOf(this.#alphabet.next(bytes, end, this.#end));
    this.matchEnd = end;
    this.matchStart = this.#starts.matchStart(bytes, start, from, end, before, after);
    return true;
  }
}

function symbolOf(step: number): number {
  return (step / stepFactor) | 0;
}
