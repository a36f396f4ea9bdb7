/**
 * Reports as one line of JSON. The keys stand in the order of the model, the seed's first; an optional key is there
 * only when it has something to say. Nothing of the run but what the report's type names can reach the wire.
 */
import type { DroppedEdit, Finding, ListedEdit, SearchMatch, Warning } from "../model/outcome.ts";
import type { NearMiss } from "../model/problem.ts";
import type * as model from "../model/report.ts";

/** One line without its newline. */
export function toJson(report: model.Report): string {
  return JSON.stringify(wireReport(report));
}

/** The report as it is printed: what MCP gives as structured content. */
export function wireReport(report: model.Report): Record<string, unknown> {
  return inOrder(report, reportKeys[report.kind]);
}

type KeysOf<T> = T extends unknown ? Extract<keyof T, string> : never;

/** A list of keys that must name every key of T: a key that is missing does not compile. */
function keys<T>() {
  return <const List extends readonly KeysOf<T>[]>(
    ...list: [KeysOf<T>] extends [List[number]] ? List : [missing: Exclude<KeysOf<T>, List[number]>]
  ): readonly string[] => list as readonly string[];
}

const extensionKeys = keys<model.Extensions>()(
  "renames",
  "variants",
  "skipped",
  "partial",
  "walker_stopped_early",
  "files_budget_dropped",
  "files_failed",
  "errors",
  "records_omitted",
  "dropped",
  "warnings",
  "rules",
  "findings",
  "apply_id",
  "plan_id",
  "plan_file",
  "stats",
);

type Own<T> = Omit<T, keyof model.Extensions>;

const reportKeys: Readonly<Record<model.Report["kind"], readonly string[]>> = {
  plan: [
    ...keys<Own<model.PlanReport>>()("kind", "outcome", "files_scanned", "total_matches", "files_changed", "changes"),
    ...extensionKeys,
  ],
  apply: [
    ...keys<Own<model.ApplyReport>>()("kind", "outcome", "files_scanned", "total_matches", "files_written"),
    ...extensionKeys,
  ],
  check: [
    ...keys<Own<model.CheckReport>>()("kind", "outcome", "files_scanned", "total_matches", "files_would_change"),
    ...extensionKeys,
  ],
  search: [...keys<Own<model.SearchReport>>()("kind", "files_scanned", "total_matches", "files"), ...extensionKeys],
  error: keys<model.ErrorReport>()(
    "kind",
    "error",
    "message",
    "exit_code",
    "remedies",
    "error_class",
    "retryable",
    "path",
    "line",
    "column",
    "suggestion",
    "details",
    "candidates",
    "similar_paths",
  ),
  recover: keys<model.RecoverReport>()("kind", "outcome", "files_restored", "files_completed", "temps_removed"),
  undo: keys<model.UndoReport>()("kind", "outcome", "files_restored", "apply_id"),
  test: keys<model.TestReport>()("kind", "outcome", "rules", "tests", "failures"),
};

/** The keys of objects inside a report, by the key that holds them. What is not named here is printed as it is. */
const innerKeys: Readonly<Record<string, readonly string[]>> = {
  changes: keys<model.ReportedChange>()("path", "matches", "hash_before", "hash_after", "encoding", "eol", "edits"),
  edits: keys<Omit<ListedEdit, "utf16Column">>()("start", "end", "line", "column", "before", "after", "rule"),
  files: keys<model.SearchReport["files"][number]>()("path", "matches"),
  matches: keys<Omit<SearchMatch, "further">>()(
    "line",
    "column",
    "snippet",
    "start",
    "end",
    "text",
    "anchor",
    "captures",
  ),
  renames: keys<model.RenamedPath>()("from", "to"),
  variants: keys<model.VariantCount>()("from", "to", "matches"),
  skipped: keys<model.Skipped>()("reason", "count", "paths"),
  errors: keys<model.FileError>()("path", "error", "message"),
  dropped: keys<DroppedEdit>()("path", "line", "rule", "reason"),
  warnings: keys<Warning>()("code", "message", "path"),
  rules: keys<model.RuleCount>()("id", "files", "matches"),
  findings: keys<Omit<Finding, "utf16Column">>()("path", "line", "column", "rule", "severity", "message"),
  stats: keys<model.RunStats>()("elapsed_ms", "bytes_read", "threads", "files_per_second"),
  candidates: keys<NearMiss>()("path", "line", "text", "similarity"),
  failures: keys<model.TestReport["failures"][number]>()("rule", "test", "reason"),
};

function inOrder(value: object, order: readonly string[]): Record<string, unknown> {
  const from = value as Record<string, unknown>;
  const ordered: Record<string, unknown> = {};
  for (const key of order) if (saysSomething(key, from[key])) ordered[key] = inner(from[key], innerKeys[key]);
  return ordered;
}

function inner(value: unknown, order: readonly string[] | undefined): unknown {
  if (!order || typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map((item) => inner(item, order)) : inOrder(value, order);
}

/** Absent flags, extension counts of zero and extension lists without entries say nothing; a byte position or an empty text does. */
function saysSomething(key: string, value: unknown): boolean {
  if (value === undefined) return false;
  if (silentAtZero.has(key)) return value !== 0 && value !== false;
  if (key === "captures" || key === "details") return Object.keys(value as object).length > 0;
  return !Array.isArray(value) || value.length > 0 || printedEmpty.has(key);
}

const silentAtZero = new Set([
  "partial",
  "walker_stopped_early",
  "files_budget_dropped",
  "files_failed",
  "records_omitted",
]);
const printedEmpty = new Set(["changes", "files", "matches", "remedies", "failures", "paths"]);
