/**
 * A structural rule, ready to run: the matcher for the parser library, and what the library leaves out (fix,
 * transformations, rewriters). Every mistake of a document is told, not only the first.
 */
import { boundKey, written } from "../match/ast/metavariable.ts";
import type { NodeMatcher } from "../match/ast/napi.ts";
import type { Language } from "../match/languages.ts";
import { nearestName } from "../model/nearest.ts";
import type { RuleCore, RuleObject, StructuralRuleDocument } from "../schema/rule.ts";
import { compileFix, type Fix } from "./fix.ts";
import { wordsOfRustRegex } from "./regex-words.ts";
import { requirementOf, type Requirement } from "./requirement.ts";
import { checkRuleObject, PatternCache, refusal, type Where, type Wrong } from "./rule-check.ts";
import { signOf, type Sign } from "./sign.ts";
import { compileTransform, inOrderOfNeed, type Transform } from "./transform.ts";
import { namesIn, type Exposed, type SharedUtility } from "./shared-utility.ts";
import { utilitiesOf, type Utilities } from "./utilities.ts";
import { boundVariables } from "./variables.ts";

export interface CodeRule {
  readonly id: string;
  readonly language: Language;
  readonly matcher: NodeMatcher;
  /** What a file must hold. */
  readonly requirement: Requirement;
  /** What a node must be. */
  readonly sign: Sign;
  readonly variables: ReadonlySet<string>;
  /** Some variable may be bound twice, so that captures are compared. */
  readonly compares: boolean;
  /** Finds whatever the rule finds and compares nothing; absent where captures may be compared outside of what that finds. */
  readonly loose: NodeMatcher | undefined;
  readonly transforms: readonly Transform[];
  readonly fix: Fix | undefined;
  /** Those of the rule; a rewriter sees the same. */
  readonly rewriters: ReadonlyMap<string, CodeRule>;
  /** The text of the pattern, where the rule is one pattern alone. */
  readonly pattern: string | undefined;
}

export type CodeRuleSource = RuleCore & Pick<StructuralRuleDocument, "rewriters" | "labels">;

export interface CodeRuleContext {
  readonly language: Language;
  /** Utilities of the project for this language, by their ids. */
  readonly shared: ReadonlyMap<string, SharedUtility>;
  readonly wrong: Wrong;
  /** Told instead of `wrong` where a fix uses a variable that nothing binds. */
  readonly unbound: Wrong;
}

/** The rule, or undefined once its mistakes have been told. */
export function compileCodeRule(id: string, source: CodeRuleSource, context: CodeRuleContext): CodeRule | undefined {
  const names = new Set((source.rewriters ?? []).map((rewriter) => rewriter.id));
  return compileCore(id, source, context, { rewriters: new Map(), names, enclosing: new Set() });
}

interface Surroundings {
  readonly rewriters: Map<string, CodeRule>;
  /** The ids of all rewriters, those that are not compiled yet too. */
  readonly names: ReadonlySet<string>;
  /** Variables of the rule around a rewriter. */
  readonly enclosing: ReadonlySet<string>;
}

function compileCore(
  id: string,
  source: CodeRuleSource,
  context: CodeRuleContext,
  { rewriters, names, enclosing }: Surroundings,
): CodeRule | undefined {
  let sound = true;
  const noting =
    (tell: Wrong): Wrong =>
    (...mistake) => {
      sound = false;
      tell(...mistake);
    };
  const wrong = noting(context.wrong);
  const utilities = utilitiesOf(source.utils ?? {}, context.shared, exposedBy(source));
  if (typeof utilities === "string") {
    wrong(["utils"], utilities);
    return undefined;
  }
  const patterns = new PatternCache(context.language);
  checkParts(source, { patterns, utilities, wrong });
  const matching = sound ? compileMatching(source, { patterns, utilities, wrong }, context.language) : undefined;
  if (matching === undefined) {
    compileTransforms(source, undefined, names, wrong);
    return undefined;
  }
  const known = new Set([...matching.variables, ...enclosing]);
  for (const [i, rewriter] of (source.rewriters ?? []).entries()) {
    const under: Where = ["rewriters", i];
    const inner = { ...context, wrong: below(wrong, under), unbound: below(noting(context.unbound), under) };
    const compiled = compileCore(rewriter.id, rewriter, inner, { rewriters, names, enclosing: known });
    if (compiled !== undefined && compiled.fix === undefined) wrong(under, `the rewriter ${rewriter.id} has no fix`);
    if (compiled !== undefined) rewriters.set(rewriter.id, compiled);
  }
  for (const name of Object.keys(source.labels ?? {}))
    if (boundKey(name, matching.variables) === undefined)
      wrong(
        ["labels", name],
        `the label is on $${name}, which the rule does not bind`,
        meant(name, matching.variables),
      );
  const transforms = compileTransforms(source, known, names, wrong);
  const bound = new Set([...known, ...Object.keys(source.transform ?? {})]);
  const { language } = context;
  const pattern = JSON.stringify([source.rule, source.constraints, source.utils]);
  const fix = compileFix(id, source.fix, {
    language,
    utilities,
    bound,
    pattern,
    wrong,
    unbound: noting(context.unbound),
  });
  return sound ? { id, language, ...matching, transforms, fix, rewriters } : undefined;
}

function exposedBy({ rule, utils, ...rest }: CodeRuleSource): Exposed {
  const own = namesIn([rule, utils]);
  const constrained = new Set(Object.keys(rest.constraints ?? {})).difference(own);
  return { names: namesIn(rest).difference(own).union(constrained), constrained };
}

function below(tell: Wrong, under: Where): Wrong {
  return (where, ...rest) => tell([...under, ...where], ...rest);
}

interface Scope {
  readonly patterns: PatternCache;
  readonly utilities: Utilities;
  readonly wrong: Wrong;
}

function checkParts(source: RuleCore, { patterns, utilities, wrong }: Scope): void {
  const names = new Set(Object.keys(utilities.rules));
  const scope = { patterns, utilities: names, wrong };
  checkRuleObject(source.rule, ["rule"], scope);
  for (const [name, rule] of Object.entries(source.constraints ?? {}))
    checkRuleObject(rule, ["constraints", name], scope);
  for (const [signature, rule] of Object.entries(source.utils ?? {})) {
    const parameters = (/\(([^()]*)\)/.exec(signature)?.[1] ?? "").split(",").map((name) => name.trim());
    checkRuleObject(rule, ["utils", signature], { ...scope, utilities: new Set([...names, ...parameters]) });
  }
}

/** What the library matches by, with every call of a utility written out. */
function compileMatching(
  source: RuleCore,
  { patterns, utilities, wrong }: Scope,
  language: Language,
): Pick<CodeRule, "matcher" | "requirement" | "sign" | "variables" | "compares" | "loose" | "pattern"> | undefined {
  const utility = (name: string) => utilities.rules[name];
  const bindings = (rule: RuleObject) => boundVariables(rule, (pattern) => patterns.get(pattern), utility);
  const rule = utilities.resolve(source.rule);
  if (typeof rule === "string") {
    wrong(["rule"], rule);
    return undefined;
  }
  const bound = bindings(rule);
  const variables = bound.names;
  let { compares } = bound;
  const constraints: Record<string, RuleObject> = {};
  for (const [name, given] of Object.entries(utilities.constraintsOf(rule)))
    if (boundKey(name, variables) !== undefined) constraints[name] = given;
  for (const [name, given] of Object.entries(source.constraints ?? {})) {
    const constraint = utilities.resolve(given);
    if (typeof constraint === "string") wrong(["constraints", name], constraint);
    else if (boundKey(name, variables) !== undefined) constraints[name] = constraint;
    else
      wrong(
        ["constraints", name],
        `the constraint is on $${name}, which the rule does not bind`,
        meant(name, variables),
      );
  }
  for (const constraint of Object.values(constraints)) {
    const more = bindings(constraint);
    compares ||= more.compares || [...more.names].some((name) => variables.has(name));
    for (const name of more.names) variables.add(name);
  }
  const constrained = { rule, ...(Object.keys(constraints).length > 0 && { constraints }) };
  const refused = refusal(language, matcherOf(constrained, utilities.rules));
  if (refused !== undefined) {
    wrong(["rule"], refused);
    return undefined;
  }
  const used = utilities.reached([rule, ...Object.values(constraints)]);
  const matcher = matcherOf(constrained, used);
  return {
    matcher,
    requirement: requirementOf(rule, {
      place: "file",
      pattern: (given) => patterns.get(given)?.words ?? [],
      regex: wordsOfRustRegex,
      utility,
    }),
    sign: signOf(matcher, variables, { pattern: (given) => patterns.get(given), regex: wordsOfRustRegex }),
    variables,
    compares,
    loose: looseOf(rule, constraints, patterns),
    pattern: typeof rule["pattern"] === "string" && Object.keys(rule).length === 1 ? rule["pattern"] : undefined,
  };
}

function looseOf(
  { pattern, ...rest }: RuleObject,
  constraints: Readonly<Record<string, RuleObject>>,
  patterns: PatternCache,
): NodeMatcher | undefined {
  return pattern === undefined || mayBind([rest, constraints]) ? undefined : patterns.get(pattern)?.loose;
}

function mayBind(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return "pattern" in part || "matches" in part || Object.values(part).some(mayBind);
}

function matcherOf(
  constrained: { readonly rule: RuleObject },
  utils: Readonly<Record<string, RuleObject>>,
): NodeMatcher {
  return { ...constrained, ...(Object.keys(utils).length > 0 && { utils }) } as NodeMatcher;
}

/** `known` are the variables that may be started from; undefined where that is not known. */
function compileTransforms(
  source: RuleCore,
  known: ReadonlySet<string> | undefined,
  rewriters: ReadonlySet<string>,
  wrong: Wrong,
): readonly Transform[] {
  const transforms: Transform[] = [];
  const names = new Set([...(known ?? []), ...Object.keys(source.transform ?? {})]);
  for (const [name, given] of Object.entries(source.transform ?? {})) {
    const compiled = compileTransform(name, given);
    if (typeof compiled === "string") {
      wrong(["transform", name], compiled);
      continue;
    }
    const { source: start } = compiled;
    const key = boundKey(start, names);
    transforms.push({ ...compiled, source: key ?? start });
    if (known !== undefined && key === undefined)
      wrong(["transform", name], `it starts from ${written(start)}, which nothing binds`, meant(start, names));
    const missing =
      compiled.step.kind === "rewrite" ? compiled.step.rewriters.find((id) => !rewriters.has(id)) : undefined;
    if (missing !== undefined) wrong(["transform", name], `there is no rewriter ${missing}`, near(missing, rewriters));
  }
  const ordered = inOrderOfNeed(transforms);
  if (typeof ordered !== "string") return ordered;
  wrong(["transform", ordered], `$${ordered} starts from itself`);
  return [];
}

function meant(name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `did you mean ${written(nearest)}?`;
}

function near(name: string, known: Iterable<string>): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `did you mean ${nearest}?`;
}
