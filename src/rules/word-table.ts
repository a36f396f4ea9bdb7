/**
 * Answers whether words stand in a text, for many words and one pass: which pairs of neighbouring bytes occur is noted
 * once, and a word is searched for only when all of its pairs do.
 */
import { holdsNeedle, type Needle } from "../match/ast/words.ts";

export type WordTest = (word: Needle) => boolean;

/** `expected` is about how many words will be asked for: few of them are searched for at once. */
export function wordTest(bytes: Uint8Array, start: number, end: number, expected: number): WordTest {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  if (expected <= fewWords) return (word) => holdsNeedle(buffer, word);
  let pairs: Uint8Array | undefined;
  const answers = new Map<string, boolean>();
  return (word) => {
    pairs ??= pairsOf(buffer);
    const { bytes: needle, closed } = word;
    for (let i = 1; i < needle.length; i++) if (pairs[(needle[i - 1]! << 8) | needle[i]!] === 0) return false;
    const key = `${Buffer.from(needle).toString("latin1")}${closed ? " " : ""}`;
    let answer = answers.get(key);
    if (answer === undefined) answers.set(key, (answer = holdsNeedle(buffer, word)));
    return answer;
  };
}

const fewWords = 12;

function pairsOf(bytes: Uint8Array): Uint8Array {
  const pairs = new Uint8Array(1 << 16);
  let last = bytes[0] ?? 0;
  for (let i = 1; i < bytes.length; i++) {
    const next = bytes[i]!;
    pairs[(last << 8) | next] = 1;
    last = next;
  }
  return pairs;
}
