/** Utilities of a project, whose variables and constraints are their own, as rules of one set of variables. */
import type { RuleObject } from "../schema/rule.ts";

/** A utility of the project. Its variables are its own: they need not agree with those of the rule that refers to it. */
export interface SharedUtility {
  readonly rule: RuleObject;
  readonly constraints: Readonly<Record<string, RuleObject>>;
  /** Utilities with the same variables have the same number. */
  readonly scope: number;
}

/** What a rule says of variables that its own patterns do not bind, but a shared utility may. */
export interface Exposed {
  /** They keep their names. */
  readonly names: ReadonlySet<string>;
  /** The constraints of the rule replace those of the utility. */
  readonly constrained: ReadonlySet<string>;
}

/**
 * A utility with names of its own for its variables. What it demands of nodes within its match is a part of its rule then;
 * what it demands of others is left to the whole match, since looking for them from each node costs the whole file each time.
 */
export function standingAlone(
  { rule, constraints }: SharedUtility,
  { names, constrained }: Exposed,
  suffix: string,
): Pick<SharedUtility, "rule" | "constraints"> {
  const ownName = (name: string) => (names.has(name) ? name : `${name}_U${suffix}`);
  const rename = (text: string) =>
    text.replace(variable, (written, name: string) => written.slice(0, -name.length) + ownName(name));
  const renamed = <Part>(part: Part): Part => {
    if (Array.isArray(part)) return part.map(renamed) as Part;
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        if (key !== "pattern") return [key, renamed(value)];
        return [
          key,
          typeof value === "string" ? rename(value) : { ...value, context: rename(value.context as string) },
        ];
      }),
    ) as Part;
  };
  const within = variablesIn(withoutSurroundings(rule));
  const demands = Object.entries(constraints).filter(([name]) => !constrained.has(name));
  const inner = demands.filter(([name]) => within.has(name));
  const outer = demands.filter(([name]) => !within.has(name)).map(([name, wanted]) => [ownName(name), renamed(wanted)]);
  return {
    rule: renamed(inner.reduce((part, [name, wanted]) => demanding(part, name, wanted), rule)),
    constraints: Object.fromEntries(outer) as SharedUtility["constraints"],
  };
}

/** Whether a utility has variables that a reference to it must not share with another one. */
export function bindsOwn(utility: SharedUtility | undefined, { names }: Exposed): boolean {
  return utility !== undefined && !namesIn(utility.rule).isSubsetOf(names);
}

/** A rule with what is demanded of a variable, wherever it captures it: of alternatives, some may not. */
function demanding(rule: RuleObject, name: string, wanted: RuleObject): RuleObject {
  const written = variablesIn(withoutSurroundings(rule)).get(name);
  if (written === undefined || written.startsWith("$$$")) return rule;
  for (const key of ["any", "all"]) {
    const { [key]: parts, ...rest } = rule;
    if (parts === undefined || variablesIn(withoutSurroundings(rest)).has(name)) continue;
    return { ...rule, [key]: (parts as readonly RuleObject[]).map((part) => demanding(part, name, wanted)) };
  }
  return { all: [rule, captured(written, wanted)] };
}

/** What a rule says of a node and of those in it, what it rules out aside: that captures nothing. */
function withoutSurroundings(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutSurroundings);
  if (typeof part !== "object" || part === null) return part;
  const { inside: _inside, precedes: _precedes, follows: _follows, not: _not, ...rest } = part as RuleObject;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, withoutSurroundings(value)]));
}

const variable = /\$+(?!_)([A-Z][A-Z0-9_]*)/g;

/** What a variable of one node captured, the node itself or one in it, matches a rule. */
function captured(pattern: string, rule: RuleObject): RuleObject {
  const same = { all: [{ pattern }, rule] };
  return { any: [same, { has: { ...same, stopBy: "end" } }] };
}

/** The variables that a part of a document names. */
export function namesIn(part: unknown): ReadonlySet<string> {
  return new Set(variablesIn(part).keys());
}

/** By name, as they are written: `$A` takes a named node, `$$A` also a token, `$$$A` several nodes, of which no constraint holds. */
function variablesIn(part: unknown): ReadonlyMap<string, string> {
  return new Map(Array.from((JSON.stringify(part) ?? "").matchAll(variable), ([written, name]) => [name!, written]));
}
