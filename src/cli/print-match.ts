/** The answer of a run: data on standard output, talk on standard error, and the files that were asked for. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import type { ErrorReport, Report } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { inBatches } from "../report/batches.ts";
import { colourDiff } from "../report/colour-diff.ts";
import type { ErrorSource } from "../report/error-text.ts";
import { toAnnotations } from "../report/github.ts";
import { groupEdits, groupLines } from "../report/groups.ts";
import { toJson } from "../report/json.ts";
import { plain, type Paint } from "../report/paint.ts";
import { asides, searchLines, summary } from "../report/text.ts";
import { resultPlaces, writeArtifacts } from "../run/artifacts.ts";
import { fromLosslessString } from "../text/lossless.ts";
import { paintFor } from "./command.ts";
import { exitCode, type ExitCode } from "./exit-code.ts";
import { fail, printError } from "./fail.ts";
import type { Io } from "./io.ts";
import type { RunResult } from "./runner.ts";

export function printMatch(io: Io, request: Request, result: RunResult): ExitCode {
  const { report } = result;
  const { settings } = request;
  const { json, color, quiet } = settings;
  if (report.kind === "error")
    return printError(io, report, { json, color, source: sourceOf(result, report, request, io.host) });
  const unwritten = writeArtifacts(settings, result, io.host);
  if (unwritten) return fail(io, unwritten, { json, color });
  if (result.output) io.stdout.write(result.output);
  else if (json) io.stdout.write(`${toJson(report)}\n`);
  else printData(io, request, result, report);
  const changes = result.changes ?? [];
  const listed = changes.slice(0, settings.limit);
  if (!json && !quiet && settings.detail) io.stderr.write(groupLines(groupEdits(listed)).join(""));
  if (!json && !quiet) {
    const paint = paintFor(io.stderr, color, io.host.env);
    const told = withUnlisted(report, changes.length - listed.length);
    io.stderr.write(result.output ? asides(told, paint) : summary(told, listed, paint, result.findings));
  }
  return exitCode(report, { quiet, failsGate: result.failsGate });
}

/** A plan counts the changes that it does not list. The reports of others list none, but what people read of them does. */
function withUnlisted(report: Exclude<RunResult["report"], ErrorReport>, count: number): typeof report {
  if (count === 0 || report.kind === "plan") return report;
  return { ...report, records_omitted: (report.records_omitted ?? 0) + count };
}

function printData(io: Io, { verb, settings }: Request, result: RunResult, report: Exclude<Report, ErrorReport>): void {
  const paint = paintFor(io.stdout, settings.color, io.host.env);
  if (settings.github) printLines(io, toAnnotations(resultPlaces(result, io.host)));
  else if (settings.quiet) return;
  else if (report.kind === "search") printLines(io, searchLines(report, paint));
  else if (asksForDiff(verb, settings)) printDiff(io, result.diff ?? [], paint);
}

/** What is only planned is shown; what is written or gated on is shown when it is asked for. */
export function asksForDiff(verb: Request["verb"], { diff, apply }: Request["settings"]): boolean {
  return diff || verb === "plan" || (verb === "rename" && !apply);
}

/** Lines come out with the bytes they have in the file, those that are not UTF-8 too. */
function printLines(io: Io, lines: Iterable<string>): void {
  for (const batch of inBatches(lines)) io.stdout.write(fromLosslessString(batch));
}

/** A diff that is not for eyes is written byte for byte: it may hold text that is not UTF-8. */
function printDiff(io: Io, chunks: readonly Uint8Array[], paint: Paint): void {
  for (const chunk of chunks)
    io.stdout.write(paint === plain ? chunk : colourDiff(new TextDecoder().decode(chunk), paint));
}

/** Files above this many bytes are not read again to show one line of them. */
const longestSource = 1 << 22;

/** The line an error is on: in the file it names, else in the pattern or the replacement. */
function sourceOf({ problem }: RunResult, report: ErrorReport, request: Request, host: Host): ErrorSource | undefined {
  if (problem?.excerpt !== undefined) return { text: problem.excerpt };
  if (ofTheResult.has(report.error)) return undefined;
  if (report.path !== undefined)
    return report.line === undefined ? undefined : fileLine(host, report.path, report.line);
  const text = operandOf(report.error, request);
  return report.column === undefined || text === undefined || text.includes("\n") ? undefined : { text };
}

/** Errors whose line counts in the text that was not written: the file has another one there. */
const ofTheResult: ReadonlySet<ErrorReport["error"]> = new Set([
  "non_convergent_replacement",
  "non_convergent_context",
  "non_convergent_script",
  "syntax_regression",
]);

/** The operand in which an error of this kind counts its column. */
function operandOf(kind: ErrorReport["error"], { pattern, replacement }: Request): string | undefined {
  if (kind === "invalid_regex" || kind === "structural_query") return pattern;
  return kind === "invalid_template" || kind === "structural_template" ? replacement : undefined;
}

/** A file in another encoding is not shown in this one. */
const utf8 = new TextDecoder("utf-8", { fatal: true });

function fileLine(host: Host, shown: string, line: number): ErrorSource | undefined {
  try {
    const file = path.resolve(host.cwd, shown);
    if (host.fs.stat(file).size > longestSource) return undefined;
    const text = utf8.decode(host.fs.readFile(file)).split("\n")[line - 1];
    return text === undefined ? undefined : { text: text.replace(/\r$/, "") };
  } catch {
    return undefined;
  }
}
