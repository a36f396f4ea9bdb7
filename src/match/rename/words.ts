/** A name taken apart into its words. */
import { classOf, connector, digit, lower, mark, other, upper } from "./characters.ts";

export interface Name {
  readonly text: string;
  /** Connectors and punctuation before the first word, kept as they are in every spelling. */
  readonly prefix: string;
  /** As written, in order; empty for a name without letters and digits. */
  readonly words: readonly string[];
  readonly suffix: string;
  /** What stands between the words is only case, `_`, `-`, `.` or a space: the name has other spellings. */
  readonly regular: boolean;
}

/**
 * Splits at `_`, `-`, `.` and spaces, before a capital after a lower-case letter or a digit, and before the last capital
 * of a run that goes on in lower case: `HTTPServer` is `HTTP Server`, `utf8Decoder` is `utf8 Decoder`.
 */
export function splitName(text: string): Name {
  const characters = Array.from(text, (character) => ({ character, kind: classOf(character.codePointAt(0)!) }));
  const words: string[] = [];
  const gaps: string[] = [];
  let gap = "";
  let before = other;
  for (const [at, { character, kind }] of characters.entries()) {
    if (kind === other || kind === connector) gap += character;
    else if (words.length > 0 && gap === "" && !(kind === upper && startsWord(characters, at, before))) {
      words[words.length - 1] += character;
    } else {
      gaps.push(gap);
      words.push(character);
      gap = "";
    }
    if (kind !== mark) before = kind;
  }
  const [prefix = gap, ...between] = gaps;
  const regular = words.length > 0 && between.every((one) => /^[-_. ]?$/.test(one));
  return { text, prefix, words, suffix: words.length > 0 ? gap : "", regular };
}

interface Character {
  readonly kind: number;
}

/** Whether a capital after this kind of character starts a word. */
function startsWord(characters: readonly Character[], at: number, before: number): boolean {
  if (before === lower || before === digit) return true;
  let next = at + 1;
  while (characters[next]?.kind === mark) next++;
  return characters[next]?.kind === lower;
}
