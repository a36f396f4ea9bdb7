/**
 * Brings what an interrupted transaction left to all old or all new, from its journal alone.
 *
 * What has been done is read off the files, by digests and inodes, and never off the order of steps, so that recovery
 * may itself be interrupted at any point and repeated. A file that somebody has written since is left as it is and named.
 */
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import type { RecoverReport } from "../model/report.ts";
import { type Result, failure, success } from "../model/result.ts";
import { showPath } from "../model/show-path.ts";
import { errorCode, ifExists } from "./files.ts";
import { finishJournal, removeTemporaries } from "./finish.ts";
import { Flusher } from "./flush.ts";
import { restoreMode } from "./in-place.ts";
import { relocated } from "./intent.ts";
import { type Journal, type RenameStep, readJournal, removeJournal } from "./journal.ts";
import { keepAside } from "./late-writers.ts";
import { lockWorkspace } from "./lock.ts";
import { join, parentOf, resolvePath } from "./paths.ts";
import { fromOutside, isTaken, takeStep } from "./renames.ts";
import type { WriteOptions } from "./request.ts";
import { type Store, journalOf } from "./store.ts";
import { type Survivor, surveyEntries } from "./survey.ts";
import { putBack, switchFile } from "./switch.ts";
import { closedStore, waitingStores } from "./writer.ts";

export interface RecoverRequest extends Pick<WriteOptions, "fsync" | "forceLock"> {
  /** Absolute. Every journal is looked for whose workspace holds one of them or lies in one of them. */
  readonly paths: readonly AbsolutePath[];
}

export function recover(request: RecoverRequest, host: Host): Result<RecoverReport> {
  const found: Recovery[] = [];
  let shown: ShownPath = host.cwd;
  try {
    const paths = request.paths.map((path) => existingPart(path, host));
    const closed = closedStore(paths, host);
    if (closed) return failure(closed);
    for (const store of waitingStores(paths, host)) {
      shown = store.workspace;
      const lock = lockWorkspace(store.workspace, request.forceLock, host);
      if (!lock.ok) return lock;
      try {
        const journal = readJournal(journalOf(store), host);
        if (journal) found.push(recoverJournal(journal, store, request.fsync, host));
      } finally {
        lock.value.release();
      }
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure(systemProblem("io", error, "recover", shown));
  }
  const report = reportOf(found);
  const foreign = found.flatMap((recovery) => recovery.foreign);
  return foreign.length > 0 ? failure(foreignProblem(foreign, report)) : success(report);
}

interface Recovery {
  readonly outcome: "rolled_back" | "completed";
  readonly restored: number;
  readonly completed: number;
  readonly temporaries: number;
  /** Files that somebody has written since. */
  readonly foreign: readonly ShownPath[];
}

function recoverJournal(journal: Journal, store: Store, fsync: WriteOptions["fsync"], host: Host): Recovery {
  const { intent } = journal;
  if (!intent) {
    removeJournal(journal.directory, host);
    return { outcome: "rolled_back", restored: 0, completed: 0, temporaries: 0, foreign: [] };
  }
  const task: Task = { journal, store, flusher: new Flusher(fsync, intent.files.length, host), host };
  if (journal.decided && journal.steps.some((step) => isTaken(step, store.workspace, host))) return complete(task, []);
  const survivors = surveyEntries(journal.directory, store.workspace, intent, host);
  for (const { entry, state } of survivors)
    if (entry.way === "in_place" && state !== "foreign") restoreMode(entry, host);
  const forward = journal.decided && survivors.every(({ state, canComplete }) => state === "foreign" || canComplete);
  return forward ? complete(task, survivors) : restore(task, survivors);
}

interface Task {
  readonly journal: Journal;
  readonly store: Store;
  readonly flusher: Flusher;
  readonly host: Host;
}

/** Without survivors when renames have begun: then every file has its new content already. */
function complete({ journal, store, flusher, host }: Task, survivors: readonly Survivor[]): Recovery {
  const intent = journal.intent!;
  const base = store.workspace;
  const foreign: ShownPath[] = [];
  let completed = 0;
  for (const { entry, state } of survivors) {
    const verdict = state === "before" || state === "torn" ? switchFile(entry, flusher.wanted, host) : undefined;
    if (entry.stray !== undefined)
      keepAside(entry.stray, store.directory, `${intent.header.id}-${foreign.length + 1}`, host);
    if (verdict === "same") completed++;
    else if (verdict !== undefined || state === "foreign") foreign.push(entry.shown);
  }
  const relocate = relocated(intent.renames, base);
  const isBegun = survivors.length === 0;
  const entries = (isBegun ? surveyEntries(journal.directory, base, intent, host) : survivors).map(
    ({ entry }) => entry,
  );
  if (!isBegun) flusher.switched(journal.directory, entries);
  for (const step of fromOutside(journal.steps, base, relocate))
    if (!tryStep(step, base, host)) foreign.push(showPath(join(base, step.to), host.cwd));
  flusher.names(intent.renames.map(({ from }) => relocate(parentOf(join(base, from)))));
  if (isBegun) flusher.switched(journal.directory, entries, relocate);
  const temporaries = finishJournal(journal.directory, intent.header, entries, relocate, store, flusher, host);
  return { outcome: "completed", restored: 0, completed, temporaries, foreign };
}

/** False when somebody has put something else under the new name: both then stay where they are. */
function tryStep(step: RenameStep, base: AbsolutePath, host: Host): boolean {
  try {
    takeStep(step, base, host);
    return true;
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return false;
  }
}

function restore({ journal, store, flusher, host }: Task, survivors: readonly Survivor[]): Recovery {
  const intent = journal.intent!;
  const foreign: ShownPath[] = [];
  let restored = 0;
  for (const { entry, state } of survivors) {
    if (state === "before") continue;
    if (entry.old === undefined || !journal.decided) {
      if (journal.decided) foreign.push(entry.shown);
      continue;
    }
    if (putBack(entry, flusher.wanted, host) === "same") {
      restored++;
    } else {
      foreign.push(entry.shown);
      keepAside(entry.stray ?? entry.old, store.directory, `${intent.header.id}-${foreign.length}`, host);
    }
  }
  const entries = survivors.map(({ entry }) => entry);
  const relocate = relocated(intent.renames, store.workspace);
  flusher.switched(journal.directory, entries);
  const beside = removeTemporaries(journal.directory, entries, relocate, flusher, host);
  const temporaries = beside + removeJournal(journal.directory, host);
  return { outcome: "rolled_back", restored, completed: 0, temporaries, foreign };
}

/** A path that is gone stands for the nearest directory above it. */
function existingPart(path: AbsolutePath, host: Host): AbsolutePath {
  for (let at = resolvePath(host.cwd, path); ; at = parentOf(at)) {
    const real = ifExists(() => host.fs.realPath(at));
    if (real !== undefined) return real;
  }
}

function reportOf(found: readonly Recovery[]): RecoverReport {
  const sum = (pick: (recovery: Recovery) => number): number => found.reduce((total, each) => total + pick(each), 0);
  const completed = found.some(({ outcome }) => outcome === "completed");
  return {
    kind: "recover",
    outcome: found.length === 0 ? "nothing_to_do" : completed ? "completed" : "rolled_back",
    files_restored: sum(({ restored }) => restored),
    files_completed: sum(({ completed: files }) => files),
    temps_removed: sum(({ temporaries }) => temporaries),
  };
}

function foreignProblem(paths: readonly ShownPath[], report: RecoverReport): Problem {
  const { kind: _, ...counts } = report;
  const said = counted(paths.length, "file was", "files were");
  return problem(
    "stale_plan",
    `the interrupted apply is ${report.outcome === "completed" ? "completed" : "rolled back"}, but ${said} written by somebody else since and left alone: ${paths.join(", ")}`,
    {
      path: paths[0]!,
      suggestion: "look at these files; there is nothing left to recover",
      details: { paths, ...counts },
    },
  );
}
