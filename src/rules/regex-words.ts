/** Words that text must hold for a regular expression to match in it. */
import { parseRegex } from "../match/regex/parse.ts";
import { requiredText } from "../match/regex/required.ts";
import { nothingNeeded, textNeeded, type Requirement } from "./requirement.ts";

/** Of an expression in swath's own dialect; nothing where it is not one. */
export function wordsOfRegex(pattern: string, ignoreCase = false): Requirement {
  const parsed = parseRegex(pattern, { ignoreCase, dotall: false });
  const required = parsed.ok ? requiredText(parsed.value.node) : undefined;
  if (required === undefined || required.fold) return nothingNeeded;
  return { kind: "any", of: required.texts.map(textNeeded) };
}

/** Of an expression as the parser library reads it: where that dialect means something else by the same text, nothing is needed. */
export function wordsOfRustRegex(pattern: string): Requirement {
  return readsOtherwise.test(pattern) ? nothingNeeded : wordsOfRegex(pattern);
}

/** Word edges as `\<` and `\b{start}`, sets within classes, verbose and other modes, and code points as `\u{…}`. */
const readsOtherwise = /\\[<>uU]|\\[bB]\{|&&|~~|--|\(\?[a-zA-Z]*[xuR]|\[[^\]]*\[/;
