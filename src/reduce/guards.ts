/** The bounds on the number of edits or matches. */
import { counted } from "../model/counted.ts";
import type { Skipped } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { defaultAtLeast } from "../model/options.ts";
import { type Problem, problem } from "../model/problem.ts";

/** Whether too little was found. What that means (a typo, or a rewrite that was made before) is for others to say. */
export function belowLowerBound(request: Request, total: number): boolean {
  return total < lowerBound(request);
}

/** Edits and renames, or matches. */
export interface Found {
  readonly total: number;
  /** How many of them are renames. */
  readonly renames?: number;
}

/** What an answer from a part of the files does not rest on. */
export interface LeftOut {
  readonly skipped?: readonly Skipped[];
  /** Not all files were reached in time. */
  readonly stoppedEarly?: boolean;
  /** The budget that kept files out. */
  readonly budgetHit?: "max_files" | "max_total_bytes" | "max_bytes" | "timeout" | undefined;
  readonly failed?: readonly { readonly problem: Problem }[];
}

export function tooFewMatches(request: Request, found: Found, filesScanned: number, leftOut: LeftOut = {}): Problem {
  const { skipped = [], stoppedEarly = false, failed = [] } = leftOut;
  const { total } = found;
  const least = lowerBound(request);
  return problem("too_few_matches", `found ${inWords(request, found, filesScanned)}, expected at least ${least}`, {
    suggestion: whyPartial(leftOut) ?? adviceOf(request, total, filesScanned, skipped),
    details: {
      found: total,
      at_least: least,
      files_scanned: filesScanned,
      ...(skipped.length > 0 && { skipped }),
      ...(stoppedEarly && { walker_stopped_early: true }),
      ...(failed.length > 0 && { files_failed: failed.length }),
    },
  });
}

/** A part of the files that gave too little is no reason to look elsewhere or to ask for less. */
function whyPartial({ skipped = [], stoppedEarly = false, budgetHit, failed = [] }: LeftOut): string | undefined {
  if (stoppedEarly) return "the time was over before all files were searched: raise timeout";
  const [first] = failed;
  if (first) return `${files(failed.length)} failed: ${first.problem.message}`;
  const cut = skipped.find(({ reason }) => reason === (budgetHit === "max_bytes" ? "too_large" : "budget"));
  return cut && `a budget left out ${files(cut.count)} (${cut.paths[0]}): raise ${budgetHit}`;
}

function adviceOf(request: Request, total: number, filesScanned: number, skipped: readonly Skipped[]): string {
  return filesScanned > 0 ? `pass at_least ${total} if that is fine` : nothingSearched(request, skipped);
}

/** `fileCount`: files that hold the edits; of a search, files that were searched. */
export function aboveUpperBound(request: Request, found: Found, fileCount: number): Problem | undefined {
  const { total } = found;
  const most = request.settings.at_most;
  if (most === undefined || total <= most) return undefined;
  return problem("too_many_matches", `found ${inWords(request, found, fileCount)}, expected at most ${most}`, {
    suggestion: `pass at_most ${total} to allow them`,
    details: { found: total, at_most: most },
  });
}

function nothingSearched(request: Request, skipped: readonly Skipped[]): string {
  const skips = skipped.map(({ reason, count, paths }) => `${files(count)} skipped as ${reason} (${paths[0]})`);
  const { changed, staged, since } = request.settings;
  const rules =
    changed || staged || since !== undefined ? "types, ignore rules and what git reports" : "types and ignore rules";
  const why = skips.length > 0 ? skips.join(", ") : `check the paths, globs, ${rules}`;
  return `no file${ofLanguage(request)} was searched: ${why}`;
}

function lowerBound(request: Request): number {
  return request.settings.at_least ?? defaultAtLeast(request.verb);
}

function inWords(request: Request, { total, renames = 0 }: Found, fileCount: number): string {
  const edits = total - renames;
  const named = request.verb === "search" ? counted(edits, "match", "matches") : counted(edits, "edit");
  const where = `of ${subject(request)} in ${files(fileCount)}`;
  if (renames === 0) return `${named} ${where}`;
  const renamed = counted(renames, "rename");
  return edits === 0 ? `${renamed} of ${subject(request)}` : `${total}: ${named} and ${renamed} ${where}`;
}

function subject(request: Request): string {
  if (request.pattern !== undefined) return JSON.stringify(request.pattern);
  return request.settings.rules ? `the rules in ${request.settings.rules}` : "the rename map";
}

function ofLanguage({ settings: { lang } }: Request): string {
  return lang === undefined ? "" : ` of the language ${lang}`;
}

function files(count: number): string {
  return counted(count, "file");
}
