/** Builds the report of a run out of its tally. Key order is the order on the wire. */
import type { ChangedOutcome } from "../model/outcome.ts";
import type {
  ApplyReport,
  ChangeOutcome,
  CheckReport,
  Extensions,
  PlanReport,
  RenamedPath,
  ReportedChange,
  RuleCount,
  RunStats,
  SearchReport,
  VariantCount,
} from "../model/report.ts";
import type { Warning } from "../model/outcome.ts";
import { listErrors, type Tally } from "./gather.ts";

/** What a report says beside the tally. */
export interface Extras {
  readonly renames: readonly RenamedPath[];
  readonly variants: readonly VariantCount[];
  readonly rules: readonly RuleCount[];
  readonly warnings: readonly Warning[];
  /** The run could not see or do everything. */
  readonly partial: boolean;
  /** How many entries are listed at most. */
  readonly limit: number | undefined;
  readonly detail: boolean;
  readonly stats: RunStats | undefined;
  readonly applyId?: string;
  readonly planFile?: string;
}

export function planReport(tally: Tally, outcome: ChangeOutcome, extras: Extras): PlanReport {
  const listed = tally.changed.slice(0, extras.limit);
  return {
    kind: "plan",
    outcome,
    files_scanned: tally.filesScanned,
    total_matches: tally.total,
    files_changed: tally.changed.length,
    changes: listed.map((file) => reportedChange(file, extras.detail)),
    ...extensions(tally, extras, tally.changed.length - listed.length),
  };
}

export function applyReport(tally: Tally, outcome: ChangeOutcome, filesWritten: number, extras: Extras): ApplyReport {
  return {
    kind: "apply",
    outcome,
    files_scanned: tally.filesScanned,
    total_matches: tally.total,
    files_written: filesWritten,
    ...extensions(tally, extras, 0),
  };
}

/** A gate fails by edits, or by findings of severity `error` alone. */
export function checkReport(tally: Tally, extras: Extras): CheckReport {
  const pending = tally.changed.length + extras.renames.length > 0;
  const failing = tally.findings.some((finding) => finding.severity === "error");
  return {
    kind: "check",
    outcome: pending ? "changes" : failing ? "findings" : "already_applied",
    files_scanned: tally.filesScanned,
    total_matches: tally.total,
    files_would_change: tally.changed.length,
    ...extensions(tally, extras, 0),
  };
}

export function searchReport(tally: Tally, extras: Extras): SearchReport {
  const files: SearchReport["files"][number][] = [];
  let listed = 0;
  let further = 0;
  for (const file of tally.matched) {
    if (extras.limit !== undefined && listed >= extras.limit) break;
    const matches = file.matches.slice(0, extras.limit === undefined ? undefined : extras.limit - listed);
    listed += matches.length;
    for (const match of matches) further += match.further ?? 0;
    files.push({ path: file.path, matches });
  }
  return {
    kind: "search",
    files_scanned: tally.filesScanned,
    total_matches: tally.total,
    files,
    ...extensions(tally, extras, extras.limit === undefined ? 0 : tally.total - listed - further),
  };
}

function reportedChange({ path, change }: ChangedOutcome, detail: boolean): ReportedChange {
  if (!detail) return { path, matches: change.edits.count };
  return {
    path,
    matches: change.edits.count,
    hash_before: change.hashBefore,
    hash_after: change.hashAfter,
    encoding: change.encoding,
    eol: change.eol,
    edits: change.listed ?? [],
  };
}

function extensions(tally: Tally, extras: Extras, omitted: number): Extensions {
  const warnings = [...extras.warnings, ...tally.warnings];
  const findings = tally.findings.slice(0, extras.limit);
  const dropped = tally.dropped.slice(0, extras.limit);
  const unlisted = omitted + tally.findings.length - findings.length + tally.dropped.length - dropped.length;
  return {
    ...(extras.renames.length > 0 && { renames: extras.renames }),
    ...(extras.variants.length > 0 && { variants: extras.variants }),
    ...(tally.skipped.length > 0 && { skipped: tally.skipped }),
    ...(extras.partial && { partial: true as const }),
    ...(tally.stoppedEarly && { walker_stopped_early: true as const }),
    ...(tally.filesBudgetDropped > 0 && { files_budget_dropped: tally.filesBudgetDropped }),
    ...(tally.failed.length > 0 && { files_failed: tally.failed.length, errors: listErrors(tally.failed) }),
    ...(unlisted > 0 && { records_omitted: unlisted }),
    ...(dropped.length > 0 && { dropped }),
    ...(warnings.length > 0 && { warnings }),
    ...(extras.rules.length > 0 && { rules: extras.rules }),
    ...(findings.length > 0 && { findings }),
    ...(extras.applyId !== undefined && { apply_id: extras.applyId }),
    ...(extras.planFile !== undefined && { plan_file: extras.planFile }),
    ...(extras.stats && { stats: extras.stats }),
  };
}
