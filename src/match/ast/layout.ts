/** Lines of a file in random order: how they are indented and how they end. Made once for a file and only when asked. */
import { firstEnding } from "../../text/lines.ts";

const lf = 0x0a;
const cr = 0x0d;

export class Layout {
  readonly #bytes: Uint8Array;
  #starts: Int32Array | undefined;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** 1-based. */
  lineAt(offset: number): number {
    return this.#lineIndex(offset) + 1;
  }

  /** Where the line starts that holds the offset. */
  lineStart(offset: number): number {
    return this.#lineStarts()[this.#lineIndex(offset)]!;
  }

  /** The spaces and tabs that the line of this offset starts with, at most up to the offset. */
  indentAt(offset: number): Uint8Array {
    const start = this.lineStart(offset);
    return leadingBlanks(this.#bytes, start, offset);
  }

  /** The line ending to insert at this offset: that of its line, else of the first line, else LF. */
  endingAt(offset: number): "\n" | "\r\n" {
    const next = this.#lineStarts()[this.#lineIndex(offset) + 1];
    const ending = next === undefined ? firstEnding(this.#bytes) : this.#bytes[next - 2] === cr ? "crlf" : "lf";
    return ending === "crlf" ? "\r\n" : "\n";
  }

  #lineIndex(offset: number): number {
    const starts = this.#lineStarts();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #lineStarts(): Int32Array {
    if (this.#starts !== undefined) return this.#starts;
    const starts = [0];
    for (let at = this.#bytes.indexOf(lf); at >= 0; at = this.#bytes.indexOf(lf, at + 1)) starts.push(at + 1);
    return (this.#starts = Int32Array.from(starts));
  }
}

/** The spaces and tabs at `start`, at most up to `end`. */
function leadingBlanks(bytes: Uint8Array, start: number, end: number): Uint8Array {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return bytes.subarray(start, at);
}

/** Text of several lines with the indentation it has where it stands. */
export interface IndentedText {
  readonly bytes: Uint8Array;
  /** Indentation of the line on which the text starts in the source. */
  readonly base: Uint8Array;
  /** Ascending ranges of `bytes` whose line starts must stay (the inside of string literals). */
  readonly fixed: readonly (readonly [start: number, end: number])[];
}

/**
 * Appends the text so that lines which were at least as far in as `base` keep their distance to `target`; others stay.
 * `moved` is told where each line that does not stay started.
 */
export function appendIndented(
  append: (bytes: Uint8Array) => void,
  text: IndentedText,
  target: Uint8Array,
  moved?: (line: number) => void,
): void {
  const { bytes, base, fixed } = text;
  if (sameBytes(base, target)) return append(bytes);
  let from = 0;
  let next = 0;
  for (let at = bytes.indexOf(lf); at >= 0; at = bytes.indexOf(lf, at + 1)) {
    const line = at + 1;
    while (next < fixed.length && fixed[next]![1] < line) next++;
    const inFixed = next < fixed.length && fixed[next]![0] < line;
    if (inFixed || isBlankLine(bytes, line) || !startsWith(bytes, line, base)) continue;
    append(bytes.subarray(from, line));
    append(target);
    moved?.(line);
    from = line + base.length;
  }
  append(bytes.subarray(from));
}

/** A text with its further lines as far in as if its first one had no indentation. */
export function withoutIndent(bytes: Uint8Array, base: Uint8Array): Uint8Array {
  if (base.length === 0) return bytes;
  const chunks: Uint8Array[] = [];
  appendIndented((chunk) => void chunks.push(chunk), { bytes, base, fixed: [] }, new Uint8Array(0));
  return Buffer.concat(chunks);
}

function isBlankLine(bytes: Uint8Array, start: number): boolean {
  let at = start;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at++;
  return bytes[at] === lf || (bytes[at] === cr && bytes[at + 1] === lf);
}

function startsWith(bytes: Uint8Array, at: number, prefix: Uint8Array): boolean {
  for (let i = 0; i < prefix.length; i++) if (bytes[at + i] !== prefix[i]) return false;
  return true;
}

function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return true;
}
