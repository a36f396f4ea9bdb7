/** The cases of ast-grep's `convert`, word by word as it splits them. */
import type { Case, Separator } from "../schema/rule.ts";

export function convertCase(text: string, to: Case, separatedBy: readonly Separator[] | undefined): string {
  switch (to) {
    case "lowerCase":
      return text.toLowerCase();
    case "upperCase":
      return text.toUpperCase();
    case "capitalize":
      return capitalized(text);
    case "camelCase":
      return wordsOf(text, separatedBy)
        .map((word, i) => (i === 0 ? word.toLowerCase() : capitalized(word)))
        .join("");
    case "pascalCase":
      return wordsOf(text, separatedBy).map(capitalized).join("");
    case "snakeCase":
      return lowered(wordsOf(text, separatedBy)).join("_");
    case "kebabCase":
      return lowered(wordsOf(text, separatedBy)).join("-");
    default:
      return to satisfies never;
  }
}

const characters: Readonly<Record<Exclude<Separator, "caseChange">, string>> = {
  dash: "-",
  dot: ".",
  slash: "/",
  space: " ",
  underscore: "_",
};

/** Splits at the separators, all of them unless some are named; a change of case splits `XMLHttp` before `Http` and `B2b` before `2`. */
function wordsOf(text: string, separatedBy: readonly Separator[] | undefined): readonly string[] {
  const named = separatedBy ?? (["caseChange", ...Object.keys(characters)] as Separator[]);
  const marks = named.map((name) => (name === "caseChange" ? "" : characters[name])).join("");
  const parts = marks === "" ? [text] : text.split(new RegExp(`[${marks.replace(/[-.\\/]/g, "\\$&")}]`));
  const words = named.includes("caseChange") ? parts.flatMap(splitAtCaseChanges) : parts;
  return words.filter((word) => word !== "");
}

function splitAtCaseChanges(text: string): readonly string[] {
  return text.split(/(?<=\p{Lowercase})(?=\p{Uppercase})|(?<=\P{Lowercase})(?=\P{Lowercase}\p{Lowercase})/u);
}

function capitalized(word: string): string {
  const [first = ""] = word;
  return first.toUpperCase() + word.slice(first.length);
}

function lowered(words: readonly string[]): readonly string[] {
  return words.map((word) => word.toLowerCase());
}
