/** From the tally to the files: hands the plan of a run to the commit, and asks it for records of earlier ones. */
import type { Host } from "../host/host.ts";
import { commitInSteps } from "../commit/commit.ts";
import type { CommitRequest, Committed, PlannedFile } from "../commit/request.ts";
import { stopProblem } from "../model/problem.ts";
import { success, type Result } from "../model/result.ts";
import type { Settings } from "../model/options.ts";
import type { Tally } from "../reduce/gather.ts";
import type { Run } from "./context.ts";
import type { GatheredRun } from "./gather.ts";
import type { PathRenames } from "./path-renames.ts";
import { absolutePath } from "../host/asked-path.ts";

export interface Written {
  readonly filesWritten: number;
  /** Absent where nothing was written. */
  readonly applyId?: string;
}

export async function commitRun(
  run: Run,
  { tally, workspace, named }: GatheredRun,
  { renames }: PathRenames,
  fingerprint: string,
): Promise<Result<Written>> {
  const { request, host, hooks } = run;
  if (tally.changed.length === 0 && renames.length === 0) return success({ filesWritten: 0 });
  // The time that somebody takes for a review is none of the run's.
  return runCommit(
    {
      workspace,
      files: plannedFiles(tally, named, host),
      renames,
      forceReadonly: request.settings.force_readonly,
      fingerprint,
      ...writeOptions(request.settings, hooks.review ? hooks.signal : run.signal),
    },
    host,
  );
}

/** Runs the commit in steps, so that signals are heard between them. */
export async function runCommit(request: CommitRequest, host: Host): Promise<Result<Written>> {
  const steps = commitInSteps(request, host);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value.ok ? success(written(step.value.value)) : step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export function writeOptions(
  { fsync, force_lock: forceLock }: Settings,
  signal: AbortSignal | undefined,
): Pick<CommitRequest, "fsync" | "forceLock" | "interrupted"> {
  return { fsync, forceLock, ...(signal && { interrupted: () => (signal.aborted ? stopProblem(signal) : undefined) }) };
}

export function plannedFiles(tally: Tally, named: ReadonlySet<string>, host: Host): PlannedFile[] {
  return tally.changed.map(({ path, change }) => ({
    path,
    absolute: absolutePath(path, host),
    named: named.has(path),
    change,
  }));
}

function written({ applyId, filesWritten }: Committed): Written {
  return { filesWritten, ...(applyId !== "" && { applyId }) };
}
