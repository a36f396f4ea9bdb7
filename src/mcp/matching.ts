/** swath_search, swath_plan and swath_rename: arguments to a request as the command line would make it, run aside in the workers. */
import type { Host } from "../host/host.ts";
import { options, type GivenOptions, type OptionName } from "../model/options.ts";
import type { AbsolutePath } from "../model/path.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { SearchReport } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import type { Result } from "../model/result.ts";
import { outsideProblem } from "../plan/confine.ts";
import { wireReport } from "../report/json.ts";
import { run } from "../run.ts";
import { readRequest, type Admission } from "../run/request.ts";
import type { RunResult } from "../run/runner.ts";
import type { Operands } from "../schema/combine.ts";
import { refused } from "./answer.ts";
import { bounded, defaultLimit } from "./bounds.ts";
import type { Answer, Call, Session } from "./context.ts";
import { withRows } from "./search-rows.ts";

export async function search(call: Call, session: Session): Promise<Answer> {
  const request = await requestOf("search", call, session);
  if (!request.ok) return refused(request.problem);
  const { settings } = request.value;
  const result = await runAside({ ...request.value, settings: { ...settings, detail: true } }, call, session);
  if (result.report.kind === "error") return refused(result.problem!);
  return { data: withRows(result.report as SearchReport, settings.detail), isError: false };
}

/** A plan that would change something is kept, and its id is returned. */
export async function plan(verb: "plan" | "rename", call: Call, session: Session): Promise<Answer> {
  const request = await requestOf(verb, call, session);
  if (!request.ok) return refused(request.problem);
  const reserved = session.plans.reserve();
  if (!reserved.ok) return refused(reserved.problem);
  const { id, file } = reserved.value;
  const result = await runAside(request.value, call, session, file);
  if (result.report.kind === "error") return refused(result.problem!);
  const saved = result.planFile !== undefined;
  if (saved) session.plans.prune();
  return { data: bounded(wireReport({ ...result.report, ...(saved && { plan_id: id }) })), isError: false };
}

function runAside(request: Request, call: Call, session: Session, planFile?: string): Promise<RunResult> {
  const { signal, onProgress } = call;
  const hooks = { signal, onProgress, aside: true, within: session.root, ...(planFile !== undefined && { planFile }) };
  return session.searching.through(signal, () => run(request, session.host, hooks));
}

async function requestOf(verb: Request["verb"], { args }: Call, session: Session): Promise<Result<Request>> {
  const { operands, given } = verb === "rename" ? renameOperands(args) : patternOperands(args);
  const asked = { operands, given, defaults: { limit: defaultLimit } };
  return readRequest(verb, asked, "defaults", session.host, admissionOf(session));
}

/** Refuses files outside of the root, whether options name them or rule directories lead to them. */
function admissionOf({ root, host }: Session): Admission {
  return {
    options: (given) => outsideFile(given, root, host),
    ruleFiles: (sources) =>
      sources.map(({ path }) => outsideProblem(path, root, host)).find((outside) => outside !== undefined),
  };
}

interface Split {
  readonly operands: Operands;
  readonly given: GivenOptions;
}

function patternOperands({ pattern, replacement, paths, ...given }: Call["args"]): Split {
  const operands = { pattern, replacement, paths: paths ?? [] } as Operands;
  return { operands, given: given as GivenOptions };
}

function renameOperands({ old, new: name, in: paths, ...given }: Call["args"]): Split {
  const operands = { pattern: old, replacement: name, paths: paths ?? [] } as Operands;
  return { operands, given: given as GivenOptions };
}

/** Files that options name are confined like paths are; the planner sees to those. */
function outsideFile(given: GivenOptions, root: AbsolutePath, host: Host): Problem | undefined {
  for (const [name, { kind }] of Object.entries(options)) {
    const file = kind === "path" ? given[name as OptionName] : undefined;
    if (typeof file !== "string") continue;
    if (file === "-") return problem("invalid_request", `${name}: a tool has no standard input to read`);
    const outside = outsideProblem(file, root, host);
    if (outside) return outside;
  }
  return undefined;
}
