/** UTF-8 one character at a time, in both directions. A byte that belongs to no valid sequence is a character of its own. */

/** The code point that starts at `at`, or -1 for a byte that is not UTF-8. */
export function charAt(bytes: Uint8Array, at: number, end: number): number {
  const lead = bytes[at]!;
  if (lead < 0x80) return lead;
  if (lead < 0xc2 || lead > 0xf4 || at + 1 >= end) return -1;
  const second = bytes[at + 1]! ^ 0x80;
  if (second > 0x3f) return -1;
  if (lead < 0xe0) return ((lead & 0x1f) << 6) | second;
  if (at + 2 >= end) return -1;
  const third = bytes[at + 2]! ^ 0x80;
  if (third > 0x3f) return -1;
  if (lead < 0xf0) {
    const codePoint = ((lead & 0x0f) << 12) | (second << 6) | third;
    return codePoint < 0x800 || (codePoint >= 0xd800 && codePoint <= 0xdfff) ? -1 : codePoint;
  }
  if (at + 3 >= end) return -1;
  const fourth = bytes[at + 3]! ^ 0x80;
  if (fourth > 0x3f) return -1;
  const codePoint = ((lead & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return codePoint < 0x10000 || codePoint > 0x10ffff ? -1 : codePoint;
}

/** The code point that ends at `at`, or -1 for a byte that is not UTF-8. */
export function charBefore(bytes: Uint8Array, start: number, at: number): number {
  const last = bytes[at - 1]!;
  if (last < 0x80) return last;
  for (let lead = at - 1; lead >= start && lead >= at - 4; lead--) {
    if ((bytes[lead]! & 0xc0) === 0x80) continue;
    const codePoint = charAt(bytes, lead, at);
    return lengthOf(codePoint) === at - lead ? codePoint : -1;
  }
  return -1;
}

/** Bytes of a code point; 1 for -1. */
export function lengthOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
