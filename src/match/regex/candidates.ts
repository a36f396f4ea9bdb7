/** Matches of a line pattern with a required text: only lines that hold the text are searched. */
import { glue } from "../../model/glue.ts";
import { indexOfLf } from "../../text/lines.ts";
import type { Piece } from "../engine.ts";
import type { Finder } from "./finder.ts";
import { scan, type PieceScan, type ScanOptions, type Searcher } from "./scan.ts";
import type { SpanBuilder } from "./spans.ts";

/** After so many candidates their density is looked at, and again each time. */
const sample = 32;
/** With fewer bytes than this from one candidate line to the next it is cheaper to look at all lines. */
const leastDistance = 400;

const lf = 10;

/** `scanAll` takes over where candidates are dense. */
export function scanCandidates(
  piece: Piece,
  finder: Finder,
  searcher: Searcher,
  scanAll: PieceScan,
  options: ScanOptions,
  found: SpanBuilder,
): void {
  const { bytes, start, end } = piece;
  finder.open(bytes, start, end);
  let sampledAt = start;
  let candidates = 0;
  for (let at = start, hit = finder.next(at); hit >= 0; hit = finder.next(at)) {
    const lineStart = hit === at ? at : Math.max(at, bytes.lastIndexOf(lf, hit - 1) + 1);
    const newline = indexOfLf(bytes, hit);
    const lineEnd = newline < 0 || newline >= end ? end : newline + 1;
    scan(part(piece, lineStart, lineEnd), searcher, options, found);
    at = lineEnd;
    if (at >= end) return;
    if (++candidates < sample) continue;
    if (at - sampledAt < sample * leastDistance) {
      scanAll(part(piece, at, end), options, found);
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

glue(scanCandidates, part);
