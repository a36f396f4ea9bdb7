/** What a node must be for a rule to match it, as far as that can be told without the parser library. Sound and never complete. */
import type { NodeMatcher } from "../match/ast/napi.ts";
import type { Pattern } from "../match/ast/pattern.ts";
import type { RuleObject } from "../schema/rule.ts";
import { requirementOf, type Requirement, type WordSources } from "./requirement.ts";

export interface Sign {
  /** The kind of every node that matches; undefined where they are of several. */
  readonly kind: string | undefined;
  /** What stands in the text of every node that matches. */
  readonly words: Requirement;
  /**
   * What the rule object finds as one of several alternatives: `exactly` what the rule matches, or nodes among which its
   * matches are (`loosely`), since constraints belong to a whole matcher. One that needs utilities cannot be such a one.
   */
  readonly joins: "exactly" | "loosely" | "never";
}

export interface SignSources extends Pick<WordSources, "regex"> {
  readonly pattern: (given: unknown) => Pattern | undefined;
}

/** What the variables that mark nodes begin with. */
export const markPrefix = "SWATH_RULE_";

/** `matcher` is the rule as the parser library takes it. */
export function signOf(matcher: NodeMatcher, variables: ReadonlySet<string>, { pattern, regex }: SignSources): Sign {
  const rule = matcher.rule as RuleObject;
  const words = requirementOf(rule, {
    place: "node",
    pattern: (given) => pattern(given)?.words ?? [],
    regex,
    utility: () => undefined,
  });
  const taken = [...variables].some((name) => name.startsWith(markPrefix));
  const alone = matcher.utils !== undefined || taken || readsByText(rule);
  const joins = alone ? "never" : matcher.constraints === undefined ? "exactly" : "loosely";
  return { kind: kindOf(rule, pattern), words, joins };
}

function kindOf(rule: RuleObject, pattern: SignSources["pattern"]): string | undefined {
  const { kind, all, any } = rule;
  if (typeof kind === "string" && /^\w+$/.test(kind)) return kind;
  const ofPattern = rule["pattern"] === undefined ? undefined : pattern(rule["pattern"])?.kind;
  if (ofPattern !== undefined) return ofPattern;
  for (const part of (all as readonly RuleObject[] | undefined) ?? []) {
    const found = kindOf(part, pattern);
    if (found !== undefined) return found;
  }
  const kinds = new Set(((any as readonly RuleObject[] | undefined) ?? []).map((part) => kindOf(part, pattern)));
  return kinds.size === 1 ? [...kinds][0] : undefined;
}

/** Patterns that are compared by their text alone match nodes of kinds that the library leaves out only at the top. */
function readsByText(rule: unknown): boolean {
  if (typeof rule !== "object" || rule === null) return false;
  if ((rule as { readonly strictness?: unknown }).strictness === "template") return true;
  return Object.values(rule).some(readsByText);
}
