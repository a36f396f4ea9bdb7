/** Collects the lines of a tree that come closest to a text that was not found. */
import type { NearMiss } from "../model/problem.ts";
import { isWordUnit, type Slip, similarity } from "./slip.ts";

/** Less alike than this is no near miss. */
const leastSimilarity = 0.6;

/** How much text is looked at, in path order. */
const mostText = 8 * 1024 * 1024;

const mostCandidates = 3;

/** UTF-16 units of a line. */
const mostShown = 200;

/** What a cut leaves of a character of two units. */
const halfCharacter = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;

/** Fed with the texts of files in path order; keeps the best three places, earlier ones first among equals. */
export class NearMisses {
  readonly #wanted: string;
  readonly #folded: string;
  readonly #tokens: number;
  readonly #known = new Map<string, number>();
  #best: NearMiss[] = [];
  #seen = 0;

  constructor(wanted: string) {
    this.#wanted = wanted;
    this.#folded = wanted.toLowerCase();
    this.#tokens = Math.max(1, wordStarts(wanted, 0, wanted.length).length);
  }

  get full(): boolean {
    return this.#seen >= mostText;
  }

  /** Looks through the words (or runs of as many words as were wanted) of one file, or of what follows so many of its lines. */
  look(path: string, text: string, linesBefore = 0): void {
    const within = text.slice(0, Math.max(0, mostText - this.#seen));
    this.#seen += within.length;
    let line = linesBefore;
    for (let start = 0; start < within.length;) {
      line++;
      const newline = within.indexOf("\n", start);
      const end = newline < 0 ? within.length : newline;
      this.#lookAtLine(path, within, line, start, end);
      start = end + 1;
    }
  }

  /** Adds a place known to be one slip away. */
  addSlip(path: string, text: string, slip: Slip, linesBefore = 0): void {
    const line = linesBefore + text.slice(0, slip.start).split("\n").length;
    this.#keep({
      path,
      line,
      text: lineAround(text, slip.start),
      similarity: this.#similarity(text.slice(slip.start, slip.end)),
    });
  }

  list(): NearMiss[] {
    return this.#best;
  }

  #lookAtLine(path: string, text: string, line: number, start: number, end: number): void {
    if (end - start > 2000) return;
    const starts = wordStarts(text, start, end);
    for (let i = 0; i + this.#tokens <= starts.length; i++) {
      const candidate = text.slice(starts[i]!.start, starts[i + this.#tokens - 1]!.end);
      const alike = this.#similarity(candidate);
      if (alike >= leastSimilarity)
        this.#keep({ path, line, text: lineAround(text, starts[i]!.start), similarity: alike });
    }
  }

  #similarity(candidate: string): number {
    const known = this.#known.get(candidate);
    if (known !== undefined) return known;
    const exact = similarity(candidate, this.#wanted, leastSimilarity);
    const folded = 0.99 * similarity(candidate.toLowerCase(), this.#folded, leastSimilarity);
    const rounded = Math.round(Math.max(exact, folded) * 100) / 100;
    if (this.#known.size < 100_000) this.#known.set(candidate, rounded);
    return rounded;
  }

  /** Of a line the closest place counts. */
  #keep(miss: NearMiss): void {
    const same = this.#best.find((other) => other.path === miss.path && other.line === miss.line);
    if (same && same.similarity >= miss.similarity) return;
    const others = this.#best.filter((other) => other !== same);
    this.#best = [...others, miss].toSorted((a, b) => b.similarity - a.similarity).slice(0, mostCandidates);
  }
}

function wordStarts(text: string, from: number, to: number): { readonly start: number; readonly end: number }[] {
  const words = [];
  for (let at = from; at < to;) {
    while (at < to && !isWordUnit(text, at)) at++;
    const start = at;
    while (at < to && isWordUnit(text, at)) at++;
    if (at > start) words.push({ start, end: at });
  }
  return words;
}

/** The line, or of a long one the part around the place. */
function lineAround(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const end = newline < 0 ? text.length : newline;
  const line = text.slice(start, end).trim();
  if (line.length <= mostShown) return line;
  const from = Math.max(start, Math.min(at - mostShown / 2, end - mostShown));
  return text
    .slice(from, from + mostShown)
    .replace(halfCharacter, "")
    .trim();
}
