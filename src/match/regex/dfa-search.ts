/**
 * Finds the next match with two automata: one runs forward to where it ends, the other back to where it starts. Where the first
 * one again and again has to look far beyond the end of a match, the two-pass search takes over.
 */
import { glue } from "../../model/glue.ts";
import type { Piece } from "../engine.ts";
import { stepFactor, symbol, type Alphabet } from "./alphabet.ts";
import { Dfa, type DfaLimits } from "./dfa.ts";
import { symbolAfter, symbolBefore } from "./edges.ts";
import type { Program } from "./program.ts";
import type { Searcher } from "./scan.ts";
import type { SpanBuilder } from "./spans.ts";
import { TwoPassSearcher } from "./two-pass.ts";

export class DfaSearcher implements Searcher {
  static {
    glue(this.prototype.search, this.prototype.open);
  }
  readonly #alphabet: Alphabet;
  readonly #ends: Dfa;
  readonly #starts: Dfa;
  #bytes: Uint8Array = new Uint8Array(0);
  #start = 0;
  #end = 0;
  #before = 0;
  #after = 0;
  #piece: Piece | undefined;
  /** Bytes that were read behind the ends of matches. */
  #overrun = 0;
  #twoPass: TwoPassSearcher | undefined;
  readonly #forward: Program;
  readonly #looksBeside: boolean;
  matchStart = 0;
  matchEnd = 0;

  constructor(forward: Program, backward: Program, alphabet: Alphabet, limits?: DfaLimits) {
    this.#alphabet = alphabet;
    this.#forward = forward;
    this.#ends = new Dfa(forward, alphabet, "forward", limits);
    this.#starts = new Dfa(backward, alphabet, "backward", limits);
    this.#looksBeside = forward.assertions.size > 0;
  }

  open(piece: Piece): void {
    this.#piece = piece;
    this.#overrun = 0;
    this.#twoPass = undefined;
    this.#bytes = piece.bytes;
    this.#start = piece.start;
    this.#end = piece.end;
    this.#before = symbolBefore(piece);
    this.#after = symbolAfter(piece);
  }

  search(from: number): boolean {
    if (this.#twoPass) return this.#searchTwoPass(this.#twoPass, from);
    const bytes = this.#bytes;
    const start = this.#start;
    const ends = this.#ends;
    const before =
      from === start || !ends.looksBeside ? this.#before : symbolOf(this.#alphabet.previous(bytes, start, from));
    const end = ends.matchEnd(bytes, from, this.#end, before, this.#after);
    if (end < 0) return false;
    const beside = end !== this.#end && this.#starts.looksBeside;
    const after = beside ? symbolOf(this.#alphabet.next(bytes, end, this.#end)) : this.#after;
    this.#watch(ends.stoppedAt - end);
    this.matchEnd = end;
    this.matchStart = this.#starts.matchStart(bytes, start, from, end, before, after);
    return true;
  }

  /**
   * All matches in `[start, end)` of a pattern that does not match the empty text: those that end behind `last` are none. Returns
   * where it stopped: at `start` where what stands beside a match has a say in it, and before `end` where it had to look far
   * beyond the ends of matches; there `search` has to go on.
   */
  sweep(bytes: Uint8Array, start: number, end: number, last: number, found: SpanBuilder): number {
    const ends = this.#ends;
    if (this.#looksBeside) return start;
    let overrun = 0;
    for (let at = start; at < last;) {
      const matchEnd = ends.matchEnd(bytes, at, end, symbol.newline, symbol.pieceEnd);
      if (matchEnd < 0) break;
      found.add(this.#starts.matchStart(bytes, start, at, matchEnd, symbol.newline, symbol.newline), matchEnd);
      at = matchEnd;
      overrun += ends.stoppedAt - matchEnd;
      if (overrun > overrunFactor * (end - start) + leastOverrun) return at;
    }
    return end;
  }

  #watch(overrun: number): void {
    this.#overrun += overrun;
    if (this.#overrun <= overrunFactor * (this.#end - this.#start) + leastOverrun) return;
    this.#overrun = -Infinity;
    const twoPass = new TwoPassSearcher(this.#forward, this.#alphabet);
    twoPass.open(this.#piece!);
    if (twoPass.ready) this.#twoPass = twoPass;
  }

  #searchTwoPass(twoPass: TwoPassSearcher, from: number): boolean {
    if (!twoPass.search(from)) return false;
    this.matchStart = twoPass.matchStart;
    this.matchEnd = twoPass.matchEnd;
    return true;
  }
}

/** The two-pass search takes over when texts have been read this often on average, and not for a few kilobytes. */
const overrunFactor = 4;
const leastOverrun = 65_536;

function symbolOf(step: number): number {
  return (step / stepFactor) | 0;
}
