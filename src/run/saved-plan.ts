/** Saving the plan of a run, and applying a saved one: exactly what it holds, or nothing. */
import { isCarriedOut, type PlannedTree, planOn, readPlanFile, writePlanFile } from "../commit/plan-file.ts";
import { join } from "../commit/paths.ts";
import { appliedRecord } from "../commit/records.ts";
import { writerRefusal } from "../commit/writer.ts";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { inPathOrder } from "../model/path-order.ts";
import { problem, notEntered } from "../model/problem.ts";
import type { ApplyReport } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { aboveUpperBound, belowLowerBound, tooFewMatches } from "../reduce/guards.ts";
import type { PlanFile } from "../schema/plan-file.ts";
import { overwriteProblem } from "./artifacts.ts";
import { plannedFiles, runCommit, writeOptions } from "./commit.ts";
import type { Run } from "./context.ts";
import type { GatheredRun } from "./gather.ts";
import type { PathRenames } from "./path-renames.ts";
import { absolutePath } from "../host/asked-path.ts";
import type { RunHooks, RunResult } from "./runner.ts";
import { savedDiff } from "./saved-diff.ts";
import { statsOf } from "./stats.ts";
import { endSignal, timeLimit } from "./time-limit.ts";

export function savePlan(
  run: Run,
  gathered: GatheredRun,
  { renames }: PathRenames,
  fingerprint: string,
  file: string,
): Result<void> {
  const { request, host } = run;
  const { ruleSources: _, recipeFile: __, ...asked } = request;
  const { tally, workspace, named } = gathered;
  const files = plannedFiles(tally, named, host);
  return writePlanFile(file, { request: asked, workspace, fingerprint, files, renames }, host);
}

export async function applySavedPlan(request: Request, host: Host, hooks: RunHooks): Promise<Result<RunResult>> {
  const { plan: file, root: given, verbose } = request.settings;
  const started = host.elapsed();
  const signal = endSignal(timeLimit(request.settings, host), hooks.signal);
  const read = readPlanFile(file!, host);
  if (!read.ok) return read;
  const plan = read.value;
  const root = rootOf(plan, given, host);
  if (!root.ok) return root;
  const bytesRead = verbose ? bytesIn(plan, root.value, host) : 0;
  const applied = await carriedOut(plan, root.value, request, host, { ...hooks, ...(signal && { signal }) });
  if (!applied.ok || !verbose || applied.value.report.kind !== "apply") return applied;
  const stats = statsOf(started, { files: plan.files.length, bytesRead, threads: 1 }, host);
  return success({ ...applied.value, report: { ...applied.value.report, stats } });
}

/** Of the files that a plan changes, as far as they are there. */
function bytesIn({ files }: PlanFile, root: AbsolutePath, host: Host): number {
  return files.reduce((sum, { path }) => {
    try {
      return sum + host.fs.stat(join(root, path)).size;
    } catch {
      return sum;
    }
  }, 0);
}

async function carriedOut(
  plan: PlanFile,
  root: AbsolutePath,
  request: Request,
  host: Host,
  hooks: RunHooks,
): Promise<Result<RunResult>> {
  const { settings } = request;
  const renames = plan.renames.length;
  const found = { total: plan.files.reduce((sum, file) => sum + file.edits.length, renames), renames };
  const refused =
    request.explicitAtLeast && belowLowerBound(request, found.total)
      ? tooFewMatches(request, found, plan.files.length)
      : aboveUpperBound(request, found, plan.files.length);
  if (refused) return failure(refused);
  const fingerprint = fingerprintOn(root, plan);
  // Names that were swapped can be swapped again, and no content would tell.
  const swapped = plan.files.length === 0 && isCarriedOut(root, plan, host);
  if (swapped && appliedRecord(root, fingerprint, host) !== undefined) {
    const waiting = writerRefusal(root, settings.force_lock, host);
    return waiting ? failure(waiting) : success({ report: alreadyApplied(plan) });
  }
  const tree = planOn(root, plan, host);
  const overwritten = overwriteProblem(settings, tree.files, tree.renames, host);
  if (overwritten) return failure(overwritten);
  const diff = hooks.diff ? savedDiff(root, tree, host) : undefined;
  const committed = await runCommit(
    {
      workspace: root,
      ...tree,
      forceReadonly: settings.force_readonly,
      fingerprint,
      ...writeOptions(settings, hooks.signal),
    },
    host,
  );
  if (!committed.ok) {
    const { kind } = committed.problem;
    const done = (kind === "stale_plan" || kind === "read_only") && isCarriedOut(root, plan, host);
    return done ? success({ report: alreadyApplied(plan) }) : committed;
  }
  const { filesWritten, applyId } = committed.value;
  const changes = tree.files.map(({ path, change }) => ({ path, matches: change.edits.count }));
  return success({ report: reportOf(tree, filesWritten, applyId), changes, ...(diff && { diff }) });
}

/** A request speaks of its own tree alone: on a copy of it the plan stands for itself. */
function fingerprintOn(root: AbsolutePath, plan: PlanFile): string {
  if (root === plan.root) return plan.fingerprint;
  return new Bun.CryptoHasher("sha256").update(`${plan.digest} ${root}`).digest("hex");
}

function alreadyApplied({ files }: PlanFile): ApplyReport {
  return {
    kind: "apply",
    outcome: "already_applied",
    files_scanned: files.length,
    total_matches: 0,
    files_written: 0,
  };
}

function reportOf({ files, renames }: PlannedTree, filesWritten: number, applyId: string | undefined): ApplyReport {
  const edits = files.reduce((sum, { change }) => sum + change.edits.count, 0);
  return {
    kind: "apply",
    outcome: edits + renames.length > 0 ? "changes" : "already_applied",
    files_scanned: files.length,
    total_matches: edits,
    files_written: filesWritten,
    ...(renames.length > 0 && {
      renames: inPathOrder(renames, ({ shownFrom: from }) => from).map((one) => ({
        from: one.shownFrom,
        to: one.shownTo,
      })),
    }),
    ...(applyId !== undefined && { apply_id: applyId }),
  };
}

/** The tree the plan was made for, or the copy of it that was named. */
function rootOf(plan: PlanFile, given: string | undefined, host: Host): Result<string> {
  const root = given === undefined ? plan.root : absolutePath(given, host);
  try {
    if (host.fs.stat(root).kind === "directory") return success(host.fs.realPath(root));
  } catch (error) {
    return failure({ ...notEntered(error, given ?? root), suggestion: "name a copy of the tree with --root" });
  }
  return failure(
    problem("walk", `${given ?? root} is no directory to apply the plan to`, { path: given ?? root, remedies: [] }),
  );
}
