/** Whether a run saw everything it was asked to look at. */
import { counted } from "../model/counted.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { GatheredRun } from "./gather.ts";

export function isPartial({ budgetHit, tally }: GatheredRun): boolean {
  return budgetHit !== undefined || tally.stoppedEarly || tally.failed.length > 0;
}

/** Why what was seen is not enough to be written. */
export function partialPlan(gathered: GatheredRun): Problem {
  const { budgetHit, tally } = gathered;
  const cause = budgetHit
    ? `${budgetHit} left out ${leftOut(gathered)}`
    : `${tally.failed.length} could not be read or planned, the first is ${tally.failed[0]?.path}`;
  return problem("partial_plan", `a plan of only a part of the tree is not written: ${cause}`, {
    remedies: budgetHit ? [budgetHit] : [],
    ...(tally.failed[0] && { path: tally.failed[0].path }),
  });
}

function leftOut({ budgetHit, tally }: GatheredRun): string {
  if (budgetHit === "timeout") return "the files that were not reached in time";
  const count = tally.filesBudgetDropped || tally.skipped.find((skip) => skip.reason === "too_large")?.count || 0;
  return counted(count, "file");
}
