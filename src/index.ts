/**
 * swath as a library: the verbs of the command line with the same options, and typed reports instead of streams.
 *
 *     import { plan } from "swath";
 *     const report = await plan({ pattern: "oldName", replacement: "newName", paths: ["src"], word: true });
 *     if (report.kind === "plan") console.log(report.total_matches);
 *
 * A failure is a report of kind `error`, never an exception.
 */
import { bunHost } from "./host/bun.ts";
import type { Host } from "./host/host.ts";
import type { GivenOptions } from "./model/options.ts";
import { settle } from "./model/options.ts";
import type {
  ApplyReport,
  CheckReport,
  ErrorReport,
  PlanReport,
  RecoverReport,
  Report,
  SearchReport,
  UndoReport,
} from "./model/report.ts";
import type { Request } from "./model/request.ts";
import { failure, type Result } from "./model/result.ts";
import { explain } from "./report/explain.ts";
import { wireReport } from "./report/json.ts";
import { run } from "./run.ts";
import { recoverPaths, undoApply } from "./run/mend.ts";
import type { Progress, RunHooks } from "./run/runner.ts";
import { loadConfig, withRecipe } from "./run/config-file.ts";
import { type Asked, clashProblem, toRequest } from "./schema/combine.ts";

export type { Match } from "./match/script.ts";
export { toolPolicies, type ToolName, type ToolPolicy } from "./mcp/policy.ts";
export type * from "./model/report.ts";
export type { GivenOptions as Options } from "./model/options.ts";
export type { Progress } from "./run/runner.ts";

/** How a call is run, beside the options of its verb. */
export interface Controls {
  /** The directory that paths, globs and the paths in the report are relative to. The process's own by default. */
  readonly cwd?: string;
  /** Aborting it ends the run with the error `interrupted`; nothing is left half written. */
  readonly signal?: AbortSignal;
  /** Called some ten times a second while files are searched. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface SearchOptions extends GivenOptionsWithoutPaths {
  readonly pattern: string;
  /** Files, directories or globs; the working directory by default. */
  readonly paths?: readonly string[];
}

export interface RewriteOptions extends GivenOptionsWithoutPaths {
  /** Absent where `rules`, or for apply `plan`, take its place. */
  readonly pattern?: string;
  /** Absent where `script` computes it, too. */
  readonly replacement?: string;
  /** Files, directories or globs; the working directory by default. */
  readonly paths?: readonly string[];
}

export interface RenameOptions extends GivenOptions {
  /** The old and the new name; absent where `map` or `map_file` take their place. */
  readonly from?: string;
  readonly to?: string;
  /** Files, directories or globs; the working directory by default. (`paths` says whether they are renamed too.) */
  readonly roots?: readonly string[];
}

type GivenOptionsWithoutPaths = Omit<GivenOptions, "paths">;

/** What would change. Writes nothing. */
export function plan(options: RewriteOptions, controls?: Controls): Promise<PlanReport | ErrorReport> {
  return rewrite("plan", options, controls) as Promise<PlanReport | ErrorReport>;
}

/** Plans and commits: all files or none. */
export function apply(options: RewriteOptions, controls?: Controls): Promise<ApplyReport | ErrorReport> {
  return rewrite("apply", options, controls) as Promise<ApplyReport | ErrorReport>;
}

/** Whether anything would change. Writes nothing. */
export function check(options: RewriteOptions, controls?: Controls): Promise<CheckReport | ErrorReport> {
  return rewrite("check", options, controls) as Promise<CheckReport | ErrorReport>;
}

/** Where the pattern matches. */
export function search(options: SearchOptions, controls?: Controls): Promise<SearchReport | ErrorReport> {
  return rewrite("search", options, controls) as Promise<SearchReport | ErrorReport>;
}

/** Renames a name in all its spellings. A plan, unless `apply` is set. */
export function rename(options: RenameOptions, controls?: Controls): Promise<PlanReport | ApplyReport | ErrorReport> {
  const { from: pattern, to: replacement, roots, ...given } = options;
  const operands = { pattern, replacement, paths: roots ?? [] };
  return runVerb("rename", operands, given, controls) as Promise<PlanReport | ApplyReport | ErrorReport>;
}

/** Finishes or takes back an interrupted apply. */
export async function recover(
  paths: readonly string[] = [],
  options: GivenOptions = {},
  controls: Controls = {},
): Promise<RecoverReport | ErrorReport> {
  return recoverPaths(paths, settle("recover", options), hostOf(controls));
}

/** Puts back what the last apply changed, or the one with this id. */
export async function undo(
  id?: string,
  options: GivenOptions = {},
  controls: Controls = {},
): Promise<UndoReport | ErrorReport> {
  return undoApply(id, settle("undo", options), hostOf(controls));
}

function rewrite(
  verb: Request["verb"],
  { pattern, replacement, paths, ...given }: RewriteOptions,
  controls: Controls | undefined,
): Promise<Report> {
  return runVerb(verb, { pattern, replacement, paths: paths ?? [] }, given, controls);
}

async function runVerb(
  verb: Request["verb"],
  operands: Parameters<typeof toRequest>[1]["operands"],
  given: GivenOptions,
  controls: Controls = {},
): Promise<Report> {
  const host = hostOf(controls);
  const request = await readRequest(verb, { operands, given }, host);
  if (!request.ok) return explain(request.problem);
  const { report } = await run(request.value, host, hooksOf(controls));
  return wireReport(report) as unknown as Report;
}

async function readRequest(verb: Request["verb"], asked: Asked, host: Host): Promise<Result<Request>> {
  if (asked.given.recipe === undefined) return toRequest(verb, asked);
  const clash = clashProblem(verb, asked.given);
  if (clash) return failure(clash);
  const config = await loadConfig(host);
  if (!config.ok) return config;
  const full = withRecipe(asked, config.value, host);
  return full.ok ? toRequest(verb, full.value) : full;
}

function hooksOf({ signal, onProgress }: Controls): RunHooks {
  return { ...(signal && { signal }), ...(onProgress && { onProgress }) };
}

function hostOf({ cwd }: Controls): Host {
  const host = bunHost();
  return cwd === undefined ? host : { ...host, cwd: host.fs.realPath(cwd) };
}
