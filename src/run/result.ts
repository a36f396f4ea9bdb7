/** The report of a run and what goes with it for those who print it. */
import type { Engine } from "../match/engine.ts";
import type { Job } from "../model/job.ts";
import type { ChangedOutcome, RuleNote, Warning } from "../model/outcome.ts";
import type { ChangeOutcome, VariantCount } from "../model/report.ts";
import { countLabels, countRules, type Tally } from "../reduce/gather.ts";
import { belowLowerBound } from "../reduce/guards.ts";
import { applyReport, checkReport, type Extras, planReport, searchReport } from "../reduce/report.ts";
import type { FileEdits } from "../report/place.ts";
import type { Run } from "./context.ts";
import { wholeDiff } from "./diff.ts";
import type { GatheredRun } from "./gather.ts";
import { isPartial } from "./partial.ts";
import type { PathRenames } from "./path-renames.ts";
import type { RunResult } from "./runner.ts";
import { statsOf } from "./stats.ts";
import { nothingMatches } from "./verdict.ts";

export function extrasOf(run: Run, gathered: GatheredRun, renames: PathRenames): Extras {
  const { engine, spec, request } = run;
  const { settings } = request;
  const { changed } = gathered.tally;
  return {
    renames: renames.listed,
    variants: variantsOf(engine, changed),
    rules: spec.kind === "rules" ? countRules(engine.labels, gathered.tally) : [],
    warnings: [...(engine.warnings ?? []), ...emptyWarnings(run, gathered)],
    partial: isPartial(gathered),
    limit: settings.limit,
    detail: settings.detail,
    stats: settings.verbose
      ? statsOf(run.started, { ...gathered, files: gathered.tally.filesScanned }, run.host)
      : undefined,
  };
}

/** Where nothing found is no error, and nobody knows that it was found before. */
function emptyWarnings({ engine, request }: Run, { tally }: GatheredRun): readonly Warning[] {
  if (!nothingMatches(tally) || tally.findings.length > 0 || belowLowerBound(request, 0)) return [];
  return engine.whenNothingMatches?.() ?? [];
}

export function resultOf(
  run: Run,
  tally: Tally,
  outcome: ChangeOutcome,
  extras: Extras,
  renames: PathRenames,
  filesWritten = 0,
): RunResult {
  const { request, job } = run;
  return {
    report: reportOf(request.verb, request.settings.apply, tally, outcome, extras, filesWritten),
    ...(job.wants.diff && { diff: wholeDiff(tally.changed, renames.files, run.host) }),
    changes: tally.changed.map(fileEdits),
    findings: tally.findings,
    ...(run.engine.labelNotes && { ruleNotes: ruleNotes(run.engine.labels, run.engine.labelNotes) }),
    failsGate: failsGate(run.engine, job, tally),
  };
}

function reportOf(
  verb: Job["verb"],
  writes: boolean,
  tally: Tally,
  outcome: ChangeOutcome,
  extras: Extras,
  filesWritten: number,
): RunResult["report"] {
  switch (verb) {
    case "search":
      return searchReport(tally, extras);
    case "check":
      return checkReport(tally, extras);
    case "apply":
      return applyReport(tally, outcome, filesWritten, extras);
    case "plan":
      return planReport(tally, outcome, extras);
    case "rename":
      return writes ? applyReport(tally, outcome, filesWritten, extras) : planReport(tally, outcome, extras);
    default:
      return verb satisfies never;
  }
}

function ruleNotes(labels: readonly string[], notes: readonly RuleNote[]): ReadonlyMap<string, RuleNote> {
  return new Map(labels.map((label, i) => [label, notes[i]!]));
}

function fileEdits({ path, change }: ChangedOutcome): FileEdits {
  return { path, matches: change.edits.count, ...(change.listed && { edits: change.listed }) };
}

/** Edits of rules whose severity is `hint` or `off` are shown, but they do not fail a check. */
function failsGate(engine: Engine, job: Job, tally: Tally): boolean {
  if (tally.findings.some((finding) => finding.severity === "error")) return true;
  if (job.engine.kind !== "rules" || !engine.lenientLabels) return tally.changed.length > 0;
  const lenient = engine.lenientLabels;
  return tally.changed.some(({ change: { edits } }) => {
    for (let i = 0; i < edits.count; i++) if (!lenient.has(edits.labels?.[i] ?? 0)) return true;
    return false;
  });
}

function variantsOf(engine: Engine, changed: readonly ChangedOutcome[]): VariantCount[] {
  if (!engine.variants || engine.labels.length === 0) return [];
  const counts = countLabels(engine.labels, changed);
  return engine.variants
    .map(({ from, to }, i) => ({ from, to, matches: counts[i]!.matches }))
    .filter(({ matches }) => matches > 0);
}
