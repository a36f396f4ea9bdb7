/** The matches of one file as a script sees them. Read in ascending order; texts are cut from one string of the file. */
import { isAscii, isUtf8 } from "node:buffer";
import type { Content } from "../../model/content.ts";
import type { Spans } from "../../model/edit.ts";
import type { Match } from "../../model/script.ts";
import { LineCursor } from "../../text/lines.ts";
import { toLosslessString } from "../../text/lossless.ts";

export interface ScriptMatches {
  readonly spans: Spans;
  readonly groupCount: number;
  readonly groupNames: readonly (readonly [name: string, group: number])[];
  /** Named texts that are no groups. */
  captures?(index: number): Readonly<Record<string, string>>;
}

export class MatchReader {
  readonly #matches: ScriptMatches;
  readonly #path: string;
  readonly #cursor: LineCursor;
  readonly #text: (start: number, end: number) => string;

  constructor(matches: ScriptMatches, { bytes }: Content, path: string) {
    this.#matches = matches;
    this.#path = path;
    this.#cursor = new LineCursor(bytes);
    this.#text = textOf(bytes);
  }

  /** The ending of the line in which the last match starts. */
  get ending(): "lf" | "crlf" | undefined {
    return this.#cursor.ending;
  }

  line(index: number): number {
    return this.#cursor.seek(this.#matches.spans.starts[index]!).line;
  }

  at(index: number): Match {
    const { spans, groupCount, groupNames } = this.#matches;
    const start = spans.starts[index]!;
    const text = this.#text(start, spans.ends[index]!);
    const { line, column } = this.#cursor.seek(start);
    const groups = groupCount === 0 ? [text] : this.#groups(index, text);
    const named = groupNames.length === 0 ? (this.#matches.captures?.(index) ?? none) : namedOf(groups, groupNames);
    return { text, groups, named, path: this.#path, line, column, index };
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
