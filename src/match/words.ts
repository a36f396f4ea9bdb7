/** Word characters as `--word` means them: Unicode letters, marks, decimal digits and connectors. Bytes outside UTF-8 are none. */
import { charBefore, charAt } from "./regex/utf8.ts";

const wordPattern = /[\p{L}\p{M}\p{Nd}\p{Pc}]/u;

export function isWordCharacter(codePoint: number): boolean {
  if (codePoint < 0x80)
    return (
      (codePoint >= 0x61 && codePoint <= 0x7a) ||
      (codePoint >= 0x41 && codePoint <= 0x5a) ||
      (codePoint >= 0x30 && codePoint <= 0x39) ||
      codePoint === 0x5f
    );
  return wordPattern.test(String.fromCodePoint(codePoint));
}

/** Whether the character that ends at `at` is a word character; nothing before `start` is looked at. */
export function wordBefore(bytes: Uint8Array, start: number, at: number): boolean {
  if (at <= start) return false;
  const last = bytes[at - 1]!;
  if (last < 0x80) return isWordCharacter(last);
  const codePoint = charBefore(bytes, start, at);
  return codePoint >= 0 && isWordCharacter(codePoint);
}

/** Whether the character that starts at `at` is a word character; nothing from `end` on is looked at. */
export function wordAfter(bytes: Uint8Array, at: number, end: number): boolean {
  if (at >= end) return false;
  const first = bytes[at]!;
  if (first < 0x80) return isWordCharacter(first);
  const codePoint = charAt(bytes, at, end);
  return codePoint >= 0 && isWordCharacter(codePoint);
}
