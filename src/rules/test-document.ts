/** Test documents of rules: ast-grep's lists of valid and invalid code, and pairs of text before and after. */
import { nearestName } from "../model/nearest.ts";
import type { Checked, Mistake } from "../schema/rule-check.ts";

export interface RuleTest {
  readonly id: string;
  /** Code that the rule must leave alone. */
  readonly valid: readonly string[];
  /** Code that the rule must find. */
  readonly invalid: readonly string[];
  readonly pairs: readonly Pair[];
}

interface Pair {
  readonly before: string;
  readonly after: string;
}

/** Whether a document of a rule file is a test and no rule. */
export function isTestDocument(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || Object.keys(value).some((key) => ruleKeys.has(key))) return false;
  return Object.entries(value).some(([key, part]) => testKeys.has(key) || isListOfPairs(part));
}

const testKeys = new Set(["valid", "invalid", "before", "after"]);
const ruleKeys = new Set(["rule", "regex", "literal", "rename", "replace", "fix"]);

/**
 * The mistakes where the document is no test. `before` and `after` are texts or lists of them; a list of mappings with
 * both, under whatever key, is a list of pairs.
 */
export function readTest(given: Record<string, unknown>): Checked<RuleTest> {
  const { id, valid, invalid, before, after, ...rest } = given;
  const mistakes: Mistake[] = [];
  if (typeof id !== "string") mistakes.push({ at: [], message: "a test needs the `id` of its rule" });
  for (const [key, part] of Object.entries(rest)) if (!isListOfPairs(part)) mistakes.push(unknownKey(key));
  const list = (key: string, value: unknown): readonly string[] => {
    const read = texts(value);
    if (read === undefined) mistakes.push({ at: [key], message: `\`${key}\` must be a list of texts` });
    return read ?? [];
  };
  const [code, wrong] = [list("valid", valid), list("invalid", invalid)];
  const [from, to] = [list("before", before), list("after", after)];
  if (from.length !== to.length) mistakes.push({ at: ["before"], message: "each `before` needs an `after`" });
  if (typeof id !== "string" || mistakes.length > 0) return { ok: false, mistakes };
  const pairs = [
    ...from.map((text, i) => ({ before: text, after: to[i]! })),
    ...Object.values(rest).flatMap((part) => part as readonly Pair[]),
  ];
  return { ok: true, value: { id, valid: code, invalid: wrong, pairs } };
}

function unknownKey(key: string): Mistake {
  const nearest = nearestName(key, ["id", ...testKeys]);
  const suggestion =
    nearest === undefined ? `the keys here are id, ${[...testKeys].join(", ")}` : `did you mean ${nearest}?`;
  return { at: [key], key: true, message: `unknown key \`${key}\` of a test`, suggestion };
}

function isListOfPairs(value: unknown): value is readonly Pair[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPair);
}

function isPair(value: unknown): value is Pair {
  return isRecord(value) && typeof value["before"] === "string" && typeof value["after"] === "string";
}

function texts(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return list.every((item) => typeof item === "string") ? (list as readonly string[]) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
