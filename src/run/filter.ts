/** The filter: standard input in, its text with the edits out. There is no file and no report. */
import { sheltered } from "../host/shelter.ts";
import { isProblem, type Engine, type SourceFile } from "../match/engine.ts";
import { createProcessor } from "../match/process.ts";
import type { Job } from "../model/job.ts";
import type { FileOutcome, SkipReason } from "../model/outcome.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Request } from "../model/request.ts";
import type { FileWindow } from "../model/window.ts";
import { lostWorker, scriptTimeout } from "../pool/job-needs.ts";
import { aboveUpperBound, tooFewMatches } from "../reduce/guards.ts";
import { gather } from "../reduce/gather.ts";
import { planReport } from "../reduce/report.ts";
import { applyEdits } from "../text/patch.ts";
import type { RunResult } from "./runner.ts";

const source: SourceFile = { path: "<stdin>", named: true, stream: true };

export async function filterInput(
  request: Request,
  job: Job,
  engine: Engine,
  input: Uint8Array,
  lineOfCall: () => number | undefined,
): Promise<Result<RunResult>> {
  const window: FileWindow = {
    bytes: input,
    ended: true,
    advance() {
      throw new RangeError("standard input is held as a whole");
    },
  };
  const { process } = createProcessor({ ...job, maxBytes: Number.MAX_SAFE_INTEGER }, engine);
  // A script has no worker here that it could take along.
  const made = await (scriptTimeout(job) === undefined ? unsheltered : sheltered)(() => process(window, source));
  if ("thrown" in made) {
    const line = lineOfCall();
    const { path } = source;
    return failure(lostWorker(job, { path, ...(line !== undefined && { line }) }, asError(made.thrown)));
  }
  const outcome = made.value;
  if (outcome?.kind === "failed") return failure(outcome.problem);
  if (outcome?.kind === "skipped" && !passesThrough(engine, input, outcome.reason))
    return failure(problem("io", `standard input cannot be edited: ${outcome.reason}`, { remedies: [] }));
  const edits = outcome?.kind === "changed" ? outcome.change.edits : undefined;
  const total = edits?.count ?? 0;
  const refused =
    total < (request.settings.at_least ?? 0)
      ? tooFewMatches(request, { total }, 1)
      : aboveUpperBound(request, { total }, 1);
  if (refused) return failure(refused);
  return success({ report: reportOf(outcome, engine), output: edits ? applyEdits(input, edits) : input });
}

async function unsheltered<T>(work: () => T | Promise<T>): Promise<{ readonly value: T }> {
  return { value: await work() };
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** Bytes that are no text come out as they went in where nothing in them matches; else the filter would lose an edit. */
function passesThrough(engine: Engine, input: Uint8Array, reason: SkipReason): boolean {
  if (reason !== "binary" || isMarked(input)) return false;
  if (!engine.mayMatch(input, 0, input.length)) return true;
  const found = engine.find({ bytes: input, encoding: "utf-8", bom: 0, stored: true }, source);
  return !isProblem(found) && found.spans.count === 0;
}

/** UTF-32 has NULs in all of its text. */
function isMarked(input: Uint8Array): boolean {
  return input[0] === 0xff && input[1] === 0xfe;
}

function reportOf(outcome: FileOutcome | undefined, engine: Engine): RunResult["report"] {
  const tally = gather({
    outcomes: outcome ? [outcome] : [],
    filesScanned: 1,
    unlisted: 0,
    skipped: [],
    warnings: engine.warnings ?? [],
    errors: [],
    filesBudgetDropped: 0,
    firstDropped: [],
    stoppedEarly: false,
  });
  return planReport(tally, tally.total > 0 ? "changes" : "already_applied", {
    renames: [],
    variants: [],
    rules: [],
    warnings: [],
    partial: false,
    limit: undefined,
    detail: false,
    stats: undefined,
  });
}
