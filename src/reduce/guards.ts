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
  renames = 0,
): Problem {
  const least = lowerBound(request);
  return problem(
    "too_few_matches",
    `found ${counted(request, { total, renames }, filesScanned)}, expected at least ${least}`,
    {
      suggestion: filesScanned > 0 ? `pass at_least ${total} if that is fine` : nothingSearched(request, skipped),
      details: { found: total, at_least: least, files_scanned: filesScanned, ...(skipped.length > 0 && { skipped }) },
    },
  );
}

/** `fileCount`: files that hold the edits; of a search, files that were searched. `renames` are part of the total. */
export function aboveUpperBound(request: Request, total: number, fileCount: number, renames = 0): Problem | undefined {
  const most = request.settings.at_most;
  if (most === undefined || total <= most) return undefined;
  return problem(
    "too_many_matches",
    `found ${counted(request, { total, renames }, fileCount)}, expected at most ${most}`,
    { suggestion: `pass at_most ${total} to allow them`, details: { found: total, at_most: most } },
  );
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

function counted(
  request: Request,
  { total, renames }: { readonly total: number; readonly renames: number },
  fileCount: number,
): string {
  const edits = total - renames;
  const named = request.verb === "search" ? number(edits, "match", "matches") : number(edits, "edit", "edits");
  const where = `of ${subject(request)} in ${files(fileCount)}`;
  if (renames === 0) return `${named} ${where}`;
  const renamed = number(renames, "rename", "renames");
  return edits === 0 ? `${renamed} of ${subject(request)}` : `${total}: ${named} and ${renamed} ${where}`;
}

function number(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function subject(request: Request): string {
  if (request.pattern !== undefined) return JSON.stringify(request.pattern);
  return request.settings.rules ? `the rules in ${request.settings.rules}` : "the rename map";
}

function ofLanguage({ settings: { lang } }: Request): string {
  return lang === undefined ? "" : ` of the language ${lang}`;
}

function files(count: number): string {
  return number(count, "file", "files");
}
