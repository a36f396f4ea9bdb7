/** plan, apply, check, search and rename: arguments to a request, the run, and its answer on the streams. */
import { problem, type Problem } from "../../model/problem.ts";
import type { GivenOptions } from "../../model/options.ts";
import type { Request } from "../../model/request.ts";
import { failure, type Result } from "../../model/result.ts";
import { clashProblem } from "../../schema/combine.ts";
import { paintFor, type Command, type Invocation } from "../command.ts";
import { artifactHooks, artifactProblem } from "../../run/artifacts.ts";
import { readRequest } from "../../run/request.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";
import type { Io } from "../io.ts";
import { assignOperands, readAsPath } from "../operands.ts";
import { asksForDiff, printMatch } from "../print-match.ts";
import { progressFor } from "../progress.ts";
import type { RunHooks, RunResult } from "../runner.ts";
import { untilSignal } from "../signals.ts";

export const matchCommand: Command = async (invocation) => {
  const { io } = invocation;
  const given = invocation.given as GivenOptions;
  const json = given.json === true;
  const read = await requestOf(invocation, given);
  if (!read.ok) return fail(io, read.problem, { json, color: given.color });
  const request = read.value;
  if (request.settings.debug_pattern) return describe(io, request);
  const unable = reviewProblem(invocation, request) ?? artifactProblem(request.settings, io.host);
  if (unable) return fail(io, unable, { json, color: given.color });
  const run = await io.engine.run();
  const hooks = { ...wanted(request), ...(await reviewHook(io, request)), stdin: io.stdin.read };
  const progress = progressFor(io, request.settings);
  const result = await untilSignal(io, (signal) =>
    run(request, io.host, { ...hooks, signal, onProgress: progress.show }),
  );
  progress.clear();
  return printMatch(io, request, withReading(result, invocation, given));
};

/** The result with the reading of an operand that was no path after all. */
function withReading(result: RunResult, { verb, operands, io }: Invocation, given: GivenOptions): RunResult {
  const { report } = result;
  if (report.kind !== "error" || report.suggestion !== undefined) return result;
  const suggestion = readAsPath(verb as Request["verb"], given, operands, report, io.host);
  return suggestion === undefined ? result : { ...result, report: { ...report, suggestion } };
}

/** Tells how the pattern is parsed instead of searching for it. */
async function describe(io: Io, { pattern = "", settings }: Request): Promise<ExitCode> {
  const { lang = "", strictness, color } = settings;
  const described = (await io.engine.describePattern())({ kind: "structural", lang, pattern, strictness });
  if (!described.ok) return fail(io, described.problem, { json: false, color, source: { text: pattern } });
  io.stdout.write(described.value);
  return ExitCode.success;
}

async function requestOf(invocation: Invocation, given: GivenOptions): Promise<Result<Request>> {
  const { host } = invocation.io;
  const verb = invocation.verb as Request["verb"];
  const clash = clashProblem(verb, given);
  if (clash) return failure(clash);
  const operands = assignOperands(verb, given, invocation.operands, host);
  if (!operands.ok) return operands;
  return readRequest(verb, { operands: operands.value, given }, "defaults", host);
}

/** What the printing of this request needs beside the report. */
function wanted({ verb, settings }: Request): RunHooks {
  const printsDiff = !settings.json && !settings.github && !settings.quiet && asksForDiff(verb, settings);
  const files = artifactHooks(settings);
  return {
    diff: !settings.stdin && (printsDiff || files.diff),
    listed: settings.github || files.listed,
    lines: verb === "search" && !settings.json && !settings.quiet,
    countOnly: verb === "search" && !settings.json && settings.quiet,
  };
}

async function reviewHook(io: Io, { settings }: Request): Promise<RunHooks> {
  if (!settings.review) return {};
  const { review } = await import("../review.ts");
  const terminal = { write: (text: string) => io.stderr.write(text), readKey: io.stdin.readKey };
  const paint = paintFor(io.stderr, settings.color, io.host.env);
  return { diff: true, listed: true, review: (files) => review(files, terminal, paint) };
}

function reviewProblem({ io }: Invocation, { settings }: Request): Problem | undefined {
  if (!settings.review || (io.stdin.isTerminal && io.stderr.isTerminal)) return undefined;
  return problem("invalid_request", "--review asks on the terminal, and there is none", {
    suggestion: "Look at the plan with swath plan, then apply it without --review.",
  });
}
