/**
 * Classes of characters and the edges of words, in UTF-8 bytes. A byte that belongs to no valid character counts as
 * punctuation. Knows identifiers only by their characters, not by any language.
 */

/** Neither letter, mark, digit nor connector. */
export const other = 0;
/** `_` and its kin (Pc). */
export const connector = 1;
export const digit = 2;
/** Lower-case letters and letters without case. */
export const lower = 3;
export const upper = 4;
/** Combining marks: part of the letter before. */
export const mark = 5;

export function classOf(codePoint: number): number {
  if (codePoint < 0x80) return asciiClasses[codePoint]!;
  if (codePoint > 0xffff) return classify(codePoint);
  const known = bmpClasses[codePoint]!;
  if (known !== 0) return known - 1;
  const found = classify(codePoint);
  bmpClasses[codePoint] = found + 1;
  return found;
}

/** Word characters are letters, marks, digits and connectors. */
export function wordBefore(bytes: Uint8Array, at: number, low: number): boolean {
  return classBefore(bytes, at, low) !== other;
}

export function wordAfter(bytes: Uint8Array, at: number, high: number): boolean {
  return classAt(bytes, at, high) !== other;
}

/**
 * True when one word of an identifier may end and another start at this offset: at punctuation and connectors, before
 * an upper-case letter that follows a lower-case one or a digit, and before the last capital of a run that goes on in
 * lower case (`HTTP|Server`). A digit belongs to the word before it.
 */
export function isWordEdge(bytes: Uint8Array, at: number, low: number, high: number): boolean {
  const after = classAt(bytes, at, high);
  if (after === mark) return false;
  const before = classBefore(bytes, at, low);
  if (before <= connector || after <= connector) return true;
  if (after !== upper) return false;
  return before !== upper || classPast(bytes, at, high) === lower;
}

/** The class of the character that starts at this offset. */
export function classAt(bytes: Uint8Array, at: number, high: number): number {
  if (at >= high) return other;
  const byte = bytes[at]!;
  if (byte < 0x80) return asciiClasses[byte]!;
  const codePoint = decodeAt(bytes, at, high);
  return codePoint < 0 ? other : classOf(codePoint);
}

/** The class of the character that ends at this offset; for a mark that of the letter it stands on. */
function classBefore(bytes: Uint8Array, at: number, low: number): number {
  let end = at;
  while (end > low) {
    const byte = bytes[end - 1]!;
    if (byte < 0x80) return asciiClasses[byte]!;
    const start = startBefore(bytes, end, low);
    if (start < 0) return end === at ? other : mark;
    const found = classOf(decodeAt(bytes, start, end));
    if (found !== mark) return found;
    end = start;
  }
  return end === at ? other : mark;
}

/** The class of the second character from this offset, marks skipped. */
function classPast(bytes: Uint8Array, at: number, high: number): number {
  let next = at + lengthAt(bytes, at);
  let found = classAt(bytes, next, high);
  while (found === mark) {
    next += lengthAt(bytes, next);
    found = classAt(bytes, next, high);
  }
  return found;
}

function startBefore(bytes: Uint8Array, end: number, low: number): number {
  const first = Math.max(low, end - 4);
  for (let start = end - 1; start >= first; start--) {
    const byte = bytes[start]!;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return lengthAt(bytes, start) === end - start && decodeAt(bytes, start, end) >= 0 ? start : -1;
  }
  return -1;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!;
  return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

/** The code point that starts here; -1 where the bytes are no valid character. */
function decodeAt(bytes: Uint8Array, at: number, high: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4) return -1;
  const length = lengthAt(bytes, at);
  if (at + length > high) return -1;
  let codePoint = lead & (0x7f >> length);
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i]!;
    if ((byte & 0xc0) !== 0x80) return -1;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  const shortest = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
  const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint < shortest || codePoint > 0x10ffff || surrogate ? -1 : codePoint;
}

function classify(codePoint: number): number {
  const text = String.fromCodePoint(codePoint);
  if (/[\p{Lu}\p{Lt}]/u.test(text)) return upper;
  if (/\p{L}/u.test(text)) return lower;
  if (/\p{M}/u.test(text)) return mark;
  if (/\p{Nd}/u.test(text)) return digit;
  return /\p{Pc}/u.test(text) ? connector : other;
}

const asciiClasses = Uint8Array.from({ length: 0x80 }, (_, codePoint) => classify(codePoint));

/** Filled as characters are met; 0 is unknown, else the class and one. */
const bmpClasses = new Uint8Array(0x10000);
