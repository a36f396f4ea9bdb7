/**
 * The reports, as they are printed with `--json`. The order of the keys here is the order on the wire;
 * `report/json.ts` holds to it. Optional keys are present only when they have something to say.
 */
import type { DroppedEdit, Finding, ListedEdit, SearchMatch, SkipReason, Warning } from "./outcome.ts";
import type { ShownPath } from "./path.ts";
import type { ErrorClass, NearMiss, ProblemKind } from "./problem.ts";

export type ChangeOutcome = "changes" | "already_applied";

export interface RenamedPath {
  readonly from: ShownPath;
  readonly to: ShownPath;
}

export interface VariantCount {
  readonly from: string;
  readonly to: string;
  readonly matches: number;
}

export interface Skipped {
  readonly reason: SkipReason;
  readonly count: number;
  /** The first five in path order. */
  readonly paths: readonly ShownPath[];
}

export interface FileError {
  readonly path: ShownPath;
  readonly error: ProblemKind;
  readonly message: string;
}

export interface RuleCount {
  readonly id: string;
  readonly files: number;
  readonly matches: number;
}

export interface RunStats {
  readonly elapsed_ms: number;
  readonly bytes_read: number;
  readonly threads: number;
  readonly files_per_second: number;
}

/** Keys that any of plan, apply, check and search may carry, in wire order after the report's own. */
export interface Extensions {
  readonly renames?: readonly RenamedPath[];
  readonly variants?: readonly VariantCount[];
  readonly skipped?: readonly Skipped[];
  readonly partial?: true;
  readonly walker_stopped_early?: true;
  readonly files_budget_dropped?: number;
  readonly files_failed?: number;
  /** The first ten. */
  readonly errors?: readonly FileError[];
  readonly records_omitted?: number;
  readonly dropped?: readonly DroppedEdit[];
  readonly warnings?: readonly Warning[];
  readonly rules?: readonly RuleCount[];
  readonly findings?: readonly Finding[];
  readonly apply_id?: string;
  readonly plan_id?: string;
  readonly plan_file?: string;
  readonly stats?: RunStats;
}

export interface ReportedChange {
  readonly path: ShownPath;
  readonly matches: number;
  readonly hash_before?: string;
  readonly hash_after?: string;
  readonly encoding?: string;
  readonly eol?: string;
  readonly edits?: readonly ListedEdit[];
}

export interface PlanReport extends Extensions {
  readonly kind: "plan";
  readonly outcome: ChangeOutcome;
  readonly files_scanned: number;
  readonly total_matches: number;
  readonly files_changed: number;
  readonly changes: readonly ReportedChange[];
}

export interface ApplyReport extends Extensions {
  readonly kind: "apply";
  readonly outcome: ChangeOutcome;
  readonly files_scanned: number;
  readonly total_matches: number;
  readonly files_written: number;
}

export interface CheckReport extends Extensions {
  readonly kind: "check";
  readonly outcome: ChangeOutcome | "findings";
  readonly files_scanned: number;
  readonly total_matches: number;
  readonly files_would_change: number;
}

export interface SearchReport extends Extensions {
  readonly kind: "search";
  readonly files_scanned: number;
  readonly total_matches: number;
  readonly files: readonly { readonly path: ShownPath; readonly matches: readonly SearchMatch[] }[];
}

export interface ErrorReport {
  readonly kind: "error";
  readonly error: ProblemKind;
  readonly message: string;
  readonly exit_code: 2 | 3 | 130 | 143;
  readonly remedies: readonly string[];
  readonly error_class: ErrorClass;
  readonly retryable: boolean;
  readonly path?: ShownPath;
  readonly line?: number;
  readonly column?: number;
  readonly suggestion?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly candidates?: readonly NearMiss[];
  readonly similar_paths?: readonly ShownPath[];
}

export interface RecoverReport {
  readonly kind: "recover";
  readonly outcome: "rolled_back" | "completed" | "nothing_to_do";
  readonly files_restored: number;
  readonly files_completed: number;
  readonly temps_removed: number;
}

export interface UndoReport {
  readonly kind: "undo";
  readonly outcome: "changes";
  readonly files_restored: number;
  readonly apply_id: string;
}

export interface TestReport {
  readonly kind: "test";
  readonly outcome: "passed" | "failed";
  readonly rules: number;
  readonly tests: number;
  readonly failures: readonly { readonly rule: string; readonly test: string; readonly reason: string }[];
}

export type MatchReport = PlanReport | ApplyReport | CheckReport | SearchReport;

export type Report = MatchReport | ErrorReport | RecoverReport | UndoReport | TestReport;
