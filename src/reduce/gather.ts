/** Turns the outcomes of all files, in whatever order they came, into one tally in path order. */
import type { ChangedOutcome, FileOutcome, Finding, DroppedEdit, MatchedOutcome, Warning } from "../model/outcome.ts";
import type { PackedEdits } from "../model/edit.ts";
import type { ShownPath } from "../model/path.ts";
import { compareNames, comparePaths, inPathOrder } from "../model/path-order.ts";
import type { Problem } from "../model/problem.ts";
import type { FileError, RuleCount, Skipped } from "../model/report.ts";
import { mostSkippedPaths, type SkipReason } from "../model/outcome.ts";

/** What the planner and the pool leave behind. */
export interface Gathered {
  readonly outcomes: readonly FileOutcome[];
  /** Leaves one of several names of the same file; changes come in path order. */
  readonly distinct?: (changed: readonly ChangedOutcome[]) => readonly ChangedOutcome[];
  readonly filesScanned: number;
  /** Matches in files that have no outcome. */
  readonly unlisted: number;
  /** Files and directories that were considered but not searched, beyond the skipped outcomes. */
  readonly skipped: readonly { readonly reason: SkipReason; readonly path: ShownPath }[];
  /** What the walk has to say. */
  readonly warnings: readonly Warning[];
  /** Failures of the walk. */
  readonly errors: readonly { readonly path: ShownPath; readonly problem: Problem }[];
  readonly filesBudgetDropped: number;
  /** The first of them, or all where they are few. */
  readonly firstDropped: readonly ShownPath[];
  readonly stoppedEarly: boolean;
}

export interface Tally {
  readonly filesScanned: number;
  /** Matches for a search, edits for everything else. */
  readonly total: number;
  readonly matched: readonly MatchedOutcome[];
  readonly changed: readonly ChangedOutcome[];
  readonly skipped: readonly Skipped[];
  /** Files that were read, or begun to be, and not searched to their end. */
  readonly unsearched: readonly { readonly path: ShownPath }[];
  readonly failed: readonly { readonly path: ShownPath; readonly problem: Problem }[];
  readonly warnings: readonly Warning[];
  readonly dropped: readonly DroppedEdit[];
  readonly findings: readonly Finding[];
  readonly filesBudgetDropped: number;
  readonly stoppedEarly: boolean;
  /** There were matches that are not to change, and nothing else may have come of them. */
  readonly unchanged: boolean;
}

export function gather(from: Gathered): Tally {
  const outcomes = inPathOrder(from.outcomes, ({ path }) => path);
  const matched = outcomes.filter((outcome) => outcome.kind === "matched");
  const named = outcomes.filter((outcome) => outcome.kind === "changed");
  const changed = from.distinct?.(named) ?? named;
  const skipped = outcomes.filter((outcome) => outcome.kind === "skipped");
  const failed = outcomes.filter((outcome) => outcome.kind === "failed");
  return {
    filesScanned: from.filesScanned,
    total: from.unlisted + sum(matched.map((file) => file.count)) + sum(changed.map((file) => file.change.edits.count)),
    matched,
    changed,
    unsearched: [...skipped, ...failed],
    skipped: groupSkips([...skipped, ...from.skipped], from.filesBudgetDropped, from.firstDropped),
    failed: inPathOrder(
      [...failed.map(({ path, problem }) => ({ path, problem })), ...from.errors],
      ({ path }) => path,
    ),
    warnings: distinctWarnings(
      inPathOrder([...from.warnings, ...told(outcomes, (outcome) => outcome.warnings)], ({ path }) => path ?? ""),
    ),
    dropped: told(outcomes, (outcome) => outcome.dropped),
    findings: told(outcomes, (outcome) => outcome.findings),
    filesBudgetDropped: from.filesBudgetDropped,
    stoppedEarly: from.stoppedEarly,
    unchanged: outcomes.some((outcome) => outcome.kind === "noted" && outcome.unchanged === true),
  };
}

/** What the outcomes tell besides; most of many tell nothing, and nothing is made for them. */
function told<Item>(
  outcomes: readonly FileOutcome[],
  of: (outcome: FileOutcome) => readonly Item[] | undefined,
): Item[] {
  const all: Item[] = [];
  for (const outcome of outcomes) for (const item of of(outcome) ?? nothing) all.push(item);
  return all;
}

const nothing: readonly never[] = [];

/** How often each label of the engine stands for an edit, and in how many files, in the order of the labels. */
export function countLabels(labels: readonly string[], changed: readonly ChangedOutcome[]): RuleCount[] {
  const counts = labels.map((id) => ({ id, files: 0, matches: 0 }));
  for (const { change } of changed) {
    const seen = new Set<number>();
    for (let i = 0; i < change.edits.count; i++) {
      const label = labelOf(change.edits, i);
      counts[label]!.matches++;
      seen.add(label);
    }
    for (const label of seen) counts[label]!.files++;
  }
  return counts;
}

/** What each rule has matched: its edits, or its findings where it only finds. */
export function countRules(ids: readonly string[], { changed, findings }: Tally): RuleCount[] {
  const found = Map.groupBy(findings, ({ rule }) => rule);
  return countLabels(ids, changed).map((edited) => {
    const places = found.get(edited.id);
    if (!places) return edited;
    return { id: edited.id, files: new Set(places.map(({ path }) => path)).size, matches: places.length };
  });
}

/** The first ten failures, as reports list them. */
export function listErrors(failed: Tally["failed"]): FileError[] {
  return failed.slice(0, 10).map(({ path, problem }) => ({ path, error: problem.kind, message: problem.message }));
}

function labelOf(edits: PackedEdits, index: number): number {
  return edits.labels ? edits.labels[index]! : 0;
}

function groupSkips(
  skips: readonly { readonly reason: SkipReason; readonly path: ShownPath }[],
  dropped: number,
  firstDropped: readonly ShownPath[],
): Skipped[] {
  const groups = [...Map.groupBy(skips, (skip) => skip.reason)].map(([reason, members]) =>
    skipGroup(
      reason,
      members.length,
      members.map((member) => member.path),
    ),
  );
  if (dropped > 0) groups.push(skipGroup("budget", dropped, firstDropped));
  return groups.toSorted((a, b) => compareNames(a.reason, b.reason));
}

function skipGroup(reason: SkipReason, count: number, paths: readonly ShownPath[]): Skipped {
  return { reason, count, paths: paths.toSorted(comparePaths).slice(0, mostSkippedPaths) };
}

/** The same warning about many files is told once, with the first path; `warnings` are in path order. */
function distinctWarnings(warnings: readonly Warning[]): Warning[] {
  const seen = new Map<string, Warning>();
  for (const warning of warnings) {
    const key = `${warning.code}\0${warning.message}`;
    if (!seen.has(key)) seen.set(key, warning);
  }
  return [...seen.values()];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
