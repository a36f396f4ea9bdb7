/** Letters of ASCII where case is ignored, as RE2 has it: `k` is also U+212A and `s` U+017F, and no others go beyond ASCII. */

export const k = 0x6b;
export const s = 0x73;
/** U+212A and U+017F in UTF-8. In other encodings, too, their first byte is not ASCII. */
export const kelvin = [0xe2, 0x84, 0xaa] as const;
export const longS = [0xc5, 0xbf] as const;

export function isLowerLetter(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

export function foldsBeyondAscii(byte: number): boolean {
  return byte === k || byte === s;
}
