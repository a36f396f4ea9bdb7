/** What a bug of ours looks like from outside. */
import { problem, type Problem } from "./problem.ts";
import { bugsPlace } from "./version.ts";

export function internalProblem(error: unknown): Problem {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return problem("internal", `this is a bug in swath: ${message}`, {
    suggestion: `please report it with what was asked and the details of the JSON report, ${bugsPlace}`,
    details: { stack },
  });
}
