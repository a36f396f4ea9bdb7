/** The lines of a text by number, and the rows that show them with their anchors. */
import type { Row } from "../schema/agent.ts";
import { lineHash } from "../text/line-hash.ts";
import { indexOfLf } from "../text/lines.ts";

const cr = 0x0d;

export class LineTable {
  readonly #bytes: Buffer;
  readonly #starts: readonly number[];
  /** What stands behind a final newline is no line; an empty text has none. */
  readonly count: number;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    this.#starts = lineStarts(bytes);
    this.count = this.#starts.length;
  }

  /** How many rows there are to point at: an empty text still has one, so that something can be written into it. */
  get rowCount(): number {
    return Math.max(1, this.count);
  }

  /** Where a line starts; lines are numbered from 1. */
  start(line: number): number {
    return this.#starts[line - 1] ?? this.#bytes.length;
  }

  /** Where the text of a line ends, before its ending. */
  end(line: number): number {
    const next = this.next(line);
    if (next === this.start(line) || this.#bytes[next - 1] !== 0x0a) return next;
    return next - 2 >= this.start(line) && this.#bytes[next - 2] === cr ? next - 2 : next - 1;
  }

  /** Where the line after it starts. */
  next(line: number): number {
    return this.#starts[line] ?? this.#bytes.length;
  }

  /** The ending of a line; empty for a last line without one. */
  ending(line: number): "" | "\n" | "\r\n" {
    const length = this.next(line) - this.end(line);
    return length === 0 ? "" : length === 1 ? "\n" : "\r\n";
  }

  /** The line that holds an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  hash(line: number): string {
    return lineHash(this.#bytes.subarray(this.start(line), this.end(line)));
  }

  row(line: number): Row {
    const hash = this.hash(line);
    return {
      line,
      hash,
      anchor: `${line}:${hash}`,
      raw: this.#bytes.toString("utf8", this.start(line), this.end(line)),
    };
  }

  /** From the first to the last line, both included, as far as there are such lines. */
  rows(first: number, last: number): Row[] {
    const rows: Row[] = [];
    for (let line = Math.max(1, first); line <= Math.min(last, this.rowCount); line++) rows.push(this.row(line));
    return rows;
  }

  /** The text of whole lines with their endings. */
  text(first: number, last: number): string {
    return this.#bytes.toString("utf8", this.start(first), this.next(last));
  }
}

function lineStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = 0; at < bytes.length;) {
    starts.push(at);
    const newline = indexOfLf(bytes, at);
    at = newline < 0 ? bytes.length : newline + 1;
  }
  return starts;
}
