/**
 * Stored bytes to text: what a file's encoding is, and its text in UTF-8.
 *
 * Nothing is guessed: a byte-order mark, an encoding that was asked for, or else UTF-8 whose faulty bytes stay as they are.
 */
import type { Content } from "../model/content.ts";
import { glue } from "../model/glue.ts";
import { encodingNamed, type NamedEncoding } from "./encodings.ts";

/** How much of a file is looked at for a NUL before it is searched. */
export const headLength = 8192;

/** The text of a file, or why it is not searched: a NUL in its head, or bytes that its encoding cannot give back. */
export function decode(stored: Uint8Array, encoding?: string): Content | "binary" | "encoding" {
  const mark = markOf(stored);
  if (mark === "utf-32") return "binary";
  if (mark === "utf-8-bom") return plainContent(stored);
  if (mark) return decodeNamed(stored.subarray(2), encodingNamed(mark)!, mark, 2);
  if (encoding !== undefined) {
    const named = encodingNamed(encoding);
    if (!named) throw new Error(`unknown encoding ${encoding}: it must be checked before files are read`);
    return decodeNamed(stored, named, encoding, 0);
  }
  return isBinary(stored) ? "binary" : plainContent(stored);
}

/** The text of bytes that are neither binary nor marked as UTF-16: UTF-8 as it is, behind its mark if it has one. */
export function plainContent(stored: Uint8Array): Content {
  if (markOf(stored) === "utf-8-bom") return { bytes: stored.subarray(3), encoding: "utf-8-bom", bom: 3, stored: true };
  return { bytes: stored, encoding: "utf-8", bom: 0, stored: true };
}

/** Whether a file that starts with these bytes (all of it, or its first 8 KiB at least) is binary: it has a NUL there and neither a mark nor an encoding that explains it. */
export function isBinary(head: Uint8Array, encoding?: string): boolean {
  const mark = markOf(head);
  if (mark) return mark === "utf-32";
  if (encoding !== undefined && encodingNamed(encoding)?.wide) return false;
  return hasNul(head.length > headLength ? head.subarray(0, headLength) : head);
}

/** Whether text or bytes hold a NUL anywhere. A file that has one and no mark is never edited. */
export function hasNul(bytes: Uint8Array): boolean {
  return bytes.includes(0);
}

type Mark = "utf-8-bom" | "utf-16le" | "utf-16be" | "utf-32";

/** The byte-order mark. That of UTF-32 starts like the one of UTF-16 and is told from it by the NULs that follow. */
function markOf(bytes: Uint8Array): Mark | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] !== 0xff || bytes[1] !== 0xfe) return undefined;
  return bytes.length >= 4 && bytes[2] === 0 && bytes[3] === 0 ? "utf-32" : "utf-16le";
}

function decodeNamed(
  stored: Uint8Array,
  named: NamedEncoding,
  encoding: string,
  bom: 0 | 2,
): Content | "binary" | "encoding" {
  const bytes = named.toUtf8(stored);
  if (!bytes) return bom === 0 && hasNul(stored.subarray(0, headLength)) && !named.wide ? "binary" : "encoding";
  if (bom === 0 && hasNul(bytes.subarray(0, headLength))) return "binary";
  return { bytes, encoding, bom, stored: bytes === stored };
}

glue(decode, plainContent, isBinary, markOf);
