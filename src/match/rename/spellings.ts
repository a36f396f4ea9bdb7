/** The spellings of a name, and which spelling of the new name each spelling of the old one becomes. */
import type { RenameSpec } from "../../model/spec.ts";
import { splitName, type Name } from "./words.ts";

export interface Variant {
  readonly from: string;
  readonly to: string;
}

export interface Spellings {
  /** Distinct in `from`; none changes nothing. */
  readonly variants: readonly Variant[];
  /** Spellings of the new name that hold a spelling of the old one: where they stand, the old name is not renamed. */
  readonly kept: readonly string[];
  /** Spellings that are the same for both names and are therefore left out. */
  readonly same: readonly string[];
}

const identifierStyles = ["camel", "pascal", "snake", "screaming", "kebab"] as const;
const proseStyles = ["dotted", "spaced", "titled", "flat", "flatUpper"] as const;

type Style = (typeof identifierStyles)[number] | (typeof proseStyles)[number];

export function spellingsOf({ from, to, exact, prose }: RenameSpec): Spellings {
  const old = splitName(from);
  const next = splitName(to);
  const styles = prose ? [...identifierStyles, ...proseStyles] : identifierStyles;
  const all = exact || !old.regular || !next.regular ? [{ from, to }] : pairs(old, next, styles);
  const variants = new Map<string, Variant>();
  const same = new Set<string>();
  for (const variant of all) {
    if (variants.has(variant.from)) continue;
    if (variant.from === variant.to) same.add(variant.from);
    else variants.set(variant.from, variant);
  }
  for (const spelling of variants.keys()) same.delete(spelling);
  const targets = next.regular ? styles.flatMap((style) => [spell(next, style, true), spell(next, style, false)]) : [];
  const kept = new Set([to, ...all.map((variant) => variant.to), ...targets]);
  return {
    variants: [...variants.values()],
    kept: [...kept].filter((spelling) => !variants.has(spelling) && holdsOne(spelling, variants.keys())),
    same: [...same],
  };
}

function holdsOne(text: string, spellings: Iterable<string>): boolean {
  for (const spelling of spellings) if (text.includes(spelling)) return true;
  return false;
}

function pairs(old: Name, next: Name, styles: readonly Style[]): Variant[] {
  if (old.words.length === 1) return ofOneWord(old, next);
  const given = givenStyle(old);
  const first = given === undefined || given === givenStyle(next) ? next.text : spell(next, given, true);
  const wanted = given === undefined || styles.includes(given) ? styles : [...styles, given];
  return [
    { from: old.text, to: first },
    ...wanted.map((style) => ({ from: spell(old, style, true), to: spell(next, style, true) })),
    ...wanted.map((style) => ({ from: spell(old, style, false), to: spell(next, style, false) })),
  ];
}

/** One word reads the same in most spellings, so that only its case tells what is meant. */
function ofOneWord(old: Name, next: Name): Variant[] {
  const from = (style: Style): string => spell(old, style, false);
  return [
    { from: old.text, to: oneWordTarget(old, next) },
    { from: from("snake"), to: lowerTarget(next) },
    { from: from("pascal"), to: spell(next, "pascal", true) },
    { from: from("screaming"), to: spell(next, "screaming", true) },
  ];
}

function oneWordTarget(old: Name, next: Name): string {
  const given = givenStyle(old);
  if (given === "pascal" || given === "screaming") return spell(next, given, true);
  return next.text;
}

/** The new name as given, brought to lower case as its own style has it. */
function lowerTarget(next: Name): string {
  const given = givenStyle(next);
  if (given === "pascal") return spell(next, "camel", true);
  if (given === "screaming" || given === "flatUpper") return spell(next, "snake", true);
  return next.text;
}

/** The style in which a name is written; undefined for a mixture such as `Foo_bar`. One lower-case word is camel, one capitalised word pascal. */
function givenStyle(name: Name): Style | undefined {
  return [...identifierStyles, ...proseStyles].find(
    (style) => spell(name, style, true) === name.text || spell(name, style, false) === name.text,
  );
}

/** `acronyms`: words in capitals of a name that has lower-case letters too keep their capitals (`parseHTTPRequest`). */
function spell(name: Name, style: Style, acronyms: boolean): string {
  const keeps = acronyms && name.text !== name.text.toUpperCase();
  const capital = (word: string): string => (keeps && isAcronym(word) ? word : capitalised(word));
  const lowered = name.words.map((word) => word.toLowerCase());
  const spelled = (words: readonly string[], between: string): string =>
    name.prefix + words.join(between) + name.suffix;
  switch (style) {
    case "camel":
      return spelled([lowered[0]!, ...name.words.slice(1).map(capital)], "");
    case "pascal":
      return spelled(name.words.map(capital), "");
    case "snake":
      return spelled(lowered, "_");
    case "screaming":
      return spelled(
        name.words.map((word) => word.toUpperCase()),
        "_",
      );
    case "kebab":
      return spelled(lowered, "-");
    case "dotted":
      return spelled(lowered, ".");
    case "spaced":
      return spelled(lowered, " ");
    case "titled":
      return spelled(name.words.map(capital), " ");
    case "flat":
      return spelled(lowered, "");
    case "flatUpper":
      return spelled(
        name.words.map((word) => word.toUpperCase()),
        "",
      );
  }
}

/** At least two capitals and no lower-case letter. */
function isAcronym(word: string): boolean {
  return /\p{Lu}.*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word);
}

function capitalised(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("").toLowerCase();
}
