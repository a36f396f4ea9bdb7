/** Reports for people: what a search finds, and the summaries of all verbs. Strings only; the caller knows where they go. */
import { counted } from "../model/counted.ts";
import { shellWord } from "../model/shell-word.ts";
import type {
  ApplyReport,
  CheckReport,
  Extensions,
  MatchReport,
  PlanReport,
  Report,
  SearchReport,
  TestReport,
} from "../model/report.ts";
import type { Finding } from "../model/outcome.ts";
import type { Paint } from "./paint.ts";
import type { FileEdits } from "./place.ts";
import { skipLine } from "./skip-line.ts";

/** `path:line:column:line text`, once for each line with a match. Needs matches with their `text`. */
export function* searchLines(report: SearchReport, paint: Paint): Generator<string> {
  for (const { path, matches } of report.files) {
    let line = 0;
    for (const match of matches) {
      if (match.line === line) continue;
      line = match.line;
      const place = `${paint("path", path)}:${paint("number", String(match.line))}:${match.column}`;
      yield `${place}:${match.text ?? match.snippet}\n`;
    }
  }
}

/**
 * What a run did, what it left out and what it wants known: lines for standard error. `changes` are those to list; counts are
 * of all changes and findings, whatever part of them is listed.
 */
export function summary(
  report: Exclude<Report, { kind: "error" }>,
  changes: readonly FileEdits[],
  paint: Paint,
  findings: readonly Finding[] = "findings" in report ? (report.findings ?? []) : [],
): string {
  switch (report.kind) {
    case "plan":
    case "apply":
    case "check":
      return [...changeLines(report, changes, findings, paint), ...notes(report, paint)].join("");
    case "search":
      return [`${searchHeadline(report)}\n`, ...notes(report, paint)].join("");
    case "recover":
      return recoverLine(report);
    case "undo":
      return `put back ${files(report.files_restored)} as before apply ${report.apply_id}\n`;
    case "test":
      return testLines(report, paint);
    default:
      return report satisfies never;
  }
}

function* changeLines(
  report: PlanReport | ApplyReport | CheckReport,
  changes: readonly FileEdits[],
  findings: readonly Finding[],
  paint: Paint,
): Generator<string> {
  for (const { path, matches } of changes) yield `${paint("path", path)}: ${edits(matches)}\n`;
  for (const { from, to } of report.renames ?? []) yield `${paint("path", from)} -> ${paint("path", to)}\n`;
  for (const { from, to, matches } of report.variants ?? []) yield `${from} -> ${to}: ${edits(matches)}\n`;
  const finding = new Set(findings.map(({ rule }) => rule));
  for (const { id, matches, files: among } of report.rules ?? [])
    yield `${id}: ${finding.has(id) ? counted(matches, "finding") : edits(matches)} in ${files(among)}\n`;
  yield `${paint("bold", changeHeadline(report))} (${files(report.files_scanned)} searched)\n`;
  if (report.apply_id !== undefined) yield `swath undo ${report.apply_id} puts it back\n`;
  if (report.plan_file !== undefined) yield `saved the plan: swath apply --plan ${shellWord(report.plan_file)}\n`;
}

function changeHeadline(report: PlanReport | ApplyReport | CheckReport): string {
  if (report.outcome === "already_applied") return "nothing to change";
  if (report.outcome === "findings") return "findings, and nothing to change";
  const renamed = report.renames?.length ?? 0;
  const what = [edits(report.total_matches), ...(renamed > 0 ? [`${counted(renamed, "path")} renamed`] : [])].join(
    ", ",
  );
  switch (report.kind) {
    case "plan":
      return `would change ${files(report.files_changed)}: ${what}`;
    case "apply":
      return `changed ${files(report.files_written)}: ${what}`;
    case "check":
      return `would change ${files(report.files_would_change)}: ${what}`;
    default:
      return report satisfies never;
  }
}

function searchHeadline(report: SearchReport): string {
  return `${counted(report.total_matches, "match", "matches")} (${files(report.files_scanned)} searched)`;
}

/** What a run wants known beside what it did: all there is to say of a filter. */
export function asides(report: Exclude<Report, { kind: "error" }>, paint: Paint): string {
  return "files_scanned" in report ? [...notes(report, paint)].join("") : "";
}

function* notes(report: MatchReport, paint: Paint): Generator<string> {
  for (const { path, line, column, rule, severity, message } of report.findings ?? [])
    yield `${path}:${line}:${column}: ${severity}[${rule}]: ${message}\n`;
  for (const { path, line, rule, reason } of report.dropped ?? [])
    yield `${path}:${line}: edit${rule === undefined ? "" : ` of ${rule}`} not made: ${reason}\n`;
  for (const skip of report.skipped ?? []) yield skipLine(skip);
  for (const { path, error, message } of report.errors ?? [])
    yield `${paint("error", `error[${error}]`)} ${message.includes(path) ? "" : `${path}: `}${message}\n`;
  yield* partialLines(report, paint);
  for (const { code, message, path } of report.warnings ?? [])
    yield `${paint("warning", `warning[${code}]`)} ${path === undefined || message.includes(path) ? "" : `${path}: `}${message}\n`;
  if (report.records_omitted) yield `${report.records_omitted} more not listed (--limit)\n`;
  if (report.stats) yield statsLine(report.stats);
}

function* partialLines(report: MatchReport, paint: Paint): Generator<string> {
  if (!report.partial) return;
  const parts = [
    report.walker_stopped_early ? "the walk stopped early" : undefined,
    report.files_budget_dropped ? `${files(report.files_budget_dropped)} left out by a budget` : undefined,
    report.files_failed ? `${files(report.files_failed)} failed` : undefined,
  ].filter((part) => part !== undefined);
  yield `${paint("warning", "partial answer")}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}\n`;
}

function statsLine(stats: NonNullable<Extensions["stats"]>): string {
  const { elapsed_ms, bytes_read, threads, files_per_second } = stats;
  return `${elapsed_ms} ms, ${bytes_read} bytes read, ${counted(threads, "thread")}, ${files_per_second} files/s\n`;
}

function recoverLine(report: Extract<Report, { kind: "recover" }>): string {
  if (report.outcome === "nothing_to_do") return "nothing to recover\n";
  const done =
    report.outcome === "completed"
      ? `finished the interrupted apply: ${files(report.files_completed)} completed`
      : `undid the interrupted apply: ${files(report.files_restored)} restored`;
  return `${done}, ${counted(report.temps_removed, "temporary file")} removed\n`;
}

function testLines(report: TestReport, paint: Paint): string {
  if (report.tests === 0 && report.outcome === "passed")
    return "no tests were found (swath help rules says how to write them)\n";
  const failures = report.failures.map(
    ({ rule, test, reason }) => `${paint("error", "failed")} ${rule}: ${test}\n  ${reason.replaceAll("\n", "\n  ")}\n`,
  );
  const headline = `${counted(report.tests, "test")} of ${counted(report.rules, "rule")}: ${
    report.outcome === "passed" ? "all passed" : `${report.failures.length} failed`
  }\n`;
  return [...failures, headline].join("");
}

function files(count: number): string {
  return counted(count, "file");
}

function edits(count: number): string {
  return counted(count, "edit");
}
