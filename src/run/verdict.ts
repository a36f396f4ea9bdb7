/** What a run came to: changes, nothing left to do, or too few or too many matches. */
import { type Engine, isProblem } from "../match/engine.ts";
import type { ChangeOutcome } from "../model/report.ts";
import type { Problem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { EngineSpec, TextSpec } from "../model/spec.ts";
import { applyEdits } from "../text/patch.ts";
import { aboveUpperBound, belowLowerBound, type Found, type LeftOut, tooFewMatches } from "../reduce/guards.ts";
import { type Question, type SearchedFile, shortestSlip, weighEvidence } from "./evidence.ts";

export interface Counted extends Found, Required<LeftOut> {
  readonly filesChanged: number;
  readonly filesScanned: number;
  /** There were matches that are not to change. */
  readonly unchanged: boolean;
}

/** The records of earlier applies and the searched files, asked only when nothing was found. */
export interface Witnesses {
  /** This very apply was made before and its files are as it left them. */
  recorded(): boolean;
  searchedFiles(): Iterable<SearchedFile>;
}

export function verdict(
  request: Request,
  spec: EngineSpec,
  engine: Engine,
  counted: Counted,
  witnesses: Witnesses,
): Result<ChangeOutcome> {
  const { total, filesScanned, filesChanged } = counted;
  const tooMany = aboveUpperBound(request, counted, request.verb === "search" ? filesScanned : filesChanged);
  if (tooMany) return failure(tooMany);
  if (!belowLowerBound(request, total)) return success(total > 0 ? "changes" : "already_applied");
  const strict = request.explicitAtLeast || total > 0;
  if (!strict && witnesses.recorded()) return success("already_applied");
  const question = questionOf(request, spec, engine, strict ? [] : (engine.evidence ?? []));
  // Where the time was over nobody knows which files were searched, and there is none left to read them again.
  const answer = weighEvidence(question, counted.stoppedEarly ? [] : witnesses.searchedFiles());
  if (answer.alreadyApplied) return success("already_applied");
  const tooFew = tooFewMatches(request, counted, filesScanned, counted);
  const misses = answer.candidates.filter(({ similarity }) => total === 0 || similarity < 1);
  return failure(withReading(withCandidates(tooFew, misses), engine, counted));
}

/** How the pattern was read helps more than the number that was found, if that is none. */
function withReading(found: Problem, engine: Engine, counted: Counted): Problem {
  const [reading] = nothingMatches(counted) ? (engine.whenNothingMatches?.() ?? []) : [];
  return reading ? { ...found, suggestion: reading.message } : found;
}

/** All that was to be searched was, there was something, and the pattern is not in it. */
export function nothingMatches(
  tally: Pick<Counted, "total" | "filesScanned" | "unchanged" | "stoppedEarly" | "failed">,
): boolean {
  const { total, filesScanned, unchanged, stoppedEarly, failed } = tally;
  return total === 0 && filesScanned > 0 && !unchanged && !stoppedEarly && failed.length === 0;
}

function withCandidates(found: Problem, candidates: Problem["candidates"]): Problem {
  return candidates?.length ? { ...found, candidates } : found;
}

function questionOf(request: Request, spec: EngineSpec, engine: Engine, evidence: readonly string[]): Question {
  const wanted = plainPattern(spec);
  if (wanted === undefined || request.pattern === undefined) return { evidence };
  const slipsCount = spec.kind === "text" && evidence.length > 0 && wanted.length >= shortestSlip;
  return {
    evidence,
    wanted,
    ...(slipsCount && {
      literal: { text: wanted, replacements: replacementsOf(wanted, engine), ignoreCase: ignoresCase(wanted, spec) },
    }),
  };
}

/** What stands in the place of the text after the rewrite; a newline in it may have either ending. */
function replacementsOf(wanted: string, engine: Engine): readonly string[] {
  const bytes = new TextEncoder().encode(wanted);
  const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "", named: false });
  if (rewrite instanceof Promise || isProblem(rewrite)) return [];
  const text = new TextDecoder().decode(applyEdits(bytes, rewrite.edits));
  return [...new Set([text, text.replace(/\r?\n/g, "\r\n")])];
}

function ignoresCase(wanted: string, { options: { ignoreCase, smartCase } }: TextSpec): boolean {
  return ignoreCase || (smartCase && !/\p{Uppercase}/u.test(wanted));
}

/** The text a pattern stands for, when it stands for one text alone. */
function plainPattern(spec: EngineSpec): string | undefined {
  if (spec.kind === "rename") return spec.from;
  if (spec.kind !== "text") return undefined;
  return spec.options.literal || !/[\\^$.|?*+()[\]{}]/.test(spec.pattern) ? spec.pattern : undefined;
}
