/** The bounds on the number of edits or matches. */
import type { Skipped } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { defaultAtLeast } from "../model/options.ts";
import { type Problem, problem } from "../model/problem.ts";

/** Whether too little was found. What that means (a typo, or a rewrite that was made before) is for others to say. */
export function belowLowerBound(request: Request, total: number): boolean {
  return total < lowerBound(request);
}

export function tooFewMatches(
  request: Request,
  total: number,
  filesScanned: number,
  skipped: readonly Skipped[] = [],
): Problem {
  const least = lowerBound(request);
  return problem(
    "too_few_matches",
    `found ${counted(request, total)} of ${subject(request)} in ${files(filesScanned)}, expected at least ${least}`,
    {
      suggestion: filesScanned > 0 ? `pass at_least ${total} if that is fine` : nothingSearched(request, skipped),
      details: { found: total, at_least: least, files_scanned: filesScanned, ...(skipped.length > 0 && { skipped }) },
    },
  );
}

/** `fileCount`: files that hold the edits; of a search, files that were searched. */
export function aboveUpperBound(request: Request, total: number, fileCount: number): Problem | undefined {
  const most = request.settings.at_most;
  if (most === undefined || total <= most) return undefined;
  return problem(
    "too_many_matches",
    `found ${counted(request, total)} of ${subject(request)} in ${files(fileCount)}, expected at most ${most}`,
    { suggestion: `pass at_most ${total} to allow them`, details: { found: total, at_most: most } },
  );
}

function nothingSearched(request: Request, skipped: readonly Skipped[]): string {
  const skips = skipped.map(({ reason, count, paths }) => `${files(count)} skipped as ${reason} (${paths[0]})`);
  const why = skips.length > 0 ? skips.join(", ") : "check the paths, globs, types and ignore rules";
  return `no file${ofLanguage(request)} was searched: ${why}`;
}

function lowerBound(request: Request): number {
  return request.settings.at_least ?? defaultAtLeast(request.verb);
}

function counted(request: Request, total: number): string {
  const noun = request.verb === "search" ? ["match", "matches"] : ["edit", "edits"];
  return `${total} ${total === 1 ? noun[0] : noun[1]}`;
}

function subject(request: Request): string {
  if (request.pattern !== undefined) return JSON.stringify(request.pattern);
  return request.settings.rules ? `the rules in ${request.settings.rules}` : "the rename map";
}

function ofLanguage({ settings: { lang } }: Request): string {
  return lang === undefined ? "" : ` of the language ${lang}`;
}

function files(count: number): string {
  return `${count} ${count === 1 ? "file" : "files"}`;
}
