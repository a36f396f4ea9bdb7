/** Utilities of a project that rules of any of its files refer to, by language. */
import { findLanguage, type Language } from "../match/languages.ts";
import type { RuleObject } from "../schema/rule.ts";
import { checkUtility } from "../schema/rule-check.ts";
import { placed, type PlacedMistake, type RuleDocumentText } from "./documents.ts";

export class SharedUtilities {
  readonly #byLanguage = new Map<string, Map<string, RuleObject>>();

  add(document: RuleDocumentText, path: string): readonly PlacedMistake[] {
    const checked = checkUtility(document.value);
    if (!checked.ok) return checked.mistakes.map((mistake) => placed(mistake, document, path));
    const { id, language: name, rule, constraints, utils = {} } = checked.value;
    const language = findLanguage(name);
    if (!language.ok) {
      const { message, suggestion } = language.problem;
      return [placed({ at: ["language"], message, ...(suggestion && { suggestion }) }, document, path)];
    }
    if (constraints !== undefined)
      return [
        placed(
          { at: ["constraints"], key: true, message: "a utility of the project takes no constraints" },
          document,
          path,
        ),
      ];
    const known = this.#byLanguage.get(language.value.name) ?? new Map<string, RuleObject>();
    this.#byLanguage.set(language.value.name, known.set(id, rule));
    for (const [own, part] of Object.entries(utils)) if (!known.has(own)) known.set(own, part);
    return [];
  }

  of(language: Language): ReadonlyMap<string, RuleObject> {
    return this.#byLanguage.get(language.name) ?? new Map();
  }
}
