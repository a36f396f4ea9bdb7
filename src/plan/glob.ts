/**
 * Globs for one path component: `*`, `?`, classes and escapes, compiled to tokens and matched without recursion.
 *
 * Knows nothing of slashes, `**`, braces or files. The work for one name is bounded by its length times the glob's.
 */

import { glue } from "../model/glue.ts";

/** A character class: code points in pairs `[first, last]`. */
interface CharacterClass {
  readonly negated: boolean;
  readonly ranges: readonly number[];
}

/** A literal code point, `any`, `star` or a class. */
type Token = number | CharacterClass;

const any = -1;
const star = -2;

export interface Glob {
  readonly tokens: readonly Token[];
  /** Upper and lower case ASCII letters are alike. */
  readonly fold: boolean;
}

/** Compiles a glob without slashes; undefined for one that can never match (an open class, a backslash at the end). */
export function compileGlob(pattern: string, fold = false): Glob | undefined {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length;) {
    const code = pattern.codePointAt(at)!;
    at += width(code);
    if (code === 0x2a) {
      if (tokens.at(-1) !== star) tokens.push(star);
    } else if (code === 0x3f) {
      tokens.push(any);
    } else if (code === 0x5b) {
      const parsed = parseClass(pattern, at);
      if (!parsed) return undefined;
      tokens.push(parsed.class);
      at = parsed.next;
    } else if (code === 0x5c) {
      if (at >= pattern.length) return undefined;
      const escaped = pattern.codePointAt(at)!;
      at += width(escaped);
      tokens.push(fold ? lower(escaped) : escaped);
    } else {
      tokens.push(fold ? lower(code) : code);
    }
  }
  return { tokens, fold };
}

/** Whether the glob matches all of the text. Only the last star ever has to be tried again. */
export function matchGlob(glob: Glob, text: string): boolean {
  const { tokens, fold } = glob;
  let at = 0;
  let next = 0;
  let afterStar = -1;
  let starAt = 0;
  while (at < text.length) {
    const token = tokens[next];
    if (token === star) {
      afterStar = ++next;
      starAt = at;
      continue;
    }
    const code = text.codePointAt(at)!;
    if (token !== undefined && accepts(token, fold ? lower(code) : code, fold)) {
      next++;
      at += width(code);
      continue;
    }
    if (afterStar < 0) return false;
    next = afterStar;
    starAt += width(text.codePointAt(starAt)!);
    at = starAt;
  }
  while (tokens[next] === star) next++;
  return next === tokens.length;
}

/** The text a glob stands for when it has no wildcard, else undefined. */
export function literalOf(glob: Glob): string | undefined {
  let text = "";
  for (const token of glob.tokens) {
    if (!isLiteral(token)) return undefined;
    text += String.fromCodePoint(token);
  }
  return text;
}

/** What every match of a glob has in common: runs of literal ASCII characters, empty where there is none. */
export interface GlobTraits {
  /** At the start. */
  readonly prefix: string;
  /** At the end. */
  readonly suffix: string;
  /** The longest anywhere. */
  readonly run: string;
}

export function traitsOf({ tokens }: Glob): GlobTraits {
  return { prefix: literalHead(tokens), suffix: literalTail(tokens), run: longestRun(tokens) };
}

function literalHead(tokens: readonly Token[]): string {
  const end = tokens.findIndex((token) => !isLiteral(token) || token >= 0x80);
  return textOf(end < 0 ? tokens : tokens.slice(0, end));
}

function literalTail(tokens: readonly Token[]): string {
  return textOf(tokens.slice(tokens.findLastIndex((token) => !isLiteral(token) || token >= 0x80) + 1));
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map((token) => String.fromCodePoint(token as number)).join("");
}

function longestRun(tokens: readonly Token[]): string {
  let longest = "";
  let current = "";
  for (const token of tokens) {
    current = isLiteral(token) && token < 0x80 ? current + String.fromCodePoint(token) : "";
    if (current.length > longest.length) longest = current;
  }
  return longest;
}

/** Whether a class that `parseClass` returned accepts a code point. */
export function classAccepts(parsed: CharacterClass, code: number, fold: boolean): boolean {
  const found = inRanges(parsed.ranges, code) || (fold && inRanges(parsed.ranges, upper(code)));
  return found !== parsed.negated;
}

/**
 * Parses a class whose `[` ends at `at`. Undefined when it is not closed or names an unknown `[:kind:]`:
 * git lets such a pattern match nothing.
 */
export function parseClass(pattern: string, at: number): { class: CharacterClass; next: number } | undefined {
  const ranges: number[] = [];
  const negated = pattern[at] === "!" || pattern[at] === "^";
  if (negated) at++;
  let previous: number | undefined;
  for (let first = true; ; first = false) {
    if (at >= pattern.length) return undefined;
    if (pattern[at] === "]" && !first) return { class: { negated, ranges }, next: at + 1 };
    if (pattern[at] === "-" && previous !== undefined && at + 1 < pattern.length && pattern[at + 1] !== "]") {
      const end = classCharacter(pattern, at + 1);
      if (!end) return undefined;
      ranges.push(previous, end.code);
      previous = undefined;
      at = end.next;
      continue;
    }
    if (pattern.startsWith("[:", at)) {
      const close = pattern.indexOf("]", at + 2);
      if (close < 0) return undefined;
      if (pattern[close - 1] === ":" && close - 1 >= at + 2) {
        const kind = namedClasses[pattern.slice(at + 2, close - 1)];
        if (!kind) return undefined;
        ranges.push(...kind);
        previous = undefined;
        at = close + 1;
        continue;
      }
    }
    const character = classCharacter(pattern, at);
    if (!character) return undefined;
    ranges.push(character.code, character.code);
    previous = character.code;
    at = character.next;
  }
}

function classCharacter(pattern: string, at: number): { code: number; next: number } | undefined {
  if (pattern[at] === "\\") at++;
  const code = pattern.codePointAt(at);
  return code === undefined ? undefined : { code, next: at + width(code) };
}

const namedClasses: Readonly<Record<string, readonly number[] | undefined>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  blank: [0x20, 0x20, 0x09, 0x09],
  cntrl: [0x00, 0x1f, 0x7f, 0x7f],
  digit: [0x30, 0x39],
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [0x20, 0x20, 0x09, 0x0a, 0x0d, 0x0d],
  upper: [0x41, 0x5a],
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

function accepts(token: Token, code: number, fold: boolean): boolean {
  if (typeof token === "number") return token === code || token === any;
  return classAccepts(token, code, fold);
}

function inRanges(ranges: readonly number[], code: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (code >= ranges[i]! && code <= ranges[i + 1]!) return true;
  return false;
}

function isLiteral(token: Token | undefined): token is number {
  return typeof token === "number" && token >= 0;
}

function width(code: number): 1 | 2 {
  return code > 0xffff ? 2 : 1;
}

function lower(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 32 : code;
}

glue(accepts, width, lower);

function upper(code: number): number {
  return code >= 0x61 && code <= 0x7a ? code - 32 : code;
}
