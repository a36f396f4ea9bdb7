/**
 * A file as the parser sees it: one string, with a way back from its UTF-16 offsets to the bytes.
 *
 * Every byte that is not UTF-8 becomes one private character, so that nothing shifts and two different bytes are never
 * equal. Text for edits must come from the bytes, never from the string.
 */
import { isAscii, isUtf8 } from "node:buffer";

export interface SourceText {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The byte at which this UTF-16 unit starts. Units are asked for in any order. */
  byteAt(unit: number): number;
}

export function sourceText(bytes: Uint8Array): SourceText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(bytes)) return { bytes, text: buffer.toString("latin1"), byteAt: (unit) => unit };
  if (isUtf8(bytes)) return mapped(bytes, buffer.toString("utf8"), []);
  return withStrayBytes(bytes, buffer);
}

/** Stray bytes 0x80-0xFF are shown as U+F780-U+F7FF. */
const strayBase = 0xf700;

function withStrayBytes(bytes: Uint8Array, buffer: Buffer): SourceText {
  const parts: string[] = [];
  const stray: number[] = [];
  let units = 0;
  let at = 0;
  while (at < bytes.length) {
    const end = validEnd(bytes, at);
    if (end > at) {
      const part = buffer.toString("utf8", at, end);
      parts.push(part);
      units += part.length;
      at = end;
    }
    for (; at < bytes.length && sequenceLength(bytes, at) === 0; at++) {
      parts.push(String.fromCharCode(strayBase + bytes[at]!));
      stray.push(units++);
    }
  }
  return mapped(bytes, parts.join(""), stray);
}

function validEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) break;
    at += length;
  }
  return at;
}

/** Length of the UTF-8 sequence at `at`; 0 where there is none (RFC 3629: no surrogates, no overlong forms). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const second = bytes[at + 1] ?? 0;
  if (first >= 0xc2 && first <= 0xdf) return continues(second) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return second >= low && second <= high && continues(bytes[at + 2] ?? 0) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    const rest = continues(bytes[at + 2] ?? 0) && continues(bytes[at + 3] ?? 0);
    return second >= low && second <= high && rest ? 4 : 0;
  }
  return 0;
}

function continues(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** Units between two remembered offsets. */
const stride = 256;

function mapped(bytes: Uint8Array, text: string, stray: readonly number[]): SourceText {
  const marks = new Int32Array(Math.floor(text.length / stride) + 1);
  const strayAtMark = new Int32Array(marks.length);
  let byte = 0;
  let nextStray = 0;
  for (let unit = 0; unit < text.length; unit++) {
    if (unit % stride === 0) {
      marks[unit / stride] = byte;
      strayAtMark[unit / stride] = nextStray;
    }
    if (stray[nextStray] === unit) {
      nextStray++;
      byte++;
    } else byte += unitBytes(text, unit);
  }
  if (text.length % stride === 0) {
    marks[text.length / stride] = byte;
    strayAtMark[text.length / stride] = nextStray;
  }
  return {
    bytes,
    text,
    byteAt(unit) {
      const mark = Math.floor(unit / stride);
      let at = marks[mark]!;
      let strayIndex = strayAtMark[mark]!;
      for (let i = mark * stride; i < unit; i++) {
        if (stray[strayIndex] === i) {
          strayIndex++;
          at++;
        } else at += unitBytes(text, i);
      }
      return at;
    },
  };
}

/** Bytes of the character that starts at this unit; the second half of a pair has none of its own. */
function unitBytes(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdbff) return 4;
  return code >= 0xdc00 && code <= 0xdfff ? 0 : 3;
}
