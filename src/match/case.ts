/**
 * The case of one text put on another: `foo Foo FOO` gives `bar Bar BAR`, several words and identifiers word by word.
 *
 * A text all in one case passes it on whole. Else words are paired when both texts have the same number of them; when
 * they have not, capitals on every word are passed on to every word, and the case of a first word to the first word. A
 * path (`a::b`, `a.b`, `a/b`) against a text of another shape stays as it was written.
 */

/** `replacement` in the case of `matched`. Characters without case, and a text that has none to give, change nothing. */
export function preserveCase(matched: string, replacement: string): string {
  const lower = matched.toLowerCase();
  const upper = matched.toUpperCase();
  if (lower === upper) return replacement;
  if (matched === lower) return replacement.toLowerCase();
  const cases = (matched.match(word) ?? []).map(caseOf);
  const oneLetter = cases.length === 1 && cases[0] === "capital";
  if (matched === upper && !oneLetter) return replacement.toUpperCase();
  return inCases(cases, isPath(matched), replacement);
}

/** The text in the cases that texts are usually written in: as it is, all small or in capitals, as a sentence, a title and an identifier. */
export function usualCases(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const title = text.replace(word, upperFirst);
  return [text, lower, text.toUpperCase(), upperFirst(text), upperFirst(lower), title, lowerFirst(title)];
}

/** The first letter in upper case; what it becomes beyond one letter (`ß`, ligatures) stays small. */
export function upperFirst(text: string): string {
  const first = firstCharacter(text);
  const upper = first.toUpperCase();
  const head = firstCharacter(upper);
  return head + upper.slice(head.length).toLowerCase() + text.slice(first.length);
}

/** The first letter in lower case. */
export function lowerFirst(text: string): string {
  const first = firstCharacter(text);
  return first.toLowerCase() + text.slice(first.length);
}

type WordCase = "upper" | "lower" | "capital" | "none";

/**
 * Words of prose and of identifiers: `HTTPServer` is two, as are `fooBar` and `foo_bar`; digits belong to the letters
 * before them, an apostrophe between letters to its word.
 */
const word =
  /[\p{Lu}\p{Lt}][\p{Lu}\p{Lt}\p{M}\p{N}]*(?=[\p{Lu}\p{Lt}]\p{Ll})|[\p{Lu}\p{Lt}]?[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+(?:['’]\p{Ll}+)*|[\p{Lu}\p{Lt}][\p{Lu}\p{Lt}\p{M}\p{N}]*/gu;

/** A single letter counts as a capital: it may start a word as well as be one in capitals. */
function caseOf(text: string): WordCase {
  const letters = text.match(/[\p{Lu}\p{Lt}\p{Ll}]/gu) ?? [];
  if (letters.length === 0) return "none";
  if (/^\p{Ll}/u.test(letters.join(""))) return "lower";
  return letters.length > 1 && !/\p{Ll}/u.test(text) ? "upper" : "capital";
}

function inCases(cases: readonly WordCase[], fromPath: boolean, replacement: string): string {
  const shouted = replacement === replacement.toUpperCase();
  const text = shouted ? replacement.toLowerCase() : replacement;
  const count = text.match(word)?.length ?? 0;
  let at = 0;
  if (count === cases.length) return text.replace(word, (each) => inCase(each, cases[at++]));
  if (fromPath || isPath(replacement)) return replacement;
  const given = cases.filter((each) => each !== "none");
  if (given.length > 1 && given.every((each) => each !== "lower")) return text.replace(word, upperFirst);
  return text.replace(word, (each) => (at++ === 0 ? inCase(each, given[0] === "lower" ? "lower" : "capital") : each));
}

function inCase(text: string, wanted: WordCase): string {
  if (wanted === "upper") return text.toUpperCase();
  if (wanted === "lower") return text.toLowerCase();
  return wanted === "capital" ? upperFirst(text) : text;
}

function isPath(text: string): boolean {
  return /[\p{L}\p{N}_](?:::|->|[./\\])[\p{L}_]/u.test(text);
}

function firstCharacter(text: string): string {
  return text === "" ? "" : String.fromCodePoint(text.codePointAt(0)!);
}
