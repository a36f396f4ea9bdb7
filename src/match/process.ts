/**
 * What a job makes of one file: pure work on the bytes of a window, whatever the engine. It opens nothing and keeps
 * nothing of a file but its outcome, so any thread may do any file in any order.
 */
import { decode, isBinary, plainContent } from "../text/decode.ts";
import type { Content } from "../model/content.ts";
import { counted } from "../model/counted.ts";
import { glue } from "../model/glue.ts";
import type { Job } from "../model/job.ts";
import type { FileOutcome, SkipReason } from "../model/outcome.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { FileWindow } from "../model/window.ts";
import type { Dismissal } from "./dismiss.ts";
import { isProblem, type Engine, type Piece, type SourceFile } from "./engine.ts";
import { ListBound } from "./list-bound.ts";
import { matchInPieces, searchPieces } from "./pieces.ts";
import { rewriteFile } from "./rewrite-file.ts";
import { MatchList } from "./match-list.ts";

export interface Processor {
  /**
   * True for an open file of which there is certainly nothing to tell: it has no match and is not binary. Absent where
   * that cannot be said in a moment; where it is there every file is accepted.
   */
  readonly dismisses?: Dismissal;
  /** False for a file that the engine never looks at: it is not opened and not counted. */
  accepts(file: SourceFile): boolean;
  /** Undefined for a file that was searched without a match. A promise for a large file, and where a script replaces or a parser has to be loaded first. */
  process(window: FileWindow, file: SourceFile): FileOutcome | undefined | Promise<FileOutcome | undefined>;
}

export function createProcessor(job: Job, engine: Engine): Processor {
  const process = job.verb === "search" ? searching(job, engine) : editing(job, engine);
  glue(process);
  const { dismisses } = engine;
  return {
    ...(dismisses && job.encoding === undefined && { dismisses }),
    accepts: (file) => engine.accepts(file),
    process,
  };
}

function searching(job: Job, engine: Engine): Processor["process"] {
  const bound = new ListBound(job);
  return (window, file) => {
    if (!window.ended) {
      if (isBinary(window.bytes, job.encoding)) return skipped(file, "binary");
      if (engine.matcher?.scope === "line") return searchPieces(job, engine.matcher, window, file, bound);
      fill(window, job.maxBytes);
    }
    if (engine.matcher?.scope !== "line" && (!window.ended || window.bytes.length > job.maxBytes)) {
      return unsearched(job, possibleMatch(job, engine, window), window, file);
    }
    const content = candidate(job, engine, window.bytes);
    if (typeof content !== "object") return content && skipped(file, content);
    return searchWhole(job, engine, window.bytes, content, file, bound);
  };
}

function searchWhole(
  job: Job,
  engine: Engine,
  stored: Uint8Array,
  content: Content,
  file: SourceFile,
  bound: ListBound,
): FileOutcome | undefined {
  const count = engine.matcher?.count;
  const limit = count && bound.of(file.path);
  if (limit === 0) return countOnly(count!, content.bytes, file);
  const found = engine.find(content, file);
  if (isProblem(found)) return { kind: "failed", path: file.path, problem: { path: file.path, ...found } };
  const { warnings } = found;
  if (found.spans.count === 0) return warnings && { kind: "noted", path: file.path, warnings };
  const { path } = file;
  const list = new MatchList(job, limit ?? bound.of(path));
  list.add({ stored, content, offset: 0, line: 1 }, found.spans, found.captures);
  bound.add(path, list.matches.length);
  return { kind: "matched", path, count: list.count, matches: list.matches, ...(warnings && { warnings }) };
}

/** Of a file whose matches cannot be listed any more. */
function countOnly(count: (piece: Piece) => number, bytes: Uint8Array, { path }: SourceFile): FileOutcome | undefined {
  const matches = count({ bytes, start: 0, end: bytes.length, first: true, last: true });
  return matches === 0 ? undefined : { kind: "matched", path, count: matches, matches: [] };
}

function editing(job: Job, engine: Engine): Processor["process"] {
  return (window, file) => {
    if (!window.ended) {
      if (isBinary(window.bytes, job.encoding)) return skipped(file, "binary");
      fill(window, job.maxBytes);
    }
    if (!window.ended || window.bytes.length > job.maxBytes) return tooLarge(job, engine, window, file);
    const content = candidate(job, engine, window.bytes);
    if (typeof content !== "object") return content && skipped(file, content);
    return rewriteFile(job, engine, window.bytes, content, file);
  };
}

/** Bytes of a file above the size limit that are looked through at once where pieces will not do. */
const largestSieved = 128 * 1024 * 1024;

/** What does not work in pieces is not searched: it may have a match where the engine cannot rule it out (undefined). */
function possibleMatch(job: Job, engine: Engine, window: FileWindow): "possible" | "binary" | "encoding" | undefined {
  fill(window, largestSieved);
  if (!window.ended) return "possible";
  const content = candidate(job, engine, window.bytes);
  return typeof content === "object" ? "possible" : content;
}

/** A file above the size limit is searched and never edited. */
async function tooLarge(
  job: Job,
  engine: Engine,
  window: FileWindow,
  file: SourceFile,
): Promise<FileOutcome | undefined> {
  const { matcher } = engine;
  if (isBinary(window.bytes, job.encoding)) return skipped(file, "binary");
  const inPieces = matcher?.scope === "line";
  const found = inPieces ? await matchInPieces(job, matcher, window) : possibleMatch(job, engine, window);
  return unsearched(job, found, window, file);
}

/** What comes of a file above the size limit, by what was found in it. */
function unsearched(
  job: Job,
  found: "match" | "possible" | "binary" | "encoding" | undefined,
  window: FileWindow,
  file: SourceFile,
): FileOutcome | undefined {
  if (found === undefined) return undefined;
  if (found === "encoding" || found === "binary") return skipped(file, found);
  if (job.partial) return skipped(file, "too_large");
  const { path } = file;
  return { kind: "failed", path, problem: tooLargeProblem(path, job.maxBytes, found, window.size) };
}

function tooLargeProblem(path: string, most: number, found: "match" | "possible", size = 0): Problem {
  const what = found === "match" ? "has a match" : "could hold a match";
  const known = size > most;
  return problem("file_too_large", `${path} is larger than ${counted(most, "byte")} and ${what}`, {
    path,
    suggestion: `Raise max_bytes${known ? ` to ${size}` : ""}, or leave the file out.`,
    details: { max_bytes: most, ...(known && { size }) },
  });
}

glue(candidate, searchWhole, countOnly);

/** The text of a whole file in which a match is possible; undefined where none is, a reason where it cannot be searched. */
function candidate(job: Job, engine: Engine, stored: Uint8Array): Content | "binary" | "encoding" | undefined {
  if (job.encoding === undefined && !hasWideMark(stored)) {
    if (isBinary(stored)) return "binary";
    if (!engine.mayMatch(stored, 0, stored.length)) return undefined;
    return plainContent(stored);
  }
  const content = decode(stored, job.encoding);
  if (typeof content === "object" && !content.stored && !engine.mayMatch(content.bytes, 0, content.bytes.length))
    return undefined;
  return content;
}

/** Whether there is certainly nothing to tell of an open file: it is text, and no match is possible. */
export function isRuledOut(job: Job, engine: Engine, window: FileWindow): boolean {
  fill(window, job.maxBytes);
  const { bytes, ended } = window;
  return ended && bytes.length <= job.maxBytes && candidate(job, engine, bytes) === undefined;
}

function hasWideMark(stored: Uint8Array): boolean {
  return stored[0]! >= 0xfe && (stored[0]! ^ stored[1]!) === 1;
}

/** Reads on until the file has ended or is above the limit. */
function fill(window: FileWindow, limit: number): void {
  while (!window.ended && window.bytes.length <= limit) window.advance(0);
}

function skipped(file: SourceFile, reason: SkipReason): FileOutcome {
  return { kind: "skipped", path: file.path, reason };
}
