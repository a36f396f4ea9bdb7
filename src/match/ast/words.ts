/** A prefilter: texts that must all stand in a file before it is worth parsing. Sound: false means that nothing can match. */

/**
 * Whether all words stand in `bytes[start, end)`. Of a word that is not plain ASCII only the longest plain run is looked
 * for, since the bytes may be of any encoding in which ASCII stands for itself.
 */
export function wordFilter(words: readonly string[]): (bytes: Uint8Array, start: number, end: number) => boolean {
  const needles = [...new Set(words.map(longestAsciiRun))]
    .filter((word) => word !== "")
    .toSorted((a, b) => b.length - a.length)
    .slice(0, mostNeedles)
    .map((word) => Buffer.from(word, "latin1"));
  return (bytes, start, end) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    return needles.every((needle) => buffer.includes(needle));
  };
}

/** More words than these cost more than they rule out. */
const mostNeedles = 8;

function longestAsciiRun(word: string): string {
  const runs = word.match(/[\x21-\x7e]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}
