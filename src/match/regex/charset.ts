/**
 * Sets of characters. A set is either a list of code point ranges or, where only RE2's own Unicode tables can say
 * (properties, and case folding beyond ASCII), the source of a class that RE2 is asked about.
 *
 * A byte that is not UTF-8 is a character of its own, outside of all ranges and properties: only what is negated holds it.
 */

export interface CharSet {
  /** Equal keys, equal sets. */
  readonly key: string;
  /** Inclusive code point ranges, flat, ascending and apart. With a `source` they speak for ASCII alone. */
  readonly ranges: readonly number[];
  /** A class in RE2's syntax with its flags, which decides beyond ASCII. */
  readonly source?: string;
  /** Holds bytes that are not UTF-8. */
  readonly invalid: boolean;
}

export const lastCodePoint = 0x10ffff;

export function rangeSet(ranges: readonly number[], invalid: boolean): CharSet {
  return { key: wholeKey(ranges, invalid), ranges, invalid };
}

/** `ranges` are clipped to ASCII. */
export function sourceSet(source: string, ranges: readonly number[], invalid: boolean): CharSet {
  return { key: `${invalid ? "!" : "="}${source}`, source, ranges: clipToAscii(ranges), invalid };
}

function wholeKey(ranges: readonly number[], invalid: boolean): string {
  return (invalid ? "!" : "=") + ranges.join();
}

export const anyCharacter: CharSet = rangeSet([0, lastCodePoint], true);
export const anyButNewline: CharSet = rangeSet([0, 9, 11, lastCodePoint], true);

/** One character, or with `fold` all characters that RE2 takes for the same. */
export function characterSet(codePoint: number, fold: boolean): CharSet {
  if (!fold) return rangeSet([codePoint, codePoint], false);
  const folded = foldAscii([codePoint, codePoint]);
  return codePoint < 0x80 ? rangeSet(folded, false) : sourceSet(`(?i)\\x{${codePoint.toString(16)}}`, folded, false);
}

/** Sorts and joins ranges given in any order. */
export function normalRanges(ranges: readonly number[]): number[] {
  const pairs: [number, number][] = [];
  for (let at = 0; at < ranges.length; at += 2) pairs.push([ranges[at]!, ranges[at + 1]!]);
  pairs.sort((a, b) => a[0] - b[0]);
  const joined: number[] = [];
  for (const [low, high] of pairs) {
    const end = joined.length - 1;
    if (end > 0 && low <= joined[end]! + 1) joined[end] = Math.max(joined[end]!, high);
    else joined.push(low, high);
  }
  return joined;
}

/** The complement of normal ranges. */
export function negateRanges(ranges: readonly number[]): number[] {
  const rest: number[] = [];
  let next = 0;
  for (let at = 0; at < ranges.length; at += 2) {
    if (ranges[at]! > next) rest.push(next, ranges[at]! - 1);
    next = ranges[at + 1]! + 1;
  }
  if (next <= lastCodePoint) rest.push(next, lastCodePoint);
  return rest;
}

/** Adds the other case of ASCII ranges as RE2 does: `k` is also U+212A and `s` also U+017F. */
export function foldAscii(ranges: readonly number[]): number[] {
  const folded = [...ranges];
  for (let at = 0; at < ranges.length; at += 2) {
    const [low, high] = [ranges[at]!, ranges[at + 1]!];
    addShifted(folded, Math.max(low, 0x41), Math.min(high, 0x5a), 0x20);
    addShifted(folded, Math.max(low, 0x61), Math.min(high, 0x7a), -0x20);
    if (holds(low, high, 0x6b) || holds(low, high, 0x4b) || holds(low, high, 0x212a))
      folded.push(0x4b, 0x4b, 0x6b, 0x6b, 0x212a, 0x212a);
    if (holds(low, high, 0x73) || holds(low, high, 0x53) || holds(low, high, 0x17f))
      folded.push(0x53, 0x53, 0x73, 0x73, 0x17f, 0x17f);
  }
  return normalRanges(folded);
}

export function rangesContain(ranges: readonly number[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (codePoint > ranges[middle * 2 + 1]!) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && codePoint >= ranges[low * 2]!;
}

function clipToAscii(ranges: readonly number[]): number[] {
  const clipped: number[] = [];
  for (let at = 0; at < ranges.length && ranges[at]! < 0x80; at += 2)
    clipped.push(ranges[at]!, Math.min(ranges[at + 1]!, 0x7f));
  return clipped;
}

function holds(low: number, high: number, codePoint: number): boolean {
  return low <= codePoint && codePoint <= high;
}

function addShifted(ranges: number[], low: number, high: number, by: number): void {
  if (low <= high) ranges.push(low + by, high + by);
}
