/** Finds the next match with two automata: one runs forward to where it ends, the other back to where it starts. */
import type { Piece } from "../engine.ts";
import { stepFactor, type Alphabet } from "./alphabet.ts";
import { Dfa } from "./dfa.ts";
import { edgesOf } from "./edges.ts";
import type { Program } from "./program.ts";
import type { Searcher } from "./scan.ts";

export class DfaSearcher implements Searcher {
  readonly #alphabet: Alphabet;
  readonly #ends: Dfa;
  readonly #starts: Dfa;
  matchStart = 0;
  matchEnd = 0;

  constructor(forward: Program, backward: Program, alphabet: Alphabet) {
    this.#alphabet = alphabet;
    this.#ends = new Dfa(forward, alphabet, "forward");
    this.#starts = new Dfa(backward, alphabet, "backward");
  }

  search(piece: Piece, from: number): boolean {
    const { bytes, start, end } = piece;
    const edges = edgesOf(piece);
    const alphabet = this.#alphabet;
    const before = from === start ? edges.before : Math.floor(alphabet.previous(bytes, start, from) / stepFactor);
    const matchEnd = this.#ends.matchEnd(bytes, from, end, before, edges.after);
    if (matchEnd < 0) return false;
    const after = matchEnd === end ? edges.after : Math.floor(alphabet.next(bytes, matchEnd, end) / stepFactor);
    this.matchEnd = matchEnd;
    this.matchStart = this.#starts.matchStart(bytes, start, from, matchEnd, before, after);
    return true;
  }
}
