/** From the tally to the report: path renames, the verdict, the commit, and what is said of it all. */
import type { Engine } from "../match/engine.ts";
import type { ChangeOutcome } from "../model/report.ts";
import { writesFiles } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { appliedRecord } from "../commit/records.ts";
import { writerRefusal } from "../commit/writer.ts";
import { overwriteProblem } from "./artifacts.ts";
import { commitRun } from "./commit.ts";
import type { Run } from "./context.ts";
import { fingerprint } from "./fingerprint.ts";
import type { GatheredRun } from "./gather.ts";
import { isPartial, partialPlan } from "./partial.ts";
import { noRenames, pathRenames, type PathRenames } from "./path-renames.ts";
import { extrasOf, resultOf } from "./result.ts";
import type { RunResult } from "./runner.ts";
import { searchedFiles } from "./searched-files.ts";
import { verdict } from "./verdict.ts";

export async function conclude(run: Run, seen: GatheredRun): Promise<Result<RunResult>> {
  const { request } = run;
  const writes = writesFiles(request);
  if (writes && isPartial(seen)) return failure(partialPlan(seen));
  const print = fingerprint(request, run.spec, seen.workspace, run.host);
  const done = isOnceOnly(run.engine) && appliedRecord(seen.workspace, print, run.host) !== undefined;
  const renames = done ? success(noRenames) : await pathRenames(run, seen);
  if (!renames.ok) return renames;
  const { workspace = seen.workspace } = renames.value;
  const gathered = { ...(done ? withoutChanges(seen) : seen), workspace };
  const overwritten = overwriteProblem(request.settings, gathered.tally.changed, renames.value.renames, run.host);
  if (overwritten) return failure(overwritten);
  const refused = writes && writerRefusal(gathered.workspace, request.settings.force_lock, run.host);
  if (refused) return failure(refused);
  const outcome = decide(run, gathered, renames.value, print);
  if (!outcome.ok) return outcome;
  const chosen = writes ? await chosenPart(run, gathered) : success(gathered);
  if (!chosen.ok) return chosen;
  return writes
    ? written(run, chosen.value, outcome.value, renames.value, print)
    : planned(run, chosen.value, outcome.value, renames.value, print);
}

/** What is left of the plan when somebody has looked at it. */
async function chosenPart(run: Run, gathered: GatheredRun): Promise<Result<GatheredRun>> {
  const { review } = run.hooks;
  if (!review || gathered.tally.changed.length === 0) return success(gathered);
  const { reviewed } = await import("./review.ts");
  const tally = await reviewed(gathered.tally, review, run.request.settings.syntax, run.host);
  return tally.ok ? success({ ...gathered, tally: tally.value }) : tally;
}

/** A map that would undo or repeat its own work, such as a swap: only the record can tell that it was applied. */
function isOnceOnly({ warnings }: Engine): boolean {
  return warnings?.some(({ code }) => code === "once_only") ?? false;
}

function withoutChanges(gathered: GatheredRun): GatheredRun {
  return { ...gathered, tally: { ...gathered.tally, changed: [], total: 0 } };
}

function decide(run: Run, gathered: GatheredRun, renames: PathRenames, print: string): Result<ChangeOutcome> {
  const { request, host, limit } = run;
  const { tally, workspace } = gathered;
  const counted = {
    total: tally.total + renames.listed.length,
    renames: renames.listed.length,
    filesChanged: tally.changed.length,
    filesScanned: tally.filesScanned,
    unchanged: tally.unchanged,
    skipped: tally.skipped,
    stoppedEarly: tally.stoppedEarly,
    budgetHit: gathered.budgetHit,
    failed: tally.failed,
  };
  const found = verdict(request, run.spec, run.engine, counted, {
    recorded: () => appliedRecord(workspace, print, host) !== undefined,
    searchedFiles: () => searchedFiles(run, tally.unsearched),
  });
  return limit?.exceeded && !request.settings.partial ? failure(limit.exceeded) : found;
}

async function planned(
  run: Run,
  gathered: GatheredRun,
  outcome: ChangeOutcome,
  renames: PathRenames,
  print: string,
): Promise<Result<RunResult>> {
  const planFile = run.request.settings.plan_out;
  if (planFile !== undefined && isPartial(gathered)) return failure(partialPlan(gathered));
  const quietly = isPartial(gathered) || outcome !== "changes" ? undefined : run.hooks.planFile;
  for (const file of [planFile, quietly]) {
    if (file === undefined) continue;
    const { savePlan } = await import("./saved-plan.ts");
    const saved = savePlan(run, gathered, renames, print, file);
    if (!saved.ok) return saved;
  }
  const extras = { ...extrasOf(run, gathered, renames), ...(planFile !== undefined && { planFile }) };
  return success({
    ...resultOf(run, gathered.tally, outcome, extras, renames),
    ...(quietly !== undefined && { planFile: quietly }),
  });
}

async function written(
  run: Run,
  gathered: GatheredRun,
  outcome: ChangeOutcome,
  renames: PathRenames,
  print: string,
): Promise<Result<RunResult>> {
  const committed = await commitRun(run, gathered, renames, print);
  if (!committed.ok) return committed;
  const { applyId, filesWritten } = committed.value;
  const extras = { ...extrasOf(run, gathered, renames), ...(applyId !== undefined && { applyId }) };
  return success(resultOf(run, gathered.tally, outcome, extras, renames, filesWritten));
}
