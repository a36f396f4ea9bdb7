/** Test documents of rules: ast-grep's lists of valid and invalid code, and pairs of text before and after. */

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
 * A message where the document is no test. `before` and `after` are texts or lists of them; a list of mappings with both,
 * under whatever key, is a list of pairs.
 */
export function readTest(given: Record<string, unknown>): RuleTest | string {
  const { id, valid, invalid, before, after, ...rest } = given;
  if (typeof id !== "string") return "a test needs the `id` of its rule";
  const odd = Object.entries(rest).find(([, part]) => !isListOfPairs(part));
  if (odd !== undefined)
    return `unknown key \`${odd[0]}\` of a test: the keys are id, valid, invalid, before and after`;
  const lists = { valid: texts(valid), invalid: texts(invalid), before: texts(before), after: texts(after) };
  for (const [key, list] of Object.entries(lists)) if (list === undefined) return `\`${key}\` must be a list of texts`;
  const { before: from = [], after: to = [] } = lists;
  if (from.length !== to.length) return "each `before` needs an `after`";
  const pairs = [
    ...from.map((text, i) => ({ before: text, after: to[i]! })),
    ...Object.values(rest).flatMap((part) => part as readonly Pair[]),
  ];
  return { id, valid: lists.valid ?? [], invalid: lists.invalid ?? [], pairs };
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
