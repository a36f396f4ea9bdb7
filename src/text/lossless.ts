/**
 * Strings that lose nothing: valid UTF-8 becomes its characters, and each byte that is not a lone surrogate in U+DC80..U+DCFF,
 * which valid UTF-8 never gives. (The method is that of Python's PEP 383.)
 */
import { isUtf8 } from "node:buffer";

export function toLosslessString(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return utf8Text(bytes);
  const parts: string[] = [];
  let valid = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    parts.push(utf8Text(bytes.subarray(valid, at)), String.fromCharCode(0xdc00 + bytes[at]));
    valid = ++at;
  }
  parts.push(utf8Text(bytes.subarray(valid)));
  return parts.join("");
}

export function fromLosslessString(text: string): Uint8Array {
  if (text.isWellFormed()) return Buffer.from(text, "utf8");
  const parts = text.split(/([\udc80-\udcff])/u);
  return Buffer.concat(
    parts.map((part, i) => (i % 2 === 1 ? Buffer.of(part.charCodeAt(0) - 0xdc00) : Buffer.from(part, "utf8"))),
  );
}

/** Length of the valid character at an offset; 0 where a byte belongs to none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return first >= 0xc2 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length ? length : 0;
}

function utf8Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
