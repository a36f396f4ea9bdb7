/** Options that rule files give to the runs of their rules. */
import type { GivenOptions } from "../model/options.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { checkDefaults, isDefaults } from "../schema/rule-check.ts";
import { documentsOf, mistakesProblem, placed, type PlacedMistake, type RuleDocumentText } from "./documents.ts";

/** The options that a set of rule files gives to its runs; of two files that disagree the later one counts. */
export function ruleDefaults(sources: readonly RuleSource[]): Result<GivenOptions> {
  const mistakes: PlacedMistake[] = [];
  const given = sources
    .filter((source) => source.config !== true && source.utils !== true)
    .map((source) => defaultsOf(documentsOf(source).documents, source.path, mistakes));
  return mistakes.length > 0
    ? failure(mistakesProblem(mistakes))
    : success(Object.assign({}, ...given) as GivenOptions);
}

/** Those of one file. */
export function defaultsOf(
  documents: readonly RuleDocumentText[],
  path: string,
  mistakes: PlacedMistake[],
): GivenOptions {
  const all: GivenOptions[] = [];
  for (const document of documents) {
    if (!isDefaults(document.value)) continue;
    const checked = checkDefaults(document.value);
    if (checked.ok) all.push(checked.value);
    else mistakes.push(...checked.mistakes.map((mistake) => placed(mistake, document, path)));
  }
  return Object.assign({}, ...all) as GivenOptions;
}
