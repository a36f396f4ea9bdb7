/** What of a rule object the parser library would refuse or, worse, take and never match: told at its place. */
import { compilePattern, type Pattern } from "../match/ast/pattern.ts";
import { findNodes, parseTree, type NodeMatcher } from "../match/ast/napi.ts";
import type { Language } from "../match/languages.ts";
import { nearestName } from "../model/nearest.ts";
import type { Strictness } from "../model/spec.ts";
import type { RuleObject } from "../schema/rule.ts";

export type Where = readonly (string | number)[];

/** Takes note of a mistake. */
export type Wrong = (where: Where, message: string, suggestion?: string) => void;

export interface RuleScope {
  readonly patterns: PatternCache;
  /** Names that `matches` may use. */
  readonly utilities: ReadonlySet<string>;
  readonly wrong: Wrong;
}

export function checkRuleObject(rule: RuleObject, where: Where, scope: RuleScope): void {
  const { patterns, utilities, wrong } = scope;
  const inside = (part: unknown, ...keys: (string | number)[]) =>
    checkRuleObject(part as RuleObject, [...where, ...keys], scope);
  if (rule["pattern"] !== undefined) {
    const refused = patterns.refusal(rule["pattern"]);
    if (refused !== undefined) wrong([...where, "pattern"], refused.message, refused.suggestion);
  }
  for (const key of ["kind", "regex", "nthChild", "range"]) {
    if (rule[key] === undefined || hasOfRule(rule[key])) continue;
    const refused = refusal(patterns.language, { rule: { all: [{ [key]: rule[key] }] } } as NodeMatcher);
    if (refused !== undefined) wrong([...where, key], refused);
  }
  for (const key of ["inside", "has", "precedes", "follows", "not"])
    if (rule[key] !== undefined) inside(rule[key], key);
  if (typeof rule["stopBy"] === "object") inside(rule["stopBy"], "stopBy");
  if (hasOfRule(rule["nthChild"]))
    inside((rule["nthChild"] as { readonly ofRule: unknown }).ofRule, "nthChild", "ofRule");
  for (const key of ["all", "any"])
    for (const [i, part] of ((rule[key] as readonly unknown[] | undefined) ?? []).entries()) inside(part, key, i);
  const matches = rule["matches"];
  if (typeof matches === "string" && !utilities.has(matches)) {
    const nearest = nearestName(matches, utilities);
    wrong([...where, "matches"], `there is no utility ${matches}`, nearest && `did you mean ${nearest}?`);
  } else if (typeof matches === "object") {
    for (const [name, given] of Object.entries(matches as Record<string, Record<string, unknown>>))
      for (const [argument, part] of Object.entries(given)) inside(part, "matches", name, argument);
  }
}

function hasOfRule(value: unknown): boolean {
  return typeof value === "object" && value !== null && "ofRule" in value;
}

/** Why the library refuses a matcher, in its last words; undefined where it takes it. */
export function refusal(language: Language, matcher: NodeMatcher): string | undefined {
  const root = parseTree(language.parser, "");
  const found = root === undefined ? [] : findNodes(root, matcher);
  if (typeof found !== "string") return undefined;
  const lines = found.split("\n").filter((line) => line.trim() !== "");
  return (lines.at(-1) ?? found).replace(/^\s*\|->/, "").replace(/\.$/, "");
}

/** The patterns of one rule, each compiled once. */
export class PatternCache {
  readonly language: Language;
  readonly #compiled = new Map<string, ReturnType<typeof compilePattern>>();

  constructor(language: Language) {
    this.language = language;
  }

  /** The pattern as `pattern:` gives it, text or object; undefined where it cannot be used. */
  get(given: unknown): Pattern | undefined {
    const compiled = this.#compile(given);
    return compiled.ok ? compiled.value : undefined;
  }

  refusal(given: unknown): { readonly message: string; readonly suggestion?: string | undefined } | undefined {
    const compiled = this.#compile(given);
    return compiled.ok ? undefined : compiled.problem;
  }

  #compile(given: unknown): ReturnType<typeof compilePattern> {
    const key = JSON.stringify(given);
    let compiled = this.#compiled.get(key);
    if (compiled === undefined) {
      const parts = typeof given === "string" ? { context: given } : (given as PatternObject);
      compiled = compilePattern(this.language, parts);
      this.#compiled.set(key, compiled);
    }
    return compiled;
  }
}

interface PatternObject {
  readonly context: string;
  readonly selector?: string;
  readonly strictness?: Strictness;
}
