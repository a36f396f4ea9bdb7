/**
 * All files or none: verify, record the intent, stage, flush, record the decision, switch, rename, flush, drop the journal.
 *
 * A generator, so that its caller can let signals in between files; it does all its work even if it is simply run to its
 * end. It trusts its caller to hold the lock of the workspace.
 */
import type { Host } from "../host/host.ts";
import { type ShownPath, isInside } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import type { Entry } from "./entry.ts";
import { createFile, errorCode, readBriefly } from "./files.ts";
import { finishJournal } from "./finish.ts";
import { intend } from "./intent.ts";
import {
  type Intent,
  type JournalFile,
  beginJournal,
  displacedPath,
  needsCopy,
  recordDecision,
  savedPath,
  stagedPath,
} from "./journal.ts";
import { isWrittenLate } from "./late-writers.ts";
import { parentOf } from "./paths.ts";
import { hasDigest, sameAs } from "./preimage.ts";
import type { Progress, Work } from "./progress.ts";
import { identifySteps, takeStep } from "./renames.ts";
import type { Committed } from "./request.ts";
import { rollBack } from "./roll-back.ts";
import { Stager } from "./stage.ts";
import { switchFile } from "./switch.ts";
import { type Target, stalePaths } from "./targets.ts";

export type Steps<T> = Generator<undefined, T>;

export function* transact(work: Work, host: Host): Steps<Result<Committed>> {
  const together = yield* attempt(work, false, host);
  if (together !== "across_devices") return together;
  const beside = yield* attempt(work, true, host);
  if (beside === "across_devices") throw new Error("a file beside its target is on another file system");
  return beside;
}

function* attempt(work: Work, beside: boolean, host: Host): Steps<Result<Committed> | "across_devices"> {
  let progress: Progress | undefined;
  try {
    const planned = intend(work, beside, host);
    if (!planned.ok) return planned;
    const { intent } = planned.value;
    const stale = yield* verify(
      work.targets.filter((_, index) => intent.files[index]!.temporary !== undefined),
      host,
    );
    if (stale) return failure(stale);
    progress = planned.value.progress;
    const refusal = yield* carryOut(progress, intent, host);
    if (!refusal) return success({ applyId: work.id, filesWritten: work.targets.length });
    return failure(rollBack(progress, refusal, host));
  } catch (error) {
    const { doing, shown } = progress ?? { doing: "write", shown: work.base };
    const refusal = systemProblem("io", error, doing, shown);
    const outcome = progress ? rollBack(progress, refusal, host) : refusal;
    if (errorCode(error) === undefined) throw error;
    return errorCode(error) === "EXDEV" && !beside && outcome === refusal ? "across_devices" : failure(outcome);
  }
}

/** Files between two breaths. */
const breath = 64;

/** What is staged in the tree is verified before anything is staged; all else while it is, since nobody sees it. */
function* verify(targets: readonly Target[], host: Host): Steps<Problem | undefined> {
  const stale: ShownPath[] = [];
  for (const [index, target] of targets.entries()) {
    if (index % breath === 0) yield;
    if (!target.isExpected(readBriefly(host.fs, target.real))) stale.push(target.shown);
  }
  return stale.length > 0 ? stalePaths(stale) : undefined;
}

/** Returns what stands in the way; throws what the system refuses. */
function* carryOut(progress: Progress, intent: Intent, host: Host): Steps<Problem | undefined> {
  const { work, journal, flusher } = progress;
  progress.record = beginJournal(journal, intent, flusher.wanted, host);
  const refusal = yield* stageAll(progress, intent, host);
  if (refusal) return refusal;
  at(progress, "flush", work.base);
  flusher.staged(journal, progress.entries);
  at(progress, "write", journal);
  progress.steps = identifySteps(progress.planned, progress.entries, host);
  recordDecision(progress.record, progress.steps, flusher.wanted, host);
  progress.decided = true;
  const switchedAt = host.now();
  const stale = yield* switchAll(progress, host);
  if (stale) return stale;
  at(progress, "flush", work.base);
  flusher.switched(journal, progress.entries);
  for (const step of progress.steps) {
    at(progress, "rename", step.from);
    takeStep(step, work.base, host);
  }
  at(progress, "flush", work.base);
  flusher.names(work.renames.map(({ from }) => progress.relocate(parentOf(from))));
  at(progress, "read", journal);
  const late = progress.entries.filter((entry) => isStillWritten(entry, progress, switchedAt, host));
  if (late.length > 0) return stalePaths(late.map(({ shown }) => shown));
  at(progress, "write", journal);
  host.fs.close(progress.record);
  progress.record = undefined;
  if (work.undoes !== undefined || intent.files.some(({ temporary }) => temporary !== undefined))
    progress.irrevocable = true;
  finishJournal(journal, intent.header, progress.entries, progress.relocate, work.store, flusher, host);
  return undefined;
}

function* stageAll(progress: Progress, intent: Intent, host: Host): Steps<Problem | undefined> {
  const { work, flusher } = progress;
  const stager = new Stager(progress.journal, flusher.each, host);
  const stale: ShownPath[] = [];
  for (const [index, target] of work.targets.entries()) {
    if (index % breath === 0) yield;
    const interrupted = work.options.interrupted?.();
    if (interrupted) return interrupted;
    at(progress, "write", target.shown);
    const before = readBriefly(host.fs, target.real, target.stat.size);
    if (!target.isExpected(before)) stale.push(target.shown);
    if (stale.length > 0) continue;
    const after = target.produce(before);
    if (target.unproven && !hasDigest(target.after)(after)) return unexpectedContent(target.shown);
    const entry = entryOf(progress, target, intent.files[index]!, index, after);
    progress.entries.push(entry);
    stager.stage(entry.staged, after, target);
    if (entry.saved === undefined) continue;
    at(progress, "write", progress.journal);
    createFile(host.fs, entry.saved, before, flusher.each);
  }
  return stale.length > 0 ? stalePaths(stale) : undefined;
}

function entryOf(
  { work, journal }: Progress,
  target: Target,
  file: JournalFile,
  index: number,
  after: Uint8Array,
): Entry {
  return {
    shown: target.shown,
    target: target.real,
    way: file.way,
    staged: stagedPath(journal, work.base, file, index),
    displaced: displacedPath(journal, work.base, file, index),
    ...(needsCopy(file) && { saved: savedPath(journal, index) }),
    mode: target.stat.mode,
    mtimeNs: target.stat.mtimeNs,
    isBefore: target.isExpected,
    isAfter: sameAs(after),
  };
}

function* switchAll(progress: Progress, host: Host): Steps<Problem | undefined> {
  const { work, flusher, entries } = progress;
  for (const [index, entry] of entries.entries()) {
    if (index % breath === 0) yield;
    const interrupted = work.options.interrupted?.();
    if (interrupted) return interrupted;
    at(progress, "write", entry.shown);
    const verdict = switchFile(entry, flusher.wanted, host);
    if (verdict === "busy") return busyFile(entry.shown);
    if (verdict === "changed") return stalePaths([entry.shown]);
  }
  return undefined;
}

/** Whether a writer who had been on the way to the old file before its switch has written into it since. */
function isStillWritten(entry: Entry, { journal, relocate }: Progress, switchedAt: number, host: Host): boolean {
  if (entry.old === undefined || entry.way === "in_place") return false;
  return isWrittenLate(isInside(entry.old, journal) ? entry.old : relocate(entry.old), entry, switchedAt, host);
}

function at(progress: Progress, doing: string, shown: ShownPath): void {
  progress.doing = doing;
  progress.shown = shown;
}

function unexpectedContent(shown: ShownPath): Problem {
  return problem("invalid_plan", `the edits of ${shown} do not give the content that the plan promises`, {
    path: shown,
  });
}

function busyFile(shown: ShownPath): Problem {
  return problem("stale_plan", `${shown} is open for writing in another process, and nothing was written`, {
    path: shown,
    suggestion: "wait until the other process has closed the file and run again",
    details: { paths: [shown] },
  });
}
