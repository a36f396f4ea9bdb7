/** A prefilter: texts that must all stand in a file before it is worth parsing. Sound: false means that nothing can match. */

/** A text that every match holds. */
export interface Word {
  readonly text: string;
  /** No letter, digit or underscore stands behind it in a match. */
  readonly closed: boolean;
}

/**
 * What is looked for of a word. Of one that is not plain ASCII that is only the longest plain run, since the bytes may be
 * of any encoding in which ASCII stands for itself.
 */
export interface Needle {
  readonly bytes: Uint8Array;
  readonly closed: boolean;
}

export function needleOf({ text, closed }: Word): Needle | undefined {
  const runs = text.match(/[\x21-\x7e]+/g) ?? [];
  const run = runs.reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  if (run === "") return undefined;
  return { bytes: Buffer.from(run, "latin1"), closed: closed && text.endsWith(run) };
}

export function holdsNeedle(text: Buffer, { bytes, closed }: Needle): boolean {
  let at = text.indexOf(bytes);
  if (closed) while (at >= 0 && isWordByte(text[at + bytes.length])) at = text.indexOf(bytes, at + 1);
  return at >= 0;
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

/** More words than these cost more than they rule out. */
const mostNeedles = 8;
