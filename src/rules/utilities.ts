/**
 * Utilities that rules refer to by `matches`: the rule's own, then those of the project for its language.
 *
 * Calls with arguments (`matches: { wrap: { BODY: … } }` for a utility `wrap(BODY)`) are written out before the parser
 * library sees them, as it knows none.
 */
import type { RuleObject } from "../schema/rule.ts";

export interface Utilities {
  /** As the parser library takes them. */
  readonly rules: Readonly<Record<string, RuleObject>>;
  /** A rule with all calls written out; a message where one cannot be. */
  resolve(rule: RuleObject): RuleObject | string;
  /** Those that some rules come to refer to. */
  reached(rules: readonly RuleObject[]): Readonly<Record<string, RuleObject>>;
  /** What must hold of a whole match of a rule, by variable, since it refers to utilities that say so of what stands around. */
  constraintsOf(rule: RuleObject): Readonly<Record<string, RuleObject>>;
}

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

export function utilitiesOf(
  own: Readonly<Record<string, RuleObject>>,
  shared: ReadonlyMap<string, SharedUtility>,
  exposed: Exposed,
): Utilities | string {
  const plain: Record<string, RuleObject> = {};
  const templates = new Map<string, Template>();
  const alone = new Map(
    Array.from(shared, ([name, utility]) => [name, standingAlone(utility, exposed, `${utility.scope}`)]),
  );
  for (const [signature, rule] of [
    ...Array.from(alone, ([name, utility]) => [name, utility.rule] as const),
    ...Object.entries(own),
  ]) {
    const read = /^\s*([^()\s]+)\s*(?:\(([^()]*)\))?\s*$/.exec(signature);
    if (read === null) return `\`${signature}\` is no name of a utility`;
    const [, name, list] = read as unknown as [string, string, string | undefined];
    if (list === undefined) plain[name] = rule;
    else templates.set(name, { parameters: list.split(",").map((parameter) => parameter.trim()), rule });
  }
  const rules: Record<string, RuleObject> = {};
  const ownNames = new Set(Object.keys(own).map((signature) => signature.replace(/\(.*/s, "").trim()));
  const binds = ofThoseReached(plain, (name) => !ownNames.has(name) && bindsOwn(shared.get(name), exposed));
  let copies = 0;
  /** A reference to a copy of a utility that captures something of its own, so that it need not capture the same elsewhere. */
  const copied = (name: string, scope: Scope): RuleObject | string => {
    if (scope.copying === undefined || !binds(name)) return { matches: name };
    const utility = ownNames.has(name) ? undefined : shared.get(name);
    const variables = utility?.scope ?? name;
    const number = scope.copying.get(variables) ?? ++copies;
    const copy = `${name} ${number}`;
    if (rules[copy] !== undefined) return { matches: copy };
    const made = utility && standingAlone(utility, exposed, `${utility.scope}_${number}`);
    if (made !== undefined) alone.set(copy, made);
    const rule = made?.rule ?? plain[name]!;
    rules[copy] = rule;
    const copying = new Map(scope.copying).set(variables, number);
    const resolved = written(rule, { ...scope, parameters: new Map(), copying });
    if (typeof resolved === "string") return resolved;
    rules[copy] = resolved;
    return { matches: copy };
  };
  const writeOut = (rule: RuleObject, copying: Scope["copying"]) =>
    written(rule, {
      plain,
      templates,
      copied,
      copying,
      parameters: new Map(),
      depth: 0,
      budget: { left: mostParts },
    });
  for (const [name, rule] of Object.entries(plain)) {
    const resolved = writeOut(rule, undefined);
    if (typeof resolved === "string") return resolved;
    rules[name] = resolved;
  }
  const sizeOf = sizes(rules);
  for (const [name, rule] of Object.entries(rules))
    if (sizeOf(rule) > mostParts) return `the utility ${name} ${tooMany}`;
  const resolve = (rule: RuleObject) => {
    const resolved = writeOut(rule, new Map());
    return typeof resolved !== "string" && sizeOf(resolved) > mostParts ? `the rule ${tooMany}` : resolved;
  };
  const reached = (from: readonly RuleObject[]) =>
    Object.fromEntries([...namesReached(from, rules)].flatMap((name) => (rules[name] ? [[name, rules[name]]] : [])));
  const constraintsOf = (rule: RuleObject) =>
    Object.fromEntries(
      [...namesReached([rule], rules)].flatMap((name) =>
        name in own ? [] : Object.entries(alone.get(name)?.constraints ?? {}),
      ),
    );
  return { rules, resolve, reached, constraintsOf };
}

/**
 * A utility with names of its own for its variables. What it demands of nodes within its match is a part of its rule then;
 * what it demands of others is left to the whole match, since looking for them from each node costs the whole file each time.
 */
function standingAlone(
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

function bindsOwn(utility: SharedUtility | undefined, { names }: Exposed): boolean {
  return utility !== undefined && !namesIn(utility.rule).isSubsetOf(names);
}

/** Whether something holds of a utility or of one that it comes to refer to. */
function ofThoseReached(rules: Readonly<Record<string, RuleObject>>, holds: (name: string) => boolean) {
  const known = new Map<string, boolean>();
  return (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = [...namesReached([{ matches: name }], rules)].some(holds);
    known.set(name, answer);
    return answer;
  };
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

/**
 * Parts that a rule may have with all that it refers to. The parser library goes through them again for every node, and
 * a chain of utilities that each refer to the next one twice doubles with each link.
 */
const mostParts = 50_000;

const tooMany =
  `has more than ${mostParts} parts with the utilities it refers to: ` +
  "let each utility of a chain refer to the next one only once";

/** How many parts a rule has, those of a utility as often as it is referred to. */
function sizes(rules: Readonly<Record<string, RuleObject>>): (part: unknown) => number {
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
function namesReached(from: readonly RuleObject[], rules: Readonly<Record<string, RuleObject>>): ReadonlySet<string> {
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

interface Template {
  readonly parameters: readonly string[];
  readonly rule: RuleObject;
}

interface Scope {
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

function written(rule: RuleObject, scope: Scope): RuleObject | string {
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
