/** What a text must hold for a rule to have a match in it: words, all of them or some. Sound and never complete. */
import { needleOf, type Needle, type Word } from "../match/ast/words.ts";
import type { RuleObject } from "../schema/rule.ts";

export type Requirement =
  | { readonly kind: "word"; readonly word: Needle }
  | { readonly kind: "all"; readonly of: readonly Requirement[] }
  | { readonly kind: "any"; readonly of: readonly Requirement[] };

/** Nothing is needed. */
export const nothingNeeded: Requirement = { kind: "all", of: [] };

function wordsNeeded(words: readonly Word[]): Requirement {
  // The library tells rules what matches, and in broken code it minds no places.
  const needles = words.flatMap(({ text, closed }) => needleOf({ text, closed }) ?? []);
  return { kind: "all", of: needles.map((word) => ({ kind: "word", word })) };
}

export function textNeeded(text: string): Requirement {
  return wordsNeeded([{ text, closed: false }]);
}

export interface WordSources {
  /** The text in question: the whole file, or that of the node that matches. */
  readonly place: "file" | "node";
  readonly pattern: (given: unknown) => readonly Word[];
  readonly regex: (source: string) => Requirement;
  /** The rule of a name. */
  readonly utility: (name: string) => RuleObject | undefined;
}

export function requirementOf(rule: RuleObject, sources: WordSources): Requirement {
  const seen = new Set<string>();
  const of = (object: RuleObject): Requirement => {
    const needs: Requirement[] = [];
    if (object["pattern"] !== undefined) needs.push(wordsNeeded(sources.pattern(object["pattern"])));
    if (typeof object["regex"] === "string") needs.push(sources.regex(object["regex"]));
    for (const key of sources.place === "node" ? ["has"] : ["inside", "has", "precedes", "follows"])
      if (object[key] !== undefined) needs.push(of(object[key] as RuleObject));
    for (const part of (object["all"] as readonly RuleObject[] | undefined) ?? []) needs.push(of(part));
    const any = object["any"] as readonly RuleObject[] | undefined;
    if (any !== undefined) needs.push({ kind: "any", of: any.map(of) });
    const name = object["matches"];
    if (typeof name === "string" && !seen.has(name)) {
      seen.add(name);
      const found = sources.utility(name);
      if (found !== undefined) needs.push(of(found));
      seen.delete(name);
    }
    return { kind: "all", of: needs };
  };
  return of(rule);
}

/** Whether the requirement holds, given which words stand in the text. */
export function isMet(requirement: Requirement, holds: (word: Needle) => boolean): boolean {
  switch (requirement.kind) {
    case "word":
      return holds(requirement.word);
    case "all":
      return requirement.of.every((part) => isMet(part, holds));
    case "any":
      return requirement.of.some((part) => isMet(part, holds));
    default:
      return requirement satisfies never;
  }
}

/** How many words a requirement names. */
export function wordCount(requirement: Requirement): number {
  if (requirement.kind === "word") return 1;
  return requirement.of.reduce((sum, part) => sum + wordCount(part), 0);
}
