/**
 * Search of files that are larger than the window: piece by piece, cut behind a line ending, so that a match of one line
 * is never cut in two. Memory stays that of the window, which grows only for a line that is longer.
 */
import type { Content } from "../model/content.ts";
import type { Job } from "../model/job.ts";
import type { FileOutcome } from "../model/outcome.ts";
import type { FileWindow } from "../model/window.ts";
import { decode } from "../text/decode.ts";
import { encodingNamed } from "../text/encodings.ts";
import type { Matcher, SourceFile } from "./engine.ts";
import { LineCount } from "./line-count.ts";
import type { ListBound } from "./list-bound.ts";
import { MatchList, type Part } from "./match-list.ts";

const lf = 0x0a;

/** A search of a file of any size with a matcher that works line by line. */
export async function searchPieces(
  job: Job,
  matcher: Matcher,
  window: FileWindow,
  file: SourceFile,
  bound: ListBound,
): Promise<FileOutcome | undefined> {
  const { path } = file;
  const list = new MatchList(job, bound.of(path));
  const named = Object.entries(matcher.groupNames);
  const captures = job.wants.detail && named.length > 0;
  for await (const part of parts(job, window)) {
    if (typeof part === "string") return { kind: "skipped", path, reason: part };
    const { bytes } = part.content;
    if (!matcher.mayMatch(bytes, 0, bytes.length)) continue;
    const { first, last } = part;
    const spans = matcher.find({ bytes, start: 0, end: bytes.length, first, last }, captures);
    if (spans.count === 0) continue;
    const capturesOf = (index: number): Record<string, string> => {
      const texts: Record<string, string> = {};
      for (const [name, group] of named) {
        const at = (index * matcher.groupCount + group - 1) * 2;
        const start = spans.groups![at]!;
        if (start >= 0) texts[name] = Buffer.from(bytes.subarray(start, spans.groups![at + 1])).toString();
      }
      return texts;
    };
    list.add(part, spans, captures ? capturesOf : undefined);
  }
  bound.add(path, list.matches.length);
  return list.count === 0 ? undefined : { kind: "matched", path, count: list.count, matches: list.matches };
}

/** Whether a file of any size has a match (undefined: it has none), or why it cannot be searched. */
export async function matchInPieces(
  job: Job,
  matcher: Matcher,
  window: FileWindow,
): Promise<"match" | "binary" | "encoding" | undefined> {
  for await (const part of parts(job, window)) {
    if (typeof part === "string") return part;
    const { bytes } = part.content;
    if (!matcher.mayMatch(bytes, 0, bytes.length)) continue;
    const { first, last } = part;
    if (matcher.find({ bytes, start: 0, end: bytes.length, first, last }, false).count > 0) return "match";
  }
  return undefined;
}

class FilePart implements Part {
  readonly stored: Uint8Array;
  readonly content: Content;
  readonly offset: number;
  readonly last: boolean;
  readonly #lines: LineCount;

  constructor(stored: Uint8Array, content: Content, offset: number, last: boolean, lines: LineCount) {
    this.stored = stored;
    this.content = content;
    this.offset = offset;
    this.last = last;
    this.#lines = lines;
  }

  get first(): boolean {
    return this.offset === 0;
  }

  get line(): number {
    return this.#lines.line;
  }
}

/** The file in parts of whole lines, each good until the next is asked for. */
async function* parts(job: Job, window: FileWindow): AsyncGenerator<FilePart | "binary" | "encoding"> {
  const lines = new LineCount(window);
  let offset = 0;
  let encoding: string | undefined;
  for (;;) {
    const held = window.bytes;
    const cut = window.ended ? held.length : cutBehindLine(held, encoding ?? encodingAt(held, job));
    if (cut === 0 && !window.ended) {
      window.advance(0);
      continue;
    }
    const stored = held.subarray(0, cut);
    const content: Content | "binary" | "encoding" =
      offset === 0 ? decode(stored, job.encoding) : furtherContent(stored, encoding!, job.encoding);
    if (typeof content !== "object") {
      yield content;
      return;
    }
    encoding = content.encoding;
    yield new FilePart(stored, content, offset, window.ended, lines);
    if (window.ended) return;
    lines.pass(content, cut);
    offset += cut;
    await window.rest?.();
    window.advance(cut);
  }
}

/** Text behind the first part: it has no byte-order mark, whatever its bytes look like. UTF-8 is checked only where it was asked for. */
function furtherContent(stored: Uint8Array, encoding: string, asked: string | undefined): Content | "encoding" {
  if (encoding === "utf-8-bom" || (encoding === "utf-8" && asked === undefined))
    return { bytes: stored, encoding, bom: 0, stored: true };
  const bytes = encodingNamed(encoding)?.toUtf8(stored);
  return bytes ? { bytes, encoding, bom: 0, stored: bytes === stored } : "encoding";
}

function encodingAt(head: Uint8Array, job: Job): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return job.encoding ?? "utf-8";
}

/** Where the last line ends that has an ending; 0 where none has. */
function cutBehindLine(bytes: Uint8Array, encoding: string): number {
  const named = encodingNamed(encoding);
  if (!named?.wide) return bytes.lastIndexOf(lf) + 1;
  const low = named.name === "utf-16be" ? 1 : 0;
  for (let at = bytes.lastIndexOf(lf); at >= 0; at = at === 0 ? -1 : bytes.lastIndexOf(lf, at - 1)) {
    if (at % 2 === low && bytes[at ^ 1] === 0 && (at ^ 1) < bytes.length) return (at | 1) + 1;
  }
  return 0;
}
