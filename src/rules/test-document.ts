/** Test documents of rules: ast-grep's lists of valid and invalid code, and pairs of text before and after. */

export interface RuleTest {
  readonly id: string;
  /** Code that the rule must leave alone. */
  readonly valid: readonly string[];
  /** Code that the rule must find. */
  readonly invalid: readonly string[];
  readonly pairs: readonly { readonly before: string; readonly after: string }[];
}

/** Whether a document of a rule file is a test and no rule. */
export function isTestDocument(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const keys = Object.keys(value);
  return keys.some((key) => testKeys.has(key)) && !keys.some((key) => ruleKeys.has(key));
}

const listKeys = ["pairs", "cases", "tests"];
const testKeys = new Set(["valid", "invalid", "before", "after", ...listKeys]);
const ruleKeys = new Set(["rule", "regex", "literal", "rename", "replace", "fix"]);

/** A message where the document is no test. `before` and `after` are texts, lists of them, or a list of pairs. */
export function readTest(value: unknown): RuleTest | string {
  const given = value as Record<string, unknown>;
  if (typeof given["id"] !== "string") return "a test needs the `id` of its rule";
  const odd = Object.keys(given).find((key) => key !== "id" && !testKeys.has(key));
  if (odd !== undefined) return `unknown key \`${odd}\` of a test: the keys are id, valid, invalid, before and after`;
  const valid = texts(given["valid"]);
  const invalid = texts(given["invalid"]);
  if (valid === undefined || invalid === undefined) return "`valid` and `invalid` must be lists of code";
  const pairs = [
    pairUp(given["before"], given["after"]),
    ...listKeys.flatMap((key) => (given[key] === undefined ? [] : [pairsOf(given[key])])),
  ];
  const wrong = pairs.find((pair) => typeof pair === "string");
  if (wrong !== undefined) return wrong as string;
  return { id: given["id"], valid, invalid, pairs: (pairs as RuleTest["pairs"][]).flat() };
}

function pairsOf(value: unknown): RuleTest["pairs"] | string {
  if (!Array.isArray(value)) return "pairs must be a list of `before` and `after`";
  const pairs = (value as readonly Record<string, unknown>[]).map((pair) => pairUp(pair?.["before"], pair?.["after"]));
  const wrong = pairs.find((pair) => typeof pair === "string");
  return wrong === undefined ? (pairs as RuleTest["pairs"][]).flat() : (wrong as string);
}

function pairUp(before: unknown, after: unknown): RuleTest["pairs"] | string {
  const from = texts(before);
  const to = texts(after);
  if (from === undefined || to === undefined) return "`before` and `after` must be texts";
  if (from.length !== to.length) return "each `before` needs an `after`";
  return from.map((text, i) => ({ before: text, after: to[i]! }));
}

function texts(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return [];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return list.every((item) => typeof item === "string") ? (list as readonly string[]) : undefined;
}
