/** What is thrown where nobody answers for it: a refusal of the system, or a bug of ours. */
import { isPassing, problem, type Problem } from "./problem.ts";
import { bugsPlace } from "./version.ts";

export function internalProblem(error: unknown): Problem {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return problem("internal", `this is a bug in swath: ${message}`, {
    suggestion: `please report it with what was asked and the details of the JSON report, ${bugsPlace}`,
    details: { stack },
  });
}

/** The system's errors have a code. */
export function unforeseenProblem(error: unknown): Problem {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message: string };
  if (typeof code !== "string" || !/^E[A-Z0-9]+$/.test(code)) return internalProblem(error);
  return problem("io", `the system refused a call: ${message}`, {
    class: isPassing(code) ? "transient" : "permanent",
    remedies: [],
    details: { code },
  });
}
