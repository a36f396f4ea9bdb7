/** What a rewrite makes of one file: its edits checked against the guards that need the text, and ready to be written. */
import type { Content } from "../model/content.ts";
import { counted } from "../model/counted.ts";
import type { PackedEdits } from "../model/edit.ts";
import type { Job } from "../model/job.ts";
import type { FileChange, FileOutcome } from "../model/outcome.ts";
import { problem, type Problem } from "../model/problem.ts";
import { hasNul } from "../text/decode.ts";
import { toStored } from "../text/encode.ts";
import { hunks } from "../text/hunk.ts";
import { endOfLine } from "../text/lines.ts";
import { applyEdits } from "../text/patch.ts";
import { Room } from "../text/room.ts";
import { notConverging } from "./converge.ts";
import { isProblem, type Engine, type Rewrite, type SourceFile } from "./engine.ts";
import { listEdits } from "./listed-edits.ts";
import type { SyntaxRegression } from "./syntax.ts";

type Pending<T> = T | Promise<T>;

/** The outcome of a whole file; undefined when nothing is to be changed and nothing to be told. */
export function rewriteFile(
  job: Job,
  engine: Engine,
  stored: Uint8Array,
  content: Content,
  file: SourceFile,
): Pending<FileOutcome | undefined> {
  const made = engine.rewrite(content, file);
  const target = { job, engine, stored, content, file };
  return made instanceof Promise ? made.then((rewrite) => settle(target, rewrite)) : settle(target, made);
}

interface Target {
  readonly job: Job;
  readonly engine: Engine;
  readonly stored: Uint8Array;
  readonly content: Content;
  readonly file: SourceFile;
}

function settle(target: Target, rewrite: Rewrite | Problem): Pending<FileOutcome | undefined> {
  const { path } = target.file;
  if (isProblem(rewrite)) return failed(path, rewrite);
  const { edits, warnings, dropped, findings, unchanged } = rewrite;
  const notes = { ...(warnings && { warnings }), ...(dropped && { dropped }), ...(findings && { findings }) };
  if (edits.count === 0) {
    const isTold = warnings || dropped || findings || unchanged;
    return isTold && { kind: "noted", path, ...notes, ...(unchanged && { unchanged }) };
  }
  const { stored, content } = target;
  if (content.bom === 0 && hasNul(content.bytes)) return { kind: "skipped", path, reason: "binary", ...notes };
  const storedEdits = toStored(stored, content, edits);
  if (!storedEdits) return { kind: "skipped", path, reason: "encoding", ...notes };
  const room = takeRoom();
  const after = applyEdits(content.bytes, edits, room);
  return then(guard(target, rewrite, after), (refusal) => {
    if (refusal && isProblem(refusal)) return failed(path, refusal);
    const warned = [...(warnings ?? []), ...(refusal?.warnings ?? [])];
    const change = describe(target, edits, storedEdits, after);
    spareRoom = room;
    return { kind: "changed", path, change, ...notes, ...(warned.length > 0 && { warnings: warned }) };
  });
}

/** For new texts; missing while a file waits for a script or a parser. */
let spareRoom: Room | undefined = new Room();

function takeRoom(): Room {
  const room = spareRoom ?? new Room();
  spareRoom = undefined;
  return room;
}

/** What the guards say of the new text: a problem, or warnings. */
type Verdict = Problem | { readonly warnings: NonNullable<Rewrite["warnings"]> } | undefined;

function guard(target: Target, rewrite: Rewrite, after: Uint8Array): Pending<Verdict> {
  const { job, engine, content, file } = target;
  const settles = job.allowNonConvergent || job.engine.kind === "rename_map";
  const converged = settles ? undefined : notConverging(job, engine, { ...content, bytes: after }, rewrite, file);
  return then(converged, (refusal) => refusal ?? checkSyntax(target, rewrite.edits, after));
}

/** The parser is loaded for the first file that needs it. */
let syntax: typeof import("./syntax.ts") | undefined;

function checkSyntax({ job, engine, content, file }: Target, edits: PackedEdits, after: Uint8Array): Pending<Verdict> {
  if (job.syntax === "off") return undefined;
  const check = (guards: typeof import("./syntax.ts")): Verdict => {
    const language = file.stream && engine.language;
    const found = guards.syntaxRegression(file.path, content.bytes, after, edits, language);
    if (!found) return undefined;
    const refusal = brokenSyntax(file.path, found);
    if (job.syntax === "block") return refusal;
    return { warnings: [{ code: "syntax_regression", message: refusal.message, path: file.path }] };
  };
  if (syntax) return check(syntax);
  return import("./syntax.ts").then((loaded) => {
    syntax = loaded;
    return check(loaded);
  });
}

function brokenSyntax(path: string, { before, after, line, column, excerpt }: SyntaxRegression): Problem {
  return problem(
    "syntax_regression",
    `${path} would have ${counted(after, "syntax error")} after the edits, and has ${before} now; the first new one is at line ${line}, column ${column} of the result`,
    {
      path,
      line,
      column,
      ...(excerpt !== undefined && { excerpt }),
      details: { errors_before: before, errors_after: after },
    },
  );
}

function describe(target: Target, edits: PackedEdits, storedEdits: PackedEdits, after: Uint8Array): FileChange {
  const { job, engine, stored, content } = target;
  const { wants } = job;
  const storedAfter = storedEdits === edits ? after : applyEdits(stored, storedEdits);
  return {
    edits: storedEdits,
    hashBefore: wants.digests ? sha256(stored) : "",
    hashAfter: wants.digests ? sha256(storedAfter) : "",
    quickHashBefore: Bun.hash.xxHash3(stored),
    quickHashAfter: Bun.hash.xxHash3(storedAfter),
    encoding: content.encoding,
    eol: endOfLine(content.bytes),
    ...(wants.diff && { hunks: hunks(stored, storedEdits, 3, storedAfter) }),
    ...(wants.listed && { listed: listEdits(content, edits, storedEdits, engine.labels) }),
  };
}

function failed(path: string, found: Problem): FileOutcome {
  return { kind: "failed", path, problem: { path, ...found } };
}

function sha256(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Goes on at once where there is nothing to wait for, so that a run without scripts makes no promises. */
function then<A, B>(value: Pending<A>, next: (value: A) => Pending<B>): Pending<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
