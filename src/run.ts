/**
 * The whole pipeline: request -> engine -> planner -> pool -> tally -> verdict -> commit -> report.
 *
 * Every run ends in exactly one report. Failures are data on the way; what is thrown nevertheless becomes
 * `io` or `internal` here.
 */
import type { Host } from "./host/host.ts";
import type { Engine } from "./match/engine.ts";
import { unforeseenProblem } from "./model/bug.ts";
import type { Job } from "./model/job.ts";
import type { Problem } from "./model/problem.ts";
import { type Request, writesFiles } from "./model/request.ts";
import { failure, success, type Result } from "./model/result.ts";
import type { EngineSpec } from "./model/spec.ts";
import { buildEngine } from "./pool/build.ts";
import { explain } from "./report/explain.ts";
import { conclude } from "./run/conclude.ts";
import type { Run } from "./run/context.ts";
import { gatherRun } from "./run/gather.ts";
import type { RunHooks, RunResult } from "./run/runner.ts";
import { engineSpec } from "./run/spec.ts";
import { endSignal, inTime, type TimeLimit, timeLimit } from "./run/time-limit.ts";
import { whereOf } from "./run/where.ts";

/** Runs plan, apply, check, search or rename. Never throws. */
export async function run(request: Request, host: Host, hooks: RunHooks = {}): Promise<RunResult> {
  try {
    const result =
      request.settings.plan === undefined
        ? await pipeline(request, host, hooks)
        : await savedPlan(request, host, hooks);
    return result.ok ? result.value : refused(result.problem, request);
  } catch (error) {
    return refused(unforeseenProblem(error), request);
  }
}

async function pipeline(request: Request, host: Host, given: RunHooks): Promise<Result<RunResult>> {
  const started = host.elapsed();
  const limit = timeLimit(request.settings, host);
  const stdin = inTime(given.stdin, limit);
  const hooks = { ...given, ...(stdin && { stdin }) };
  const spec = await engineSpec(request, host);
  if (!spec.ok) return spec;
  await registerParsers(spec.value, host);
  let line: number | undefined;
  const engine = await buildEngine(spec.value, (called) => (line = called || undefined));
  if (!engine.ok) return engine;
  if (request.settings.stdin) return filter(request, spec.value, engine.value, limit, hooks, () => line);
  const where = await whereOf(request, host, hooks);
  if (!where.ok) return where;
  const job = jobOf(request, spec.value, hooks);
  const run: Run = {
    request,
    spec: spec.value,
    engine: engine.value,
    job,
    where: { ...where.value, keep: languageFilter(spec.value, engine.value) },
    host,
    hooks,
    limit,
    signal: endSignal(limit, hooks.signal),
    started,
  };
  const gathered = await gatherRun(run);
  return gathered.ok ? conclude(run, gathered.value) : gathered;
}

/** Language packs are looked for from the working directory, and only before the first thread uses one. */
async function registerParsers(spec: EngineSpec, host: Host): Promise<void> {
  const parses = spec.kind === "structural" || spec.kind === "rules" || ("lang" in spec && spec.lang !== undefined);
  if (parses) (await import("./match/languages.ts")).registerLanguages(host.cwd);
}

/** Files that a language leaves out by their names are not even counted. */
function languageFilter(spec: EngineSpec, engine: Engine): ((name: string) => boolean) | undefined {
  if (spec.kind === "rules") return engine.acceptsName;
  const limited =
    spec.kind === "structural" || ((spec.kind === "rename" || spec.kind === "rename_map") && spec.lang !== undefined);
  return limited ? (name) => engine.accepts({ path: name, named: false }) : undefined;
}

async function filter(
  request: Request,
  spec: EngineSpec,
  engine: Engine,
  limit: TimeLimit | undefined,
  hooks: RunHooks,
  lineOfCall: () => number | undefined,
): Promise<Result<RunResult>> {
  const { filterInput } = await import("./run/filter.ts");
  const input = (await hooks.stdin?.()) ?? success(new Uint8Array());
  if (!input.ok) return input;
  const result = await filterInput(request, jobOf(request, spec, hooks), engine, input.value, lineOfCall);
  return limit?.exceeded ? failure(limit.exceeded) : result;
}

async function savedPlan(request: Request, host: Host, hooks: RunHooks): Promise<Result<RunResult>> {
  const { applySavedPlan } = await import("./run/saved-plan.ts");
  return applySavedPlan(request, host, hooks);
}

function jobOf(request: Request, engine: EngineSpec, hooks: RunHooks): Job {
  const { settings, verb } = request;
  return {
    verb: writesFiles(request) ? "apply" : verb,
    engine,
    wants: {
      diff: hooks.diff ?? false,
      digests: settings.detail || settings.plan_out !== undefined || hooks.planFile !== undefined,
      detail: settings.detail,
      listed: settings.detail || (hooks.listed ?? false),
      lines: hooks.lines ?? false,
      countOnly: hooks.countOnly ?? false,
    },
    maxBytes: settings.max_bytes,
    partial: settings.partial,
    allowNonConvergent: settings.allow_non_convergent,
    syntax: settings.syntax,
    ...(settings.encoding !== undefined && { encoding: settings.encoding }),
    ...(settings.limit !== undefined && { limit: settings.limit }),
  };
}

function refused(found: Problem, request: Request): RunResult {
  const cause = found.kind === "script_parse" ? placedInScript(found, request.settings.script) : found;
  return { report: explain(cause, { writes: writesFiles(request) }), problem: cause };
}

/** A script that does not load is wrong where it is written, and not in the file whose match it was loaded for. */
function placedInScript(found: Problem, script: string | undefined): Problem {
  const { script_line: line, script_column: column } = (found.details ?? {}) as Partial<Record<string, number>>;
  return {
    ...found,
    ...(script !== undefined && { path: script }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}
