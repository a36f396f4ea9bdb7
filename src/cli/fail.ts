/** The one way in which a command fails: the error report, as JSON on standard output or as text on standard error. */
import type { Problem } from "../model/problem.ts";
import { errorText, type ErrorSource } from "../report/error-text.ts";
import { explain, type Reader } from "../report/explain.ts";
import { toJson } from "../report/json.ts";
import { paintFor } from "./command.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Io } from "./io.ts";
import type { ErrorReport } from "../model/report.ts";

export interface FailOptions extends Reader {
  readonly json: boolean;
  readonly color?: unknown;
  readonly source?: ErrorSource | undefined;
}

export function fail(io: Io, problem: Problem, options: FailOptions): ExitCode {
  return printError(io, explain(problem, options), options);
}

export function printError(io: Io, report: ErrorReport, { json, color, source }: FailOptions): ExitCode {
  if (json) io.stdout.write(`${toJson(report)}\n`);
  else io.stderr.write(errorText(report, source, paintFor(io.stderr, color, io.host.env)));
  return report.exit_code;
}
