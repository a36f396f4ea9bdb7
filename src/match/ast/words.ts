/** A prefilter: texts that must all stand in a file before it is worth parsing. Sound: false means that nothing can match. */

import { isPlaced, type Place } from "./places.ts";

/** A text that every match holds. */
export interface Word {
  readonly text: string;
  /** No letter, digit or underscore stands behind it in a match. */
  readonly closed: boolean;
  /** What else is known of the bytes around it in a match, where the code parses. */
  readonly place?: Place;
}

/**
 * What is looked for of a word. Of one that is not plain ASCII that is only the longest plain run, since the bytes may be
 * of any encoding in which ASCII stands for itself.
 */
export interface Needle {
  readonly bytes: Uint8Array;
  readonly closed: boolean;
  readonly place?: Place;
}

export function needleOf({ text, closed, place }: Word): Needle | undefined {
  const runs = text.match(/[\x21-\x7e]+/g) ?? [];
  const run = runs.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  if (run === "") return undefined;
  const isWhole = run === text;
  return {
    bytes: Buffer.from(run, "latin1"),
    closed: closed && text.endsWith(run),
    ...(place && isWhole && { place }),
  };
}

export function holdsNeedle(text: Buffer, { bytes, closed, place }: Needle, from = 0): boolean {
  let at = text.indexOf(bytes, from);
  if (!closed && !place) return at >= 0;
  for (; at >= 0; at = text.indexOf(bytes, at + 1)) {
    const end = at + bytes.length;
    if (closed && isWordByte(text[end])) continue;
    if (!place || isPlaced(text, at, end, place)) return true;
  }
  return false;
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f
  );
}

/** Whether all words stand in `bytes[start, end)`. */
export function wordFilter(words: readonly Word[]): (bytes: Uint8Array, start: number, end: number) => boolean {
  const needles = words
    .flatMap((word) => needleOf(word) ?? [])
    .toSorted((a, b) => b.bytes.length - a.bytes.length)
    .slice(0, mostNeedles);
  return (bytes, start, end) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    return needles.every((needle) => holdsNeedle(buffer, needle));
  };
}

/**
 * Whether those words that have a place stand in it within `[start, end)`, which is a match. In code that parses they always do;
 * in broken code the parser passes over what is in its way, and takes `a ?: b : c` for a conditional and what a dot has been
 * torn from for a function.
 */
export function placeFilter(words: readonly Word[]): (bytes: Uint8Array, start: number, end: number) => boolean {
  const needles = words.flatMap((word) => (word.place ? (needleOf(word) ?? []) : []));
  return (bytes, start, end) => {
    if (needles.length === 0) return true;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, end);
    return needles.every((needle) => holdsNeedle(text, needle, start));
  };
}

/** More words than these cost more than they rule out. */
const mostNeedles = 8;
