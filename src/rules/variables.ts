/** Which variables a rule binds: those of its patterns, wherever they must have matched. What only a `not` binds is unbound. */
import type { RuleObject } from "../schema/rule.ts";

export interface Bound {
  readonly names: Set<string>;
  /** Some variable may be bound twice, so that captures are compared. */
  readonly compares: boolean;
}

/** `variablesOf` gives the variables of a pattern, `utility` the rule of a name. */
export function boundVariables(
  rule: RuleObject,
  variablesOf: (pattern: unknown) => { readonly variables: Iterable<string>; readonly compares: boolean } | undefined,
  utility: (name: string) => RuleObject | undefined,
): Bound {
  const bound = new Set<string>();
  let compares = false;
  const seen = new Set<string>();
  const waiting = [rule];
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object["pattern"] !== undefined) {
      const pattern = variablesOf(object["pattern"]);
      compares ||= pattern?.compares === true;
      for (const name of pattern?.variables ?? []) {
        compares ||= bound.has(name);
        bound.add(name);
      }
    }
    for (const key of ["inside", "has", "precedes", "follows"])
      if (object[key] !== undefined) waiting.push(object[key] as RuleObject);
    for (const key of ["all", "any"]) waiting.push(...((object[key] as readonly RuleObject[] | undefined) ?? []));
    const matches = object["matches"];
    if (typeof matches === "string" && !seen.has(matches)) {
      seen.add(matches);
      const found = utility(matches);
      if (found !== undefined) waiting.push(found);
    }
  }
  return { names: bound, compares };
}
