/** The matches of one file as a search lists them. All are counted; texts are made only for those that are listed. */
import type { Content } from "../model/content.ts";
import type { Spans } from "../model/edit.ts";
import { glue, glueWhole } from "../model/glue.ts";
import type { Job } from "../model/job.ts";
import type { SearchMatch } from "../model/outcome.ts";
import { toStoredOffsets } from "../text/encode.ts";
import { lineHash } from "../text/line-hash.ts";
import { LineCursor } from "../text/lines.ts";
import { toLosslessString } from "../text/lossless.ts";
import type { Found } from "./engine.ts";

/** A part of a file in whole lines. */
export interface Part {
  readonly stored: Uint8Array;
  readonly content: Content;
  /** Where `stored` starts in the file, in bytes. */
  readonly offset: number;
  /** Number of the first line; asked for only where a match is listed. */
  readonly line: number;
}

/** In characters. */
const snippetLength = 200;
/** No character takes more bytes than four. */
const snippetBytes = snippetLength * 4;
/** The text of a longer line, in bytes, is told with its first match alone: told with each, it would grow as its square. */
const longestRepeated = 1024;
const lf = 0x0a;
const cr = 0x0d;

export class MatchList {
  static {
    glueWhole(this);
  }
  readonly matches: (SearchMatch & { further?: number })[] = [];
  count = 0;
  readonly #limit: number;
  readonly #detail: boolean;
  readonly #lines: boolean;

  /** `limit`: most matches to list. */
  constructor({ wants }: Job, limit: number) {
    this.#limit = limit;
    this.#detail = wants.detail;
    this.#lines = wants.lines;
  }

  /** Adds the matches of a part; they come in order. */
  add(part: Part, spans: Spans, captures: Found["captures"]): void {
    this.count += spans.count;
    if (this.matches.length >= this.#limit) return;
    const { content, line: firstLine } = part;
    const cursor = new LineCursor(content.bytes);
    const texts = new Texts(content.bytes, cursor, this.#lines);
    const places = this.#detail ? storedPlaces(part, spans) : undefined;
    let lastLine = -1;
    for (let i = 0; i < spans.count && (this.#lines || this.matches.length < this.#limit); i++) {
      const start = spans.starts[i]!;
      const { line, column } = cursor.seek(start);
      const isNew = line !== lastLine;
      if (this.#lines && !isNew) {
        const listed = this.matches.at(-1)!;
        listed.further = (listed.further ?? 0) + 1;
        continue;
      }
      if (this.matches.length >= this.#limit) return;
      lastLine = line;
      const place = { line: firstLine + line - 1, column, snippet: texts.snippet(start, spans.ends[i]!) };
      if (this.#detail) {
        const bytes = places && { start: places[2 * i]! + part.offset, end: places[2 * i + 1]! + part.offset };
        const anchor = `${place.line}:${texts.lineHash()}`;
        const named = captures?.(i);
        const text = (isNew || cursor.end - cursor.start <= longestRepeated) && { text: texts.line() };
        this.matches.push({ ...place, ...bytes, ...text, anchor, ...(named && { captures: named }) });
      } else if (this.#lines) this.matches.push({ ...place, text: texts.line() });
      else this.matches.push(place);
    }
  }
}

function storedPlaces({ stored, content }: Part, spans: Spans): Int32Array | undefined {
  const places = new Int32Array(spans.count * 2);
  for (let i = 0; i < spans.count; i++) {
    places[2 * i] = spans.starts[i]!;
    places[2 * i + 1] = spans.ends[i]!;
  }
  return toStoredOffsets(stored, content, places);
}

/** Strings out of a text; what belongs to a line is made once for all its matches. */
class Texts {
  static {
    glue(this.prototype.snippet, this.prototype.line, this.prototype.lineHash);
  }
  readonly #buffer: Buffer;
  readonly #cursor: LineCursor;
  #lineOf = -1;
  #line = "";
  #hashOf = -1;
  #hash = "";
  /** Lines keep their bytes that are not UTF-8. */
  readonly #lossless: boolean;

  constructor(bytes: Uint8Array, cursor: LineCursor, lossless: boolean) {
    this.#buffer = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    this.#cursor = cursor;
    this.#lossless = lossless;
  }

  snippet(start: number, end: number): string {
    const { next } = this.#cursor;
    // The line the match starts on is known: its text ends where the first newline starts.
    let to = Math.min(end, next);
    if (to === next && to > start && this.#buffer[to - 1] === lf)
      to -= to - 1 > start && this.#buffer[to - 2] === cr ? 2 : 1;
    if (to - start <= snippetLength) return this.#buffer.toString("utf8", start, to);
    const text = this.#buffer.toString("utf8", start, Math.min(to, start + snippetBytes));
    return text.length <= snippetLength ? text : Array.from(text).slice(0, snippetLength).join("");
  }

  /** The line without its ending. */
  line(): string {
    const { start, end } = this.#cursor;
    if (this.#lineOf === start) return this.#line;
    this.#lineOf = start;
    this.#line = this.#lossless
      ? toLosslessString(this.#buffer.subarray(start, end))
      : this.#buffer.toString("utf8", start, end);
    return this.#line;
  }

  /** Three hexadecimal digits of the line's hash, as anchors carry them. */
  lineHash(): string {
    const { start, end } = this.#cursor;
    if (this.#hashOf !== start) this.#hash = lineHash(this.#buffer.subarray(start, end));
    this.#hashOf = start;
    return this.#hash;
  }
}
