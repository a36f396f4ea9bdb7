/** swath_apply, swath_undo and swath_recover: what was planned, put back or was left half done. */
import { settle, type GivenOptions } from "../model/options.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { ErrorReport, Report } from "../model/report.ts";
import { outsideProblem } from "../plan/confine.ts";
import { wireReport } from "../report/json.ts";
import { run } from "../run.ts";
import { absolutePath } from "../host/asked-path.ts";
import { recoverPaths, undoApply } from "../run/mend.ts";
import { toRequest } from "../schema/combine.ts";
import { refused } from "./answer.ts";
import { bounded } from "./bounds.ts";
import { recoveryOutside, undoableInside } from "./confine.ts";
import type { Answer, Call, Session } from "./context.ts";

export async function apply({ args, signal, onProgress }: Call, session: Session): Promise<Answer> {
  const { plan_id: id, ...given } = args as { readonly plan_id: string } & GivenOptions;
  const plan = session.plans.find(id);
  if (plan === undefined)
    return refused(
      problem("unknown_id", `there is no plan ${JSON.stringify(id.slice(0, 40))} for ${session.root}`, {
        suggestion: "Make the plan again with swath_plan or swath_rename, and apply the plan_id it returns.",
      }),
    );
  const request = toRequest("apply", { operands: { paths: [] }, given: { ...given, plan } });
  if (!request.ok) return refused(request.problem, true);
  const hooks = { signal, onProgress, aside: true, within: session.root };
  const result = await run(request.value, session.host, hooks);
  if (result.report.kind === "error") return refused(result.problem!, true);
  return { data: bounded(wireReport(result.report)), isError: false };
}

export async function undo({ args }: Call, { root, host }: Session): Promise<Answer> {
  const { id, ...given } = args as { readonly id?: string } & GivenOptions;
  const found = undoableInside(root, id, host);
  if (!found.ok) return refused(found.problem, true);
  return reported(await undoApply(found.value, settle("undo", given), host));
}

export async function recover({ args }: Call, { root, host }: Session): Promise<Answer> {
  const { paths = [], ...given } = args as { readonly paths?: readonly string[] } & Omit<GivenOptions, "paths">;
  const absolute = (paths.length === 0 ? ["."] : paths).map((path) => absolutePath(path, host));
  const outside =
    paths.map((path) => outsideProblem(path, root, host)).find((each) => each !== undefined) ??
    recoveryOutside(root, absolute, host);
  if (outside) return refused(outside, true);
  return reported(await recoverPaths(absolute, settle("recover", given), host));
}

function reported(report: Report): Answer {
  return report.kind === "error" ? refused(problemOf(report), true) : { data: wireReport(report), isError: false };
}

/** An error report says all that its problem did. */
function problemOf(report: ErrorReport): Problem {
  const said = ["path", "line", "column", "suggestion", "details", "candidates", "similar_paths", "remedies"] as const;
  const fields = Object.fromEntries(said.filter((key) => report[key] !== undefined).map((key) => [key, report[key]]));
  return problem(report.error, report.message, { ...fields, class: report.error_class });
}
