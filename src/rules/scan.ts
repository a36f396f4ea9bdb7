/** What the structural rules of a run find in one file. Each language of the file is parsed once, whatever the number of rules. */
import { tooDeep, unparsable } from "../match/ast/problems.ts";
import { byteRange, inOrder, type StructuralMatch } from "../match/ast/matches.ts";
import { parseTree } from "../match/ast/napi.ts";
import { regionsOf } from "../match/ast/regions.ts";
import type { SourceText } from "../match/ast/source.ts";
import type { Language } from "../match/languages.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { CodeRule } from "./code-rule.ts";
import { reachOf } from "./fix.ts";
import { findTogether } from "./together.ts";

export interface IndexedRule {
  /** The rule's place in the run. */
  readonly index: number;
  readonly code: CodeRule;
}

export interface CodeMatch extends StructuralMatch {
  readonly rule: IndexedRule;
  /** Where the matched node itself starts; a fix may reach further. */
  readonly at: number;
}

/** All matches, those of one rule in order and without two of one range. */
export function scanCode(
  rules: readonly IndexedRule[],
  source: SourceText,
  path: string,
  host: Language | undefined,
): Result<readonly CodeMatch[]> {
  const matches: CodeMatch[] = [];
  for (const [language, group] of Map.groupBy(rules, (rule) => rule.code.language)) {
    const regions = regionsOf(source, host, language);
    if (regions === undefined) return failure(unparsable(path, host?.name ?? language.name));
    const codes = group.map((rule) => rule.code);
    const found = group.map((): CodeMatch[] => []);
    for (const { start, end } of regions) {
      const root = parseTree(language.parser, source.text.slice(start, end));
      if (root === undefined) return failure(unparsable(path, language.name));
      const together = findTogether(codes, root, source, start);
      if (together === "too deep") return failure(tooDeep(path, language.name));
      if (together === "refused") return failure(unparsable(path, language.name));
      for (const [i, rule] of group.entries())
        for (const match of together[i]!) found[i]!.push(codeMatch(rule, match, source));
    }
    for (const one of found) for (const match of inOrder(one)) matches.push(match);
  }
  return success(matches);
}

function codeMatch(rule: IndexedRule, match: StructuralMatch, source: SourceText): CodeMatch {
  const { fix } = rule.code;
  if (fix?.expandStart === undefined && fix?.expandEnd === undefined) return { ...match, rule, at: match.start };
  const { first, last } = reachOf(fix, match.node);
  return { ...match, ...byteRange(first, last, source, match.base), rule, at: match.start };
}
