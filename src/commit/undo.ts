/** Puts back what an apply changed: content, modes and names, in a transaction of its own, and only if everything is still as that apply left it. */
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import { type AbsolutePath, type ShownPath, isInside } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import type { UndoReport } from "../model/report.ts";
import { type Result, failure, success } from "../model/result.ts";
import { showPath } from "../model/show-path.ts";
import { errorCode, ifExists, unlessRefused } from "./files.ts";
import { type Intent, displacedPath, needsCopy, readJournal, savedPath, stagedPath } from "./journal.ts";
import { join, resolvePath } from "./paths.ts";
import { hasDigest } from "./preimage.ts";
import { type ApplyRecord, findRecords } from "./records.ts";
import { relocator } from "./renames.ts";
import type { PlannedRename, WriteOptions } from "./request.ts";
import { newId } from "./store.ts";
import { inOneLine, type Replacement, Resolver, resolveRenames, resolveTargets } from "./targets.ts";
import { type Steps, transact } from "./transaction.ts";
import { asWriter, closedStore, runToEnd, writerRefusal } from "./writer.ts";

export interface UndoRequest extends WriteOptions {
  /** The latest apply that concerns the working directory when absent. */
  readonly id?: string | undefined;
}

export interface Undoable {
  readonly id: string;
  readonly workspace: AbsolutePath;
  /** ISO 8601. */
  readonly time: string;
}

export function undo(request: UndoRequest, host: Host): Result<UndoReport> {
  return runToEnd(undoInSteps(request, host));
}

/** In steps of a few files. */
function* undoInSteps(request: UndoRequest, host: Host): Steps<Result<UndoReport>> {
  const found = findRecord(request.id, host);
  if (!found.ok)
    return failure(closedStore([host.cwd], host) ?? writerRefusal(host.cwd, request.forceLock, host) ?? found.problem);
  const record = found.value;
  const done = yield* asWriter(record.store.workspace, request.forceLock, host, (base) =>
    putBackAll(record, base, request, host),
  );
  return done.ok ? done : failure(laterApplyNamed(done.problem, record, host));
}

/** What a later apply has changed is put back by undoing that one, before anybody has to do it by hand. */
function laterApplyNamed(refusal: Problem, record: ApplyRecord, host: Host): Problem {
  if (refusal.kind !== "stale_plan") return refusal;
  const paths = refusal.details?.["paths"] as readonly ShownPath[];
  const stale = paths.map((path) => resolvePath(host.cwd, path));
  const later = unlessRefused(() => findRecords(host.cwd, undefined, host).find(isLater));
  return later ? { ...refusal, suggestion: `undo the later apply first: swath undo ${later.id}` } : refusal;

  function isLater({ id, store, directory }: ApplyRecord): boolean {
    if (id <= record.id) return false;
    const { files = [], renames = [] } = readJournal(directory, host)?.intent ?? {};
    const touched = [...files.map(({ path }) => path), ...renames.map(({ from }) => from)];
    return touched.some((path) => stale.some((file) => isInside(file, join(store.workspace, path))));
  }
}

/** Applies that `undo` could put back, the latest first. */
export function undoList(host: Host): Undoable[] {
  return findRecords(host.cwd, undefined, host).map(({ id, store, header }) => ({
    id,
    workspace: store.workspace,
    time: header.time,
  }));
}

function findRecord(id: string | undefined, host: Host): Result<ApplyRecord> {
  try {
    const [record] = findRecords(host.cwd, id, host);
    return record ? success(record) : failure(unknownId(id, host));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure(systemProblem("io", error, "look for applies in", host.cwd));
  }
}

function* putBackAll(
  record: ApplyRecord,
  base: AbsolutePath,
  options: UndoRequest,
  host: Host,
): Steps<Result<UndoReport>> {
  const intent = readJournal(record.directory, host)?.intent;
  if (!intent) return failure(unknownId(record.id, host));
  const changed = changedModes(intent, base, host);
  if (changed.length > 0) return failure(staleRecord(changed, record));
  const resolver = new Resolver(base, host);
  const targets = resolveTargets(oldContents(intent, base, record.directory, host), resolver, true);
  if (!targets.ok) return failure(inWordsOfUndo(targets.problem, record));
  const inverse = inverseRenames(intent, base, host);
  const renames = resolveRenames(inverse, resolver);
  if (!renames.ok) return failure(inWordsOfUndo(renames.problem, record));
  const astray = [
    ...targets.value.filter(({ absolute, real }) => real !== absolute).map(({ shown }) => shown),
    ...renames.value.filter(({ from }, index) => from !== inverse[index]!.from).map(({ shownFrom }) => shownFrom),
  ];
  if (astray.length > 0) return failure(staleRecord(astray, record));
  const { store } = record;
  const work = {
    base,
    store,
    id: newId(store, host),
    fingerprint: intent.header.fingerprint,
    undoes: record.id,
    targets: targets.value,
    renames: renames.value,
    options,
  };
  const done = yield* transact(work, host);
  if (!done.ok) return failure(inWordsOfUndo(done.problem, record));
  const restored = new Set([...intent.files.map(({ path }) => path), ...intent.renames.map(({ from }) => from)]).size;
  return success({ kind: "undo", outcome: "changes", files_restored: restored, apply_id: record.id });
}

function oldContents(intent: Intent, base: AbsolutePath, directory: AbsolutePath, host: Host): Replacement[] {
  const relocate = relocator(intent.renames);
  return intent.files.map((file, index) => {
    const places = [savedPath(directory, index), displacedPath(directory, base, file, index)];
    if (!needsCopy(file)) places.push(stagedPath(directory, base, file, index));
    const absolute = join(base, relocate(file.path));
    return {
      shown: showPath(absolute, host.cwd),
      absolute,
      named: true,
      unproven: true,
      before: file.after,
      after: file.before,
      isExpected: hasDigest(file.after),
      produce: () => host.fs.readFile(places.find((place) => host.fs.exists(place)) ?? places[0]!),
    };
  });
}

function inverseRenames({ renames }: Intent, base: AbsolutePath, host: Host): PlannedRename[] {
  const relocate = relocator(renames);
  return renames.map(({ from }) => {
    const now = join(base, relocate(from));
    const then = join(base, from);
    return { from: now, to: then, shownFrom: showPath(now, host.cwd), shownTo: showPath(then, host.cwd) };
  });
}

/** Set-id bits that are gone are no change: an apply takes them where the owner cannot be kept, and so does the system where another user writes. */
function changedModes({ files, renames }: Intent, base: AbsolutePath, host: Host): ShownPath[] {
  const relocate = relocator(renames);
  return files.flatMap(({ path, mode }) => {
    const absolute = join(base, relocate(path));
    const stat = ifExists(() => host.fs.stat(absolute));
    return stat && (stat.mode | (mode & 0o6000)) !== mode ? [showPath(absolute, host.cwd)] : [];
  });
}

/** Refusals that speak of a plan mean the record here, and a link that leads out was not there when it was made. */
function inWordsOfUndo(refusal: Problem, record: ApplyRecord): Problem {
  const paths = refusal.details?.["paths"] as readonly ShownPath[] | undefined;
  if (refusal.kind === "stale_plan" && paths) return staleRecord(paths, record);
  if (refusal.kind === "outside_root") return staleRecord([refusal.path!], record);
  if (refusal.kind === "rename_collision") return staleRecord([refusal.details!["to"] as ShownPath], record);
  if (refusal.kind !== "invalid_plan") return refusal;
  return problem(
    "unknown_id",
    `the record of apply ${record.id} is damaged: its copy of ${refusal.path} is not what it was`,
    {
      suggestion: `somebody has written into what was ${refusal.path} since; that text lies in ${record.directory}`,
      details: { apply_id: record.id },
    },
  );
}

function staleRecord(paths: readonly ShownPath[], { id, header }: ApplyRecord): Problem {
  const said = counted(paths.length, "file has", "files have");
  const listed = inOneLine(paths);
  return problem(
    "stale_plan",
    `${said} changed since apply ${id} of ${header.time}, and nothing was put back: ${listed}`,
    {
      path: paths[0]!,
      suggestion: "save these changes elsewhere and take them back in the files, then undo",
      details: { paths, apply_id: id },
    },
  );
}

function unknownId(id: string | undefined, host: Host): Problem {
  const known = undoList(host).map((record) => record.id);
  return unknownApply(id, host.cwd, known);
}

/** `known`: what can be undone there, the latest first. */
export function unknownApply(id: string | undefined, place: AbsolutePath, known: readonly string[]): Problem {
  const message =
    id === undefined ? `no apply in ${place} is left to undo` : `no apply with the id ${id} is left to undo`;
  return problem("unknown_id", message, {
    ...(known.length > 0 && { suggestion: `the latest apply here is ${known[0]!}` }),
    details: { ...(id !== undefined && { apply_id: id }), known: known.slice(0, 10) },
  });
}
