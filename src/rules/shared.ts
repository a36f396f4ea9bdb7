/** Utilities of a project that rules of any of its files refer to, by language. */
import { findLanguage, type Language } from "../match/languages.ts";
import type { RuleObject } from "../schema/rule.ts";
import { checkUtility } from "../schema/rule-check.ts";
import { placed, type PlacedMistake, type RuleDocumentText } from "./documents.ts";
import { checkRuleObject, PatternCache, type Where } from "./rule-check.ts";
import type { SharedUtility } from "./shared-utility.ts";

interface Added {
  readonly id: string;
  readonly language: Language;
  readonly rule: RuleObject;
  readonly constraints: Readonly<Record<string, RuleObject>>;
  readonly utils: Readonly<Record<string, RuleObject>>;
  readonly document: RuleDocumentText;
  readonly path: string;
}

export class SharedUtilities {
  readonly #added: Added[] = [];

  /** The mistakes that can be told before all utilities are known. */
  add(document: RuleDocumentText, path: string): readonly PlacedMistake[] {
    const checked = checkUtility(document.value);
    if (!checked.ok) {
      this.#addRefused(document, path);
      return checked.mistakes.map((mistake) => placed(mistake, document, path));
    }
    const { id, language: name, rule, constraints = {}, utils = {} } = checked.value;
    const language = findLanguage(name);
    if (language.ok) {
      this.#added.push({ id, language: language.value, rule, constraints, utils, document, path });
      return [];
    }
    const { message, suggestion } = language.problem;
    return [placed({ at: ["language"], message, ...(suggestion && { suggestion }) }, document, path)];
  }

  /** One with mistakes matches whatever there is, so that those who refer to it are not told that it is missing. */
  #addRefused(document: RuleDocumentText, path: string): void {
    const { id, language: name } = Object(document.value) as Record<string, unknown>;
    const language = typeof name === "string" ? findLanguage(name) : undefined;
    if (typeof id !== "string" || language?.ok !== true) return;
    const any = { rule: { regex: "" }, constraints: {}, utils: {} };
    this.#added.push({ id, language: language.value, ...any, document, path });
  }

  /** The mistakes in what the utilities match. */
  check(): readonly PlacedMistake[] {
    const mistakes: PlacedMistake[] = [];
    for (const { language, rule, constraints, utils, document, path } of this.#added) {
      const wrong = (at: Where, message: string, suggestion?: string) =>
        void mistakes.push(placed({ at, message, ...(suggestion && { suggestion }) }, document, path));
      const names = new Set([...this.of(language).keys()].map((name) => name.replace(/\(.*/, "").trim()));
      const scope = { patterns: new PatternCache(language), utilities: names, wrong };
      checkRuleObject(rule, ["rule"], scope);
      for (const [name, part] of Object.entries(constraints)) checkRuleObject(part, ["constraints", name], scope);
      for (const [name, part] of Object.entries(utils)) checkRuleObject(part, ["utils", name], scope);
    }
    return mistakes;
  }

  /** Those of a language by name, their own utilities too. */
  of(language: Language): ReadonlyMap<string, SharedUtility> {
    const known = new Map<string, SharedUtility>();
    for (const [scope, { id, rule, constraints, utils, language: own }] of this.#added.entries()) {
      if (own.name !== language.name) continue;
      for (const [name, part] of Object.entries(utils))
        if (!known.has(name)) known.set(name, { rule: part, constraints: {}, scope });
      known.set(id, { rule, constraints, scope });
    }
    return known;
  }
}
