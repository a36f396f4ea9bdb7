/** Turns a problem into the error report: its class, exit status and the remedies that help where it is read. */
import { options, type OptionName } from "../model/options.ts";
import { problemKinds, type Problem } from "../model/problem.ts";
import type { ErrorReport } from "../model/report.ts";

export interface Reader {
  /** The run could have written; a partial answer is no way out for it. */
  readonly writes?: boolean;
  /** An agent over MCP, which has no arguments for some options. */
  readonly agent?: boolean;
}

export function explain(problem: Problem, reader: Reader = {}): ErrorReport {
  const kind = problemKinds[problem.kind];
  const errorClass = problem.class ?? kind.class;
  return {
    kind: "error",
    error: problem.kind,
    message: problem.message,
    exit_code: problem.exit ?? kind.exit,
    remedies: (problem.remedies ?? kind.remedies).filter((remedy) => helps(remedy, reader)),
    error_class: errorClass,
    retryable: errorClass === "transient" || errorClass === "conflict",
    ...(problem.path !== undefined && { path: problem.path }),
    ...(problem.line !== undefined && { line: problem.line }),
    ...(problem.column !== undefined && { column: problem.column }),
    ...(problem.suggestion !== undefined && { suggestion: sentence(problem.suggestion) }),
    ...(problem.details !== undefined && { details: problem.details }),
    ...(problem.candidates?.length && { candidates: problem.candidates.slice(0, 3) }),
    ...(problem.similar_paths?.length && { similar_paths: problem.similar_paths.slice(0, 5) }),
  };
}

function helps(remedy: string, { writes, agent }: Reader): boolean {
  if (remedy === "partial" && writes) return false;
  return !agent || options[remedy as OptionName]?.only === undefined;
}

/**
 * Advice is written as a part of a sentence where a message may hold it too; alone it is a sentence. It has no full stop
 * where it ends in what may be typed as it stands, behind a colon.
 */
function sentence(advice: string): string {
  const end = /[.?!…]$|: [^:]*$/.test(advice) ? "" : ".";
  return `${advice.slice(0, 1).toUpperCase()}${advice.slice(1)}${end}`;
}
