/** The matches of one file as a script sees them. Texts are cut from one string of the file. */
import { isAscii, isUtf8 } from "node:buffer";
import type { Content } from "../../model/content.ts";
import type { Spans } from "../../model/edit.ts";
import type { Match } from "../../model/script.ts";
import { LineCursor } from "../../text/lines.ts";
import { toLosslessString } from "../../text/lossless.ts";
import type { Found } from "../engine.ts";
import { spliced, type TextEdit } from "./nesting.ts";

export interface ScriptMatches {
  readonly spans: Spans;
  readonly groupCount: number;
  readonly groupNames: readonly (readonly [name: string, group: number])[];
  /** Present for matches that may lie inside one another and whose named texts are no groups. */
  readonly captureRanges: Found["captureRanges"];
}

interface Place {
  readonly line: number;
  readonly column: number;
  /** The ending of the line. */
  readonly ending: "lf" | "crlf" | undefined;
}

export class MatchReader {
  readonly #matches: ScriptMatches;
  readonly #path: string;
  readonly #cursor: LineCursor;
  readonly #places: readonly Place[] | undefined;
  readonly #text: (start: number, end: number) => string;

  constructor(matches: ScriptMatches, { bytes }: Content, path: string) {
    this.#matches = matches;
    this.#path = path;
    this.#cursor = new LineCursor(bytes);
    this.#places = matches.captureRanges && this.#allPlaces();
    this.#text = textOf(bytes);
  }

  /** Where a match starts. Matches that do not lie inside one another are asked for in order; good until the next call. */
  place(index: number): Place {
    return this.#places?.[index] ?? this.#cursor.seek(this.#matches.spans.starts[index]!);
  }

  /** A match and its text as it is in the file; `inner`: what became of the matches inside it. */
  at(index: number, inner: readonly TextEdit[]): { match: Match; original: string } {
    const { spans, groupCount, groupNames, captureRanges } = this.#matches;
    const range = { start: spans.starts[index]!, end: spans.ends[index]! };
    const original = this.#text(range.start, range.end);
    const text = inner.length === 0 ? original : spliced(range, inner, this.#text);
    const { line, column } = this.place(index);
    const groups = groupCount === 0 ? [text] : this.#groups(index, text);
    const named = captureRanges ? this.#named(captureRanges(index), inner) : namedOf(groups, groupNames);
    return { match: { text, groups, named, path: this.#path, line, column, index }, original };
  }

  #allPlaces(): Place[] {
    const { starts, count } = this.#matches.spans;
    return Array.from(starts.subarray(0, count), (start) => {
      const { line, column, ending } = this.#cursor.seek(start);
      return { line, column, ending };
    });
  }

  #named(ranges: ReturnType<NonNullable<Found["captureRanges"]>>, inner: readonly TextEdit[]): Match["named"] {
    const named: Record<string, string | undefined> = {};
    for (const [name, range] of Object.entries(ranges)) named[name] = range ? spliced(range, inner, this.#text) : "";
    return named;
  }

  #groups(index: number, whole: string): (string | undefined)[] {
    const { spans, groupCount } = this.#matches;
    const offsets = spans.groups!;
    const groups: (string | undefined)[] = [whole];
    for (let group = 0; group < groupCount; group++) {
      const at = (index * groupCount + group) * 2;
      groups.push(offsets[at]! < 0 ? undefined : this.#text(offsets[at]!, offsets[at + 1]!));
    }
    return groups;
  }
}

const none: Readonly<Record<string, string>> = Object.freeze({});

function namedOf(groups: readonly (string | undefined)[], names: ScriptMatches["groupNames"]): Match["named"] {
  if (names.length === 0) return none;
  const named: Record<string, string | undefined> = {};
  for (const [name, group] of names) named[name] = groups[group];
  return named;
}

function textOf(bytes: Uint8Array): (start: number, end: number) => string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) {
    const text = buffer.toString("latin1");
    return (start, end) => text.substring(start, end);
  }
  if (isUtf8(bytes)) return (start, end) => buffer.toString("utf8", start, end);
  return (start, end) => toLosslessString(bytes.subarray(start, end));
}
