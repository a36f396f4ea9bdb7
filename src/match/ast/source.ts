/**
 * A file as the parser sees it: one string, with a way back from its UTF-16 offsets to the bytes.
 *
 * Every byte that is not UTF-8 becomes one private character, so that nothing shifts and two different bytes are never
 * equal. Text for edits must come from the bytes, never from the string.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { toLosslessString } from "../../text/lossless.ts";

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
  return withStrayBytes(bytes);
}

/** A stray byte becomes U+F700 plus its value: unlike half a pair, the parser library takes that for one character. */
function withStrayBytes(bytes: Uint8Array): SourceText {
  const stray: number[] = [];
  const text = toLosslessString(bytes).replace(/[\udc80-\udcff]/gu, (half, unit: number) => {
    stray.push(unit);
    return String.fromCharCode(half.charCodeAt(0) - 0xdc00 + 0xf700);
  });
  return mapped(bytes, text, stray);
}

/** Units between two remembered offsets. */
const stride = 256;

function mapped(bytes: Uint8Array, text: string, stray: readonly number[]): SourceText {
  let marks: Marks | undefined;
  return {
    bytes,
    text,
    byteAt(unit) {
      const { byteAt, strayAt } = (marks ??= marksIn(text, stray));
      const mark = Math.floor(unit / stride);
      let at = byteAt[mark]!;
      let strayIndex = strayAt[mark]!;
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

/** What is known of every unit whose number is a multiple of the stride. */
interface Marks {
  readonly byteAt: Int32Array;
  /** How many stray bytes stand before it. */
  readonly strayAt: Int32Array;
}

function marksIn(text: string, stray: readonly number[]): Marks {
  const byteAt = new Int32Array(Math.floor(text.length / stride) + 1);
  const strayAt = new Int32Array(byteAt.length);
  let byte = 0;
  let nextStray = 0;
  for (let unit = 0; unit <= text.length; unit++) {
    if (unit % stride === 0) {
      byteAt[unit / stride] = byte;
      strayAt[unit / stride] = nextStray;
    }
    if (unit === text.length) break;
    if (stray[nextStray] === unit) {
      nextStray++;
      byte++;
    } else byte += unitBytes(text, unit);
  }
  return { byteAt, strayAt };
}

/** Bytes of the character that starts at this unit; the second half of a pair has none of its own. */
function unitBytes(text: string, unit: number): number {
  const code = text.charCodeAt(unit);
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdbff) return 4;
  return code >= 0xdc00 && code <= 0xdfff ? 0 : 3;
}
