/** Character classes: `[...]`, `\d` and its kin, `\p{...}`, `[:alpha:]`. */
import { foldAscii, negateRanges, normalRanges, rangeSet, sourceSet, type CharSet } from "./charset.ts";
import { parseEscape } from "./escape.ts";
import { asciiOfProperty } from "./properties.ts";
import { Refusal, shown } from "./refusal.ts";

export interface ParsedSet {
  readonly set: CharSet;
  /** Index after it. */
  readonly end: number;
  /** Names a newline outside a negated class. */
  readonly newline: boolean;
  /** Holds an upper-case letter as such, not by an escape. */
  readonly upperCase: boolean;
}

/** One member of a class before case folding. */
interface Item {
  readonly ranges: readonly number[];
  readonly negated: boolean;
  /** A property, whose ranges speak for ASCII alone. */
  readonly property: boolean;
}

const perl: Readonly<Record<string, readonly number[]>> = {
  d: [0x30, 0x39],
  s: [9, 10, 12, 13, 0x20, 0x20],
  w: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
};

const posix: Readonly<Record<string, readonly number[]>> = {
  alnum: [0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a],
  alpha: [0x41, 0x5a, 0x61, 0x7a],
  ascii: [0, 0x7f],
  blank: [9, 9, 0x20, 0x20],
  cntrl: [0, 0x1f, 0x7f, 0x7f],
  digit: [0x30, 0x39],
  graph: [0x21, 0x7e],
  lower: [0x61, 0x7a],
  print: [0x20, 0x7e],
  punct: [0x21, 0x2f, 0x3a, 0x40, 0x5b, 0x60, 0x7b, 0x7e],
  space: [9, 13, 0x20, 0x20],
  upper: [0x41, 0x5a],
  word: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
  xdigit: [0x30, 0x39, 0x41, 0x46, 0x61, 0x66],
};

/** `\d`, `\pL` and the like outside brackets; undefined where another escape stands. */
export function parseClassEscape(pattern: string, at: number, fold: boolean): ParsedSet | undefined {
  const found = classEscape(pattern, at);
  if (!found) return undefined;
  const source = pattern.slice(at, found.end);
  return { set: build([found.item], false, fold, source), end: found.end, newline: false, upperCase: false };
}

/** Reads the class whose bracket stands at `at`. */
export function parseClass(pattern: string, at: number, fold: boolean): ParsedSet {
  const negated = pattern[at + 1] === "^";
  const items: Item[] = [];
  let newline = false;
  let upperCase = false;
  let next = at + (negated ? 2 : 1);
  for (let first = true; first || pattern[next] !== "]"; first = false) {
    if (next >= pattern.length)
      throw new Refusal(
        at,
        `the class ${shown(pattern.slice(at))} has no closing bracket`,
        "write `\\[` for a bracket",
      );
    const group = posixGroup(pattern, next) ?? (pattern[next] === "\\" ? classEscape(pattern, next) : undefined);
    if (group) {
      items.push(group.item);
      next = group.end;
      continue;
    }
    const range = classRange(pattern, next);
    items.push({ ranges: [range.low, range.high], negated: false, property: false });
    newline ||= range.low === 10 || range.high === 10;
    upperCase ||= /\p{Uppercase}/u.test(withoutEscapes(pattern.slice(next, range.end)));
    next = range.end;
  }
  const source = pattern.slice(at, next + 1);
  return { set: build(items, negated, fold, source), end: next + 1, newline: newline && !negated, upperCase };
}

function build(items: readonly Item[], negated: boolean, fold: boolean, source: string): CharSet {
  let ranges: number[] = [];
  let exact = true;
  for (const item of items) {
    const beyondAscii = item.ranges.length > 0 && item.ranges.at(-1)! >= 0x80;
    exact &&= !item.property && !(fold && beyondAscii);
    const own = fold ? foldAscii(item.ranges) : item.ranges;
    ranges.push(...(item.negated ? negateRanges(normalRanges(own)) : own));
  }
  ranges = normalRanges(ranges);
  const invalid = items.some((item) => item.negated) !== negated;
  const final = negated ? negateRanges(ranges) : ranges;
  return exact ? rangeSet(final, invalid) : sourceSet(`(?${fold ? "i" : "-i"})${source}`, final, invalid);
}

interface FoundItem {
  readonly item: Item;
  readonly end: number;
}

function classEscape(pattern: string, at: number): FoundItem | undefined {
  const letter = pattern[at + 1];
  if (letter === undefined) return undefined;
  const ranges = perl[letter.toLowerCase()];
  if (ranges) return { item: { ranges, negated: letter < "a", property: false }, end: at + 2 };
  return letter === "p" || letter === "P" ? property(pattern, at) : undefined;
}

function property(pattern: string, at: number): FoundItem {
  const braced = pattern[at + 2] === "{";
  const close = braced ? pattern.indexOf("}", at + 3) : at + 2 + ((pattern.codePointAt(at + 2) ?? 0) > 0xffff ? 2 : 1);
  const end = braced ? close + 1 : close;
  const inner = braced ? pattern.slice(at + 3, close) : pattern.slice(at + 2, end);
  if (inner === "" || close < 0)
    throw new Refusal(at, `${shown(pattern.slice(at, at + 3))} names no property`, "write `\\pL` or `\\p{Greek}`");
  const caret = braced && inner.startsWith("^");
  const name = caret ? inner.slice(1) : inner;
  const ranges = asciiOfProperty(name);
  if (!ranges)
    throw new Refusal(
      at,
      `unknown property ${shown(pattern.slice(at, end))}`,
      name.includes("=")
        ? `write the name alone: ${shown(`\\p{${name.slice(name.indexOf("=") + 1)}}`)}`
        : "RE2 knows general categories such as `\\pL` and scripts such as `\\p{Greek}`",
    );
  return { item: { ranges, negated: (pattern[at + 1] === "P") !== caret, property: true }, end };
}

function posixGroup(pattern: string, at: number): FoundItem | undefined {
  if (pattern[at] !== "[" || pattern[at + 1] !== ":") return undefined;
  const close = pattern.indexOf(":]", at + 2);
  if (close < 0) return undefined;
  const inner = pattern.slice(at + 2, close);
  const negated = inner.startsWith("^");
  const name = negated ? inner.slice(1) : inner;
  if (!Object.hasOwn(posix, name))
    throw new Refusal(
      at,
      `unknown class ${shown(pattern.slice(at, close + 2))}`,
      "the names are those of POSIX, such as `[:alpha:]`",
    );
  return { item: { ranges: posix[name]!, negated, property: false }, end: close + 2 };
}

interface CharRange {
  readonly low: number;
  readonly high: number;
  readonly end: number;
}

function classRange(pattern: string, at: number): CharRange {
  const low = classCharacter(pattern, at);
  const dash = low.end;
  if (pattern[dash] !== "-" || dash + 1 >= pattern.length || pattern[dash + 1] === "]")
    return { low: low.codePoint, high: low.codePoint, end: dash };
  const high = classCharacter(pattern, dash + 1);
  if (high.codePoint < low.codePoint)
    throw new Refusal(at, `the range ${shown(pattern.slice(at, high.end))} runs backwards`, "put the lower end first");
  return { low: low.codePoint, high: high.codePoint, end: high.end };
}

function classCharacter(pattern: string, at: number): { readonly codePoint: number; readonly end: number } {
  if (pattern[at] === "\\") return parseEscape(pattern, at);
  const codePoint = pattern.codePointAt(at)!;
  return { codePoint, end: at + (codePoint > 0xffff ? 2 : 1) };
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(?:x\{[^}]*\}|x..|[0-7]{1,3}|.)/gsu, "");
}
