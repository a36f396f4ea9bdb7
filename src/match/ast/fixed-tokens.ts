/**
 * Keywords and operators that stand in the text of every match of a pattern that holds them.
 *
 * The library compares such tokens by their kind alone. So a token only counts whose kind is always spelt alike and that
 * the parser never makes up where code is broken. By the way tree-sitter recovers (`ts_parser__handle_error` of its
 * `parser.c`), it makes up a token only where a rule of the grammar, a hidden one too, can end with it, and prefers names.
 * The tokens below end no rule where they count and are no names in their languages;
 * `test/property/fixed-tokens.test.ts` breaks code at random and sees that none is made up.
 */
import type { Strictness } from "../../model/spec.ts";
import type { Language } from "../languages.ts";
import { isEllipsis } from "./metavariable.ts";
import type { Node } from "./napi.ts";

/** `children[index]` stands in a pattern, so its text stands in every match. `texts` are those of the children. */
export function isFixedToken(
  parent: Node,
  children: readonly Node[],
  texts: readonly string[],
  index: number,
  { name, expando }: Language,
  strictness: Strictness,
): boolean {
  const text = texts[index]!;
  if (children[index]!.isNamed() || !fixedTokens.get(name)?.has(text)) return false;
  if (strictness !== "smart" && strictness !== "cst") return false;
  if (parent.kind().startsWith("token_")) return false;
  if (onlyIn[text]?.test(parent.kind()) === false) return false;
  const next = texts[index + 1];
  const isInside = next !== undefined && !isEllipsis(next, expando);
  return isInside && !isBehindEllipsis(children, texts, index, expando);
}

/** The library passes over the unnamed tokens of a pattern between an ellipsis and the next named node. */
function isBehindEllipsis(
  children: readonly Node[],
  texts: readonly string[],
  index: number,
  expando: string,
): boolean {
  for (let before = index - 1; before >= 0; before--) {
    if (isEllipsis(texts[before]!, expando)) return true;
    if (children[before]!.isNamed()) return false;
  }
  return false;
}

/** Tokens that can end a rule elsewhere (an optional type, a type that is `const`), or stand in most files. */
const onlyIn: Readonly<Record<string, RegExp>> = {
  "?": /^(?:ternary|conditional)_expression$/,
  "[": /^subscript_expression$/,
  const: /_declaration$/,
};

const script = `await break case catch class const continue delete else extends finally for function if instanceof
  return switch throw try typeof var while with
  ? [ ?? && || == != === !== => << >> >>> ** += -= *= /= %= |= &= ^= ??= ||= &&= <= >=`;

const typed = `${script} enum implements interface`;

const tokens: Readonly<Record<string, string>> = {
  javascript: script,
  typescript: typed,
  tsx: typed,
  c: `break case continue default do else enum for goto if return sizeof struct switch typedef union while
    ? -> && || == != << >> += -= *= /= %= |= &= ^= <<= >>= <= >=`,
  go: `case const defer else for func goto import interface package range select struct switch type var
    := && || == != << >> += -= *= /= <= >=`,
  java: `assert case catch class do else enum extends finally for if implements import instanceof interface new package
    return switch throw throws try while
    ? -> && || == != << >> += -= *= /= <= >=`,
  python: `assert class def del elif else except finally for from global import lambda nonlocal try while with
    -> == != += -= *= /= <= >=`,
  rust: `else enum fn for impl let loop match mod struct trait use while
    => -> == != += -= *= /= <= >=`,
};

/** By name of the language. */
export const fixedTokens: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(tokens).map(([language, list]) => [language, new Set(list.split(/\s+/))]),
);
