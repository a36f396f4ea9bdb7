/**
 * Text that every match must contain, found from the tree alone: the cheapest way to pass over a file or a line. Only ASCII is
 * used, so that the answer holds in every encoding in which ASCII stands for itself, and nothing reaches across a newline.
 */
import type { Node } from "./ast.ts";
import { rangesContain } from "./charset.ts";

export interface Required {
  /** Every match contains one of them; each at least one ASCII character. */
  readonly texts: readonly string[];
  /** Upper and lower case alike. */
  readonly fold: boolean;
  /** How rarely it is met: grows with length and with rare characters, shrinks with the number of texts. */
  readonly score: number;
}

/** What is known of all texts a node matches. */
interface Known {
  /** Exactly these are matched (up to case with `fold`), the empty text included. */
  readonly exact?: readonly string[];
  readonly fold: boolean;
  readonly required?: Required;
}

const mostTexts = 16;
const longestText = 64;

export function requiredText(node: Node): Required | undefined {
  return bestOf(known(node));
}

function known(node: Node): Known {
  switch (node.kind) {
    case "empty":
    case "assert":
      return { exact: [""], fold: false };
    case "literal":
      return knownLiteral(node.text, node.fold);
    case "set": {
      const members = smallSet(node.set.source, node.set.ranges, node.set.invalid);
      return members ? { exact: members, fold: false } : { fold: false };
    }
    case "group":
      return known(node.node);
    case "concat":
      return sequence(node.nodes.map(known));
    case "alternate":
      return either(node.nodes.map(known));
    case "repeat":
      return repeated(known(node.node), node.min, node.max);
  }
}

function knownLiteral(text: string, fold: boolean): Known {
  const folds = fold && /[A-Za-z]/.test(text);
  if (text.length <= longestText && isPlain(text)) return { exact: [text], fold: folds };
  let required: Required | undefined;
  for (const run of text.slice(0, 4096).match(/[\x00-\x09\x0b-\x7f]+/g) ?? [])
    required = better(required, scored([run.slice(0, longestText)], folds));
  return { fold: false, ...(required && { required }) };
}

/** Joins neighbours while all that they match can be listed; what a run of them must contain is kept when it ends. */
function sequence(parts: readonly Known[]): Known {
  let run: Known = { exact: [""], fold: false };
  let required: Required | undefined;
  let whole = true;
  for (const part of parts) {
    required = better(required, part.required);
    const joined = part.exact && followedBy(run, part);
    if (joined) {
      run = joined;
      continue;
    }
    whole = false;
    required = better(required, bestOf(run));
    run = part.exact ? part : { exact: [""], fold: false };
  }
  if (whole) return { ...run, ...(required && { required }) };
  required = better(required, bestOf(run));
  return { fold: false, ...(required && { required }) };
}

function followedBy(first: Known, second: Known): Known | undefined {
  if (first.exact!.length * second.exact!.length > mostTexts) return undefined;
  const exact = [...new Set(first.exact!.flatMap((head) => second.exact!.map((tail) => head + tail)))];
  if (exact.some((text) => text.length > longestText)) return undefined;
  return { exact, fold: first.fold || second.fold };
}

function either(alternatives: readonly Known[]): Known {
  const fold = alternatives.some((each) => each.fold);
  if (alternatives.every((each) => each.exact)) {
    const exact = [...new Set(alternatives.flatMap((each) => each.exact!))];
    if (exact.length <= mostTexts) return { exact, fold };
  }
  const best = alternatives.map(bestOf);
  const texts = [...new Set(best.flatMap((each) => each?.texts ?? []))];
  if (best.includes(undefined) || texts.length > mostTexts) return { fold: false };
  const required = scored(
    texts,
    best.some((each) => each!.fold),
  );
  return { fold: false, ...(required && { required }) };
}

function repeated(inner: Known, min: number, max: number): Known {
  if (max === 0) return { exact: [""], fold: false };
  if (min === 0)
    return max === 1 && inner.exact && inner.exact.length < mostTexts
      ? { exact: [...new Set(["", ...inner.exact])], fold: inner.fold }
      : { fold: false };
  const copies = sequence(Array.from({ length: Math.min(min, 8) }, () => inner));
  if (min === max && min <= 8) return copies;
  const required = bestOf(copies);
  return { fold: false, ...(required && { required }) };
}

function bestOf(known: Known): Required | undefined {
  return better(known.exact && scored(known.exact, known.fold), known.required);
}

function better(first: Required | undefined, second: Required | undefined): Required | undefined {
  if (!first || !second) return first ?? second;
  return second.score > first.score ? second : first;
}

function scored(texts: readonly string[], fold: boolean): Required | undefined {
  if (texts.length === 0 || texts.includes("")) return undefined;
  const rarest = Math.min(...texts.map((text) => textScore(text, fold)));
  return { texts, fold, score: rarest - Math.log2(texts.length) / 2 };
}

function textScore(text: string, fold: boolean): number {
  let score = 0;
  for (let at = 0; at < text.length && score < 16; at++) score += characterScore(text[at]!, fold);
  return score;
}

/** How rarely a character is met in source text. */
function characterScore(character: string, fold: boolean): number {
  if (" \t".includes(character)) return 0.5;
  if (/[a-z0-9_();,."=*/-]/.test(character)) return 1;
  if (/[A-Z]/.test(character)) return fold ? 1 : 1.5;
  return 2;
}

function isPlain(text: string): boolean {
  return /^[\x00-\x09\x0b-\x7f]*$/.test(text);
}

/** Members of a set of a few ASCII characters without a newline. */
function smallSet(source: string | undefined, ranges: readonly number[], invalid: boolean): string[] | undefined {
  if (source !== undefined || invalid || ranges.length === 0 || ranges.at(-1)! >= 0x80) return undefined;
  if (rangesContain(ranges, 10)) return undefined;
  const members: string[] = [];
  for (let at = 0; at < ranges.length; at += 2)
    for (let code = ranges[at]!; code <= ranges[at + 1]!; code++) {
      if (members.length === 4) return undefined;
      members.push(String.fromCharCode(code));
    }
  return members;
}
