/**
 * swath as a library, for programs that run on Bun: the verbs of the command line with the same options, and typed
 * reports instead of streams.
 *
 *     import { plan } from "swath";
 *     const report = await plan({ pattern: "oldName", replacement: "newName", paths: ["src"], word: true });
 *     if (report.kind === "plan") console.log(report.total_matches);
 *
 * A failure is a report of kind `error`, never an exception.
 */
import { bunHost } from "./host/bun.ts";
import type { Host } from "./host/host.ts";
import type * as library from "./library.ts";
import { settle } from "./model/options.ts";
import { NoWorkingDirectory, notEntered, noWorkingDirectory, problem } from "./model/problem.ts";
import type { ApplyReport, CheckReport, ErrorReport, PlanReport, Report, SearchReport } from "./model/report.ts";
import type { Request } from "./model/request.ts";
import { failure, type Result, success } from "./model/result.ts";
import { explain } from "./report/explain.ts";
import { wireReport } from "./report/json.ts";
import { run } from "./run.ts";
import { artifactHooks, artifactProblem, writeArtifacts } from "./run/artifacts.ts";
import { readRequest } from "./run/request.ts";
import { recoverPaths, undoApply } from "./run/mend.ts";
import type { RunHooks } from "./run/runner.ts";

export type * from "./library.ts";
export { toolPolicies } from "./mcp/policy.ts";

export const plan: typeof library.plan = (options, controls) =>
  match("plan", options, controls) as Promise<PlanReport | ErrorReport>;

export const apply: typeof library.apply = (options, controls) =>
  match("apply", options, controls) as Promise<ApplyReport | ErrorReport>;

export const check: typeof library.check = (options, controls) =>
  match("check", options, controls) as Promise<CheckReport | ErrorReport>;

export const search: typeof library.search = (options, controls) =>
  match("search", options, controls) as Promise<SearchReport | ErrorReport>;

export const rename: typeof library.rename = (options, controls) =>
  match("rename", options, controls) as Promise<PlanReport | ApplyReport | ErrorReport>;

export const recover: typeof library.recover = async (paths = [], options = {}, controls = {}) => {
  const { readMendCall } = await import("./schema/call.ts");
  const given = readMendCall("recover", paths, options, controls);
  if (!given.ok) return explain(given.problem);
  const host = hostOf(controls);
  return host.ok ? recoverPaths(paths, settle("recover", given.value), host.value) : explain(host.problem);
};

export const undo: typeof library.undo = async (id, options = {}, controls = {}) => {
  const { readMendCall } = await import("./schema/call.ts");
  const given = readMendCall("undo", id, options, controls);
  if (!given.ok) return explain(given.problem);
  const host = hostOf(controls);
  return host.ok ? undoApply(id, settle("undo", given.value), host.value) : explain(host.problem);
};

async function match(verb: Request["verb"], options: unknown, controls: library.Controls = {}): Promise<Report> {
  const { readMatchCall } = await import("./schema/call.ts");
  const asked = readMatchCall(verb, options, controls);
  if (!asked.ok) return explain(asked.problem);
  const host = hostOf(controls);
  if (!host.ok) return explain(host.problem);
  const request = await readRequest(verb, asked.value, "recipes", host.value);
  if (!request.ok) return explain(request.problem);
  const { settings } = request.value;
  const unable = artifactProblem(settings, host.value);
  if (unable) return explain(unable);
  const result = await run(request.value, host.value, { ...hooksOf(controls), ...artifactHooks(settings) });
  const unwritten = result.problem ? undefined : writeArtifacts(settings, result, host.value);
  return unwritten ? explain(unwritten) : (wireReport(result.report) as unknown as Report);
}

function hooksOf({ signal, onProgress }: library.Controls): RunHooks {
  if (!onProgress) return signal ? { signal } : {};
  const failed = new AbortController();
  const told = (progress: library.Progress): void => {
    try {
      onProgress(progress);
    } catch (error) {
      failed.abort(
        problem("invalid_request", `onProgress threw: ${error instanceof Error ? error.message : String(error)}`),
      );
    }
  };
  return { signal: AbortSignal.any([failed.signal, ...(signal ? [signal] : [])]), onProgress: told };
}

function hostOf({ cwd }: library.Controls): Result<Host> {
  const own = bunHost();
  try {
    return success(bunHost(cwd === undefined ? own.cwd : own.fs.realPath(cwd)));
  } catch (error) {
    const isOwn = error instanceof NoWorkingDirectory;
    return failure(isOwn ? noWorkingDirectory(error.cause) : notEntered(error, cwd!));
  }
}
