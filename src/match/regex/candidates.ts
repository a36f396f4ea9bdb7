/** Matches of a line pattern with a required text: only lines that hold the text are searched. */
import type { Piece } from "../engine.ts";
import { viewOf, type Finder } from "./hits.ts";
import { scan, type ScanOptions, type Searcher } from "./scan.ts";
import type { SpanBuilder } from "./spans.ts";

/** After so many candidates their density is looked at, and again each time. */
const sample = 64;
/** With fewer bytes than this from one candidate line to the next it is cheaper to search all lines. */
const leastDistance = 96;

const lf = 10;

export function scanCandidates(
  piece: Piece,
  finder: Finder,
  searcher: Searcher,
  options: ScanOptions,
  found: SpanBuilder,
): void {
  const { bytes, start, end } = piece;
  const view = viewOf(bytes, start, end);
  const hits = finder.hits(view);
  let sampledAt = 0;
  let candidates = 0;
  for (let at = 0, hit = hits.next(0); hit >= 0; hit = hits.next(at)) {
    const lineStart = hit === at ? at : Math.max(at, view.lastIndexOf(lf, hit - 1) + 1);
    const newline = view.indexOf(lf, hit);
    const lineEnd = newline < 0 ? view.length : newline + 1;
    scan(part(piece, start + lineStart, start + lineEnd), searcher, options, found);
    at = lineEnd;
    if (at >= view.length) return;
    if (++candidates < sample) continue;
    if (at - sampledAt < sample * leastDistance) {
      scan(part(piece, start + at, end), searcher, options, found);
      return;
    }
    candidates = 0;
    sampledAt = at;
  }
}

/** Whole lines of a piece as a piece of their own. */
export function part(piece: Piece, start: number, end: number): Piece {
  return {
    bytes: piece.bytes,
    start,
    end,
    first: piece.first && start === piece.start,
    last: piece.last && end === piece.end,
  };
}
