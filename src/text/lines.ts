/** Lines of a text: where an offset lies, and how lines end. A line ends at an LF; a CR belongs to the ending only right before one. */
import type { EndOfLine } from "../model/outcome.ts";
import { countNewlines } from "./newlines.ts";

const lf = 0x0a;
const cr = 0x0d;

/** In bytes. */
const longestExcerpt = 4096;

/**
 * Answers where offsets lie, in one pass over the text as long as they ascend.
 *
 * Columns count bytes of the decoded text in UTF-8, also where the file is stored otherwise.
 */
export class LineCursor {
  readonly #bytes: Uint8Array;
  /** 1-based. */
  line = 1;
  /** 1-based, in bytes. */
  column = 1;
  /** Where the line starts. */
  start = 0;
  /** Where the line's text ends, before its ending. */
  end = -1;
  /** Where the next line starts; the length of the text for the last line. */
  next = -1;

  /** Lines are counted from `start` on, which must be the start of line `line`. */
  constructor(bytes: Uint8Array, start = 0, line = 1) {
    this.#bytes = bytes;
    this.start = start;
    this.line = line;
    this.#measure();
  }

  /** Moves to the line that holds the offset; an offset lies on a line up to and including its LF. An offset before this line starts over. */
  seek(offset: number): this {
    if (offset < this.start) {
      this.line = 1;
      this.start = 0;
      this.#measure();
    }
    if (offset >= this.next && this.#endsInLf()) {
      const to = Math.min(offset, this.#bytes.length);
      this.line += 1 + countNewlines(this.#bytes, this.next, to);
      this.start = Math.max(this.next, this.#bytes.lastIndexOf(lf, to - 1) + 1);
      this.#measure();
    }
    this.column = offset - this.start + 1;
    return this;
  }

  /** The ending of the current line; undefined for a last line without one. */
  get ending(): "lf" | "crlf" | undefined {
    if (!this.#endsInLf()) return undefined;
    return this.next - this.end === 2 ? "crlf" : "lf";
  }

  /** The current line without its ending; undefined for a line that is too long to be shown. */
  get excerpt(): string | undefined {
    if (this.end - this.start > longestExcerpt) return undefined;
    return new TextDecoder().decode(this.#bytes.subarray(this.start, this.end));
  }

  #measure(): void {
    const at = indexOfLf(this.#bytes, this.start);
    this.next = at < 0 ? this.#bytes.length : at + 1;
    this.end = at < 0 ? this.next : at > this.start && this.#bytes[at - 1] === cr ? at - 1 : at;
  }

  #endsInLf(): boolean {
    return this.next > this.end;
  }
}

/** The ending of the first line; undefined when the text has only one line without an ending. */
export function firstEnding(bytes: Uint8Array): "lf" | "crlf" | undefined {
  const at = indexOfLf(bytes, 0);
  if (at < 0) return undefined;
  return at > 0 && bytes[at - 1] === cr ? "crlf" : "lf";
}

/** How the lines of a text end. */
export function endOfLine(bytes: Uint8Array): EndOfLine {
  const first = firstEnding(bytes);
  if (!first) return "none";
  if (first === "lf" && !bytes.includes(cr)) return first;
  for (let at = indexOfLf(bytes, 0); at >= 0; at = indexOfLf(bytes, at + 1)) {
    if ((bytes[at - 1] === cr) !== (first === "crlf")) return "mixed";
  }
  return first;
}

/** Where the next LF is, or -1. Looks a few bytes ahead before it asks the runtime, since most lines are short. */
export function indexOfLf(bytes: Uint8Array, from: number): number {
  const near = Math.min(from + 64, bytes.length);
  for (let i = from; i < near; i++) if (bytes[i] === lf) return i;
  return near === bytes.length ? -1 : bytes.indexOf(lf, near);
}
