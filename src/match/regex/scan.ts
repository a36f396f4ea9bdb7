/** All matches of a piece, one after the other, by whatever searches for the next one. */
import { glue } from "../../model/glue.ts";
import type { Piece } from "../engine.ts";
import { stepFactor, symbol, type Alphabet } from "./alphabet.ts";
import { symbolAfter } from "./edges.ts";
import type { SpanBuilder } from "./spans.ts";

export interface Searcher {
  /** Where the last match found starts and ends. */
  readonly matchStart: number;
  readonly matchEnd: number;
  /** Takes up a piece; `search` is about the piece opened last. */
  open(piece: Piece): void;
  /** Finds the leftmost-first match that starts at `from` or later. */
  search(from: number): boolean;
}

/** Slots of all groups of the match that starts at `start`. */
type Capture = (piece: Piece, start: number, end: number) => Int32Array;

export interface ScanOptions {
  readonly alphabet: Alphabet;
  /** Whether an empty match on the empty line after a final newline counts, and in an empty file. */
  readonly emptyAfterFinalNewline: boolean;
  readonly emptyInEmptyFile: boolean;
  /** Absent where captures are not asked for. */
  readonly capture?: Capture;
}

/** Adds all matches of a piece, in some way that suits the pattern. */
export type PieceScan = (piece: Piece, options: ScanOptions, found: SpanBuilder) => void;

/** Empty matches always advance by a whole character, and one directly after the previous match is none. */
export function scan(piece: Piece, searcher: Searcher, options: ScanOptions, found: SpanBuilder): void {
  const { bytes, start, end } = piece;
  const { capture } = options;
  let previousEnd = -1;
  searcher.open(piece);
  for (let at = start; searcher.search(at);) {
    const { matchStart, matchEnd } = searcher;
    const empty = matchStart === matchEnd;
    if (!empty || (matchStart !== previousEnd && (matchStart < end || allowsEmptyAtEnd(piece, options)))) {
      found.add(matchStart, matchEnd);
      if (capture) found.addGroups(capture(piece, matchStart, matchEnd));
      previousEnd = matchEnd;
    }
    if (matchEnd >= end && (empty || !allowsEmptyAtEnd(piece, options))) break;
    at = empty ? matchEnd + (options.alphabet.next(bytes, matchEnd, end) % stepFactor) : matchEnd;
  }
}

function allowsEmptyAtEnd(piece: Piece, options: ScanOptions): boolean {
  const after = symbolAfter(piece);
  if (after === symbol.textEnd) return true;
  if (after === symbol.pieceEnd) return false;
  return piece.first && piece.start === piece.end ? options.emptyInEmptyFile : options.emptyAfterFinalNewline;
}

glue(scan, allowsEmptyAtEnd);
