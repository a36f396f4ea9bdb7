/**
 * A run without edits: was the rewrite made before, or is the pattern a typo? Decided by reading the searched files once
 * more, so that the common run pays nothing for it.
 */
import type { NearMiss } from "../model/problem.ts";
import { NearMisses } from "../text/near-miss.ts";
import { oneSlipAway } from "../text/slip.ts";

export interface Question {
  /** Texts of which one in a searched file is evidence that the rewrite was made. */
  readonly evidence: readonly string[];
  /** A literal pattern (at least six characters) whose slips count against the evidence. */
  readonly literal?: { readonly text: string; readonly replacements: readonly string[]; readonly ignoreCase: boolean };
  /** What near misses are measured against; absent for a pattern that is no plain text. */
  readonly wanted?: string;
}

export interface Answer {
  readonly alreadyApplied: boolean;
  readonly candidates: readonly NearMiss[];
}

export interface SearchedFile {
  readonly path: string;
  /** The text of the file, or of a part of it. */
  readonly text: string;
  /** Lines of the file before this part. */
  readonly linesBefore: number;
}

/** The shortest literal pattern that a slip is looked for. */
export const shortestSlip = 6;

/** Files come in path order. Stops reading as soon as the answer is certain. */
export function weighEvidence(question: Question, files: Iterable<SearchedFile>): Answer {
  const misses = new NearMisses(question.wanted ?? "");
  const literal = question.literal;
  let proven = false;
  let slipped = false;
  for (const file of files) {
    const { path, text, linesBefore } = file;
    proven ||= question.evidence.some((run) => text.includes(run));
    if (literal && !slipped) slipped = addSlips(misses, file, literal);
    else if (question.wanted !== undefined && !misses.full && !slipped) misses.look(path, text, linesBefore);
    if (slipped || (proven && !literal)) break;
    if (!literal && question.evidence.length === 0 && misses.full) break;
  }
  if (proven && !slipped) return { alreadyApplied: true, candidates: [] };
  return { alreadyApplied: false, candidates: question.wanted === undefined ? [] : misses.list() };
}

function addSlips(
  misses: NearMisses,
  { path, text, linesBefore }: SearchedFile,
  literal: NonNullable<Question["literal"]>,
): boolean {
  const fold = literal.ignoreCase ? inLowerCase : (given: string): string => given;
  let found = 0;
  for (const slip of oneSlipAway(fold(text), fold(literal.text), literal.replacements.map(fold))) {
    misses.addSlip(path, text, slip, linesBefore);
    if (++found === 3) break;
  }
  if (found === 0 && !misses.full) misses.look(path, text, linesBefore);
  return found > 0;
}

/** Every character where it was: one that is longer in lower case (`İ`) stays. */
function inLowerCase(text: string): string {
  const lowered = text.toLowerCase();
  if (lowered.length === text.length) return lowered;
  return Array.from(text, (character) => {
    const one = character.toLowerCase();
    return one.length === character.length ? one : character;
  }).join("");
}
