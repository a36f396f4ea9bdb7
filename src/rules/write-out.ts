/** Writes out what a rule refers to where the parser library knows no such reference: calls with arguments, and copies. */
import type { RuleObject } from "../schema/rule.ts";

/**
 * Parts that a rule may have with all that it refers to. The parser library goes through them again for every node, and
 * a chain of utilities that each refer to the next one twice doubles with each link.
 */
export const mostParts = 50_000;

export const tooMany =
  `has more than ${mostParts} parts with the utilities it refers to: ` +
  "let each utility of a chain refer to the next one only once";

/** How many parts a rule has, those of a utility as often as it is referred to. */
export function sizes(rules: Readonly<Record<string, RuleObject>>): (part: unknown) => number {
  const known = new Map<object, number>();
  const sizeOf = (part: unknown): number => {
    if (typeof part !== "object" || part === null) return 0;
    const before = known.get(part);
    if (before !== undefined) return before;
    known.set(part, 0);
    const { matches } = part as RuleObject;
    let size = typeof matches === "string" ? 1 + sizeOf(rules[matches]) : 1;
    for (const value of Object.values(part)) size += sizeOf(value);
    known.set(part, size);
    return size;
  };
  return sizeOf;
}

/** The utilities that some rules and those they refer to refer to. */
export function namesReached(
  from: readonly RuleObject[],
  rules: Readonly<Record<string, RuleObject>>,
): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: unknown[] = [...from];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (typeof part !== "object" || part === null) continue;
    const { matches } = part as RuleObject;
    if (typeof matches === "string" && !names.has(matches)) {
      names.add(matches);
      waiting.push(rules[matches]);
    }
    waiting.push(...Object.values(part).filter((value) => value !== undefined));
  }
  return names;
}

export interface Template {
  readonly parameters: readonly string[];
  readonly rule: RuleObject;
}

export interface Scope {
  readonly plain: Readonly<Record<string, RuleObject>>;
  readonly templates: ReadonlyMap<string, Template>;
  /** What the parameters of the utility being written out stand for. */
  readonly parameters: ReadonlyMap<string, RuleObject>;
  readonly depth: number;
  readonly copied: (name: string, scope: Scope) => RuleObject | string;
  /**
   * The numbers of the copies around, by the scope of their utilities or the name of one of the rule's own; undefined where
   * references stay as they are.
   */
  readonly copying: ReadonlyMap<number | string, number> | undefined;
  /** Parts that may still be written out. */
  readonly budget: { left: number };
}

/** Utilities that call one another deeper than this are taken to call themselves. */
const deepest = 32;

export function written(rule: RuleObject, scope: Scope): RuleObject | string {
  if (scope.budget.left-- <= 0) return `the rule ${tooMany}`;
  const result: Record<string, unknown> = { ...rule };
  for (const key of ["inside", "has", "precedes", "follows", "not"]) {
    if (rule[key] === undefined) continue;
    const part = written(rule[key] as RuleObject, scope);
    if (typeof part === "string") return part;
    result[key] = part;
  }
  for (const key of ["all", "any"]) {
    if (rule[key] === undefined) continue;
    const parts: RuleObject[] = [];
    for (const item of rule[key] as readonly RuleObject[]) {
      const part = written(item, scope);
      if (typeof part === "string") return part;
      parts.push(part);
    }
    result[key] = parts;
  }
  const matches = rule["matches"];
  if (matches === undefined) return result;
  const called = typeof matches === "string" ? reference(matches, scope) : calls(matches as Calls, scope);
  if (typeof called === "string") return called;
  delete result["matches"];
  if (typeof called["matches"] === "string" && Object.keys(called).length === 1) return { ...result, ...called };
  return Object.keys(result).length === 0 ? called : { all: [result, called] };
}

type Calls = Readonly<Record<string, Readonly<Record<string, RuleObject>>>>;

/** What a name stands for: for what is bound to it, else for a utility that the library knows. */
function reference(name: string, scope: Scope): RuleObject | string {
  const { parameters, templates, plain } = scope;
  const bound = parameters.get(name);
  if (bound !== undefined) return bound;
  if (templates.has(name)) return `the utility ${name} needs arguments: ${templates.get(name)!.parameters.join(", ")}`;
  if (plain[name] === undefined) return `there is no utility ${name}`;
  return scope.copied(name, scope);
}

function calls(matches: Calls, scope: Scope): RuleObject | string {
  const parts: RuleObject[] = [];
  for (const [name, given] of Object.entries(matches)) {
    const template = scope.templates.get(name);
    if (template === undefined)
      return scope.plain[name] === undefined ? `there is no utility ${name}` : `the utility ${name} takes no arguments`;
    const odd = Object.keys(given).find((argument) => !template.parameters.includes(argument));
    if (odd !== undefined) return `the utility ${name} takes no argument ${odd}`;
    const missing = template.parameters.find((parameter) => given[parameter] === undefined);
    if (missing !== undefined) return `the utility ${name} needs the argument ${missing}`;
    if (scope.depth >= deepest) return `the utility ${name} calls itself`;
    const parameters = new Map<string, RuleObject>();
    for (const [argument, rule] of Object.entries(given)) {
      const part = written(rule, scope);
      if (typeof part === "string") return part;
      parameters.set(argument, part);
    }
    const part = written(template.rule, { ...scope, parameters, depth: scope.depth + 1 });
    if (typeof part === "string") return part;
    parts.push(part);
  }
  return parts.length === 1 ? parts[0]! : { all: parts };
}
