/**
 * Utilities that rules refer to by `matches`: the rule's own, then those of the project for its language.
 *
 * Calls with arguments (`matches: { wrap: { BODY: … } }` for a utility `wrap(BODY)`) are written out before the parser
 * library sees them, as it knows none.
 */
import type { RuleObject } from "../schema/rule.ts";
import { bindsOwn, standingAlone, type Exposed, type SharedUtility } from "./shared-utility.ts";
import { mostParts, namesReached, sizes, tooMany, written, type Scope, type Template } from "./write-out.ts";

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
