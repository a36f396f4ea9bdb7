/** All matches of a piece, one after the other, by whatever searches for the next one. */
import type { Spans } from "../../model/edit.ts";
import type { Piece } from "../engine.ts";
import { stepFactor, symbol, type Alphabet } from "./alphabet.ts";
import { edgesOf } from "./edges.ts";
import { SpanBuilder } from "./spans.ts";

export interface Searcher {
  /** Where the last match found starts and ends. */
  readonly matchStart: number;
  readonly matchEnd: number;
  /** Finds the leftmost-first match that starts at `from` or later. */
  search(piece: Piece, from: number): boolean;
}

/** Slots of all groups of the match that starts at `start`; undefined where captures are not asked for. */
export type Capture = (piece: Piece, start: number, end: number) => Int32Array;

export interface ScanOptions {
  readonly alphabet: Alphabet;
  readonly groupCount: number;
  /** Whether an empty match on the empty line after a final newline counts, and in an empty file. */
  readonly emptyAfterFinalNewline: boolean;
  readonly emptyInEmptyFile: boolean;
}

/** Empty matches always advance by a whole character, and one directly after the previous match is none. */
export function scan(piece: Piece, searcher: Searcher, options: ScanOptions, capture?: Capture): Spans {
  const { bytes, start, end } = piece;
  const found = new SpanBuilder(capture ? options.groupCount : 0);
  const emptyAtEnd = allowsEmptyAtEnd(piece, options);
  let previousEnd = -1;
  for (let at = start; searcher.search(piece, at);) {
    const { matchStart, matchEnd } = searcher;
    const empty = matchStart === matchEnd;
    if (!empty || (matchStart !== previousEnd && (matchStart < end || emptyAtEnd))) {
      found.add(matchStart, matchEnd);
      if (capture) found.addGroups(capture(piece, matchStart, matchEnd));
      previousEnd = matchEnd;
    }
    if (empty && matchEnd >= end) break;
    at = empty ? matchEnd + (options.alphabet.next(bytes, matchEnd, end) % stepFactor) : matchEnd;
  }
  return found.build();
}

function allowsEmptyAtEnd(piece: Piece, options: ScanOptions): boolean {
  const { after } = edgesOf(piece);
  if (after === symbol.textEnd) return true;
  if (after === symbol.pieceEnd) return false;
  return piece.first && piece.start === piece.end ? options.emptyInEmptyFile : options.emptyAfterFinalNewline;
}
