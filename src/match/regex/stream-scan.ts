/**
 * Matches of a line pattern without a rare required text: bit streams say which lines may hold a match, sixty-four bytes a step,
 * and only those lines are searched for where it is.
 */
import { glue } from "../../model/glue.ts";
import type { Piece } from "../engine.ts";
import { lineNumbers, makeStreams, streamTextSize, type StreamProgram, type Streams } from "../kernels/streams.ts";
import { part } from "./candidates.ts";
import type { DfaSearcher } from "./dfa-search.ts";
import { scan, type ScanOptions } from "./scan.ts";
import type { SpanBuilder } from "./spans.ts";

/** Shorter pieces are searched at once. */
const leastBytes = 256;

const lf = 10;

export class StreamScanner {
  static {
    glue(this.prototype.scan);
  }
  readonly #program: StreamProgram;
  readonly #searcher: DfaSearcher;
  #kernel: Streams | undefined;
  /** Bytes still to be searched before the kernel is built. */
  #warmUp: number;

  /** The kernel, which takes milliseconds to build, is not used for the first `warmUp` bytes. */
  constructor(program: StreamProgram, searcher: DfaSearcher, warmUp: number) {
    this.#program = program;
    this.#searcher = searcher;
    this.#warmUp = warmUp;
  }

  scan(piece: Piece, options: ScanOptions, found: SpanBuilder): void {
    const { bytes, start, end } = piece;
    const searcher = this.#searcher;
    this.#warmUp -= end - start;
    let at = start;
    if (this.#warmUp < 0 && end - start >= leastBytes) {
      const kernel = (this.#kernel ??= makeStreams(this.#program));
      while (at < end) {
        const to = end - at <= streamTextSize ? end : bytes.lastIndexOf(lf, at + streamTextSize - 1) + 1;
        // A line that the kernel has no room for.
        if (to <= at) break;
        kernel.text.set(bytes.subarray(at, to));
        scanLines(piece, at, to, kernel.lines, kernel.run(to - at), searcher, options, found);
        at = to;
      }
    }
    if (at < end || start === end) scan(part(piece, at, end), searcher, options, found);
  }
}

/** Searches the lines that a kernel has found in `[start, end)`, neighbours at once. */
function scanLines(
  piece: Piece,
  start: number,
  end: number,
  lines: Int32Array,
  count: number,
  searcher: DfaSearcher,
  options: ScanOptions,
  found: SpanBuilder,
): void {
  for (let at = 0; at < count * lineNumbers;) {
    const from = start + lines[at]!;
    let next = lines[at + 1]!;
    let last = lines[at + 2]!;
    for (at += lineNumbers; at < count * lineNumbers && next === lines[at]; at += lineNumbers) {
      next = lines[at + 1]!;
      last = lines[at + 2]!;
    }
    const to = Math.min(start + next, end);
    const swept = options.capture ? from : searcher.sweep(piece.bytes, from, to, start + last, found);
    if (swept < to) scan(part(piece, swept, to), searcher, options, found);
  }
}

glue(scanLines);
