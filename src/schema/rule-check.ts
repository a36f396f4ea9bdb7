/** Checks documents of rule files. Every mistake is told with the place of its value, so that a file can be mended in one go. */
import * as v from "valibot";
import { nearestName } from "../model/nearest.ts";
import type { GivenOptions } from "../model/options.ts";
import { defaultNames } from "./config.ts";
import { optionEntries } from "./request.ts";
import {
  fixObject,
  rewriter,
  ruleEntries,
  structuralRuleSchema,
  textOptionEntries,
  textRuleSchema,
  utilitySchema,
  type StructuralRuleDocument,
  type TextRuleDocument,
  type UtilityDocument,
} from "./rule.ts";

/** A mistake in a document; `at` leads to the value, or to the key where `key` is set. */
export interface Mistake {
  readonly at: readonly (string | number)[];
  readonly key?: true;
  readonly message: string;
  readonly suggestion?: string;
}

export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly mistakes: readonly Mistake[] };

export type RuleDocument =
  | { readonly kind: "structural"; readonly document: StructuralRuleDocument }
  | { readonly kind: "text"; readonly document: TextRuleDocument };

/** Checks a document of a rule file. Which sort it is is told by its keys. */
export function checkRule(value: unknown): Checked<RuleDocument> {
  if (!isRecord(value)) return { ok: false, mistakes: [{ at: [], message: "a rule must be a mapping of keys" }] };
  const textKeys = ["regex", "literal", "rename", "replace"].filter((key) => Object.hasOwn(value, key));
  if (textKeys.length === 0 || Object.hasOwn(value, "rule")) {
    const checked = check<StructuralRuleDocument>(structuralRuleSchema, value);
    return checked.ok ? { ok: true, value: { kind: "structural", document: checked.value } } : checked;
  }
  const checked = check<TextRuleDocument>(textRuleSchema, value);
  if (!checked.ok) return checked;
  const mistakes = textMistakes(checked.value);
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, value: { kind: "text", document: checked.value } };
}

const defaultsSchema = v.strictObject({ defaults: v.strictObject(optionEntries(defaultNames)) });

/** Whether a document of a rule file holds options for the runs of its rules. */
export function isDefaults(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, "defaults");
}

export function checkDefaults(value: unknown): Checked<GivenOptions> {
  const checked = check<{ readonly defaults: GivenOptions }>(defaultsSchema, value);
  return checked.ok ? { ok: true, value: checked.value.defaults } : checked;
}

/** What of the defaults of a file speaks of how its text rules match. */
export function textDefaults(defaults: GivenOptions): Partial<TextRuleDocument> {
  const entries = Object.entries(defaults).filter(([name]) => Object.hasOwn(textOptionEntries, name));
  return Object.fromEntries(entries) as Partial<TextRuleDocument>;
}

/** Checks a utility that rules of other files refer to. */
export function checkUtility(value: unknown): Checked<UtilityDocument> {
  return check<UtilityDocument>(utilitySchema, value);
}

function textMistakes(document: TextRuleDocument): readonly Mistake[] {
  const given = (["regex", "literal", "rename"] as const).filter((key) => document[key] !== undefined);
  if (given.length === 0) return [{ at: [], message: "the rule has `replace` but neither `regex` nor `literal`" }];
  if (given.length > 1)
    return [{ at: [given[1]!], key: true, message: `\`${given[0]}\` and \`${given[1]}\` exclude each other` }];
  if (document.rename === undefined) return [];
  const idle = ["replace", ...Object.keys(textOptionEntries)].filter((key) => Object.hasOwn(document, key));
  return idle.map((key) => ({ at: [key], key: true, message: `\`${key}\` says nothing about a \`rename\`` }));
}

function check<T>(schema: v.GenericSchema, value: unknown): Checked<T> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return { ok: true, value: parsed.output as T };
  return { ok: false, mistakes: parsed.issues.flatMap((issue) => mistakesOf(issue, schema)) };
}

type Issue = v.BaseIssue<unknown>;

function mistakesOf(issue: Issue, schema: v.GenericSchema): readonly Mistake[] {
  const at = (issue.path ?? []).map((item) => item.key as string | number);
  if (issue.type === "union" && issue.issues !== undefined) {
    const deeper = issue.issues.filter((inner) => inner.path !== undefined);
    if (deeper.length > 0)
      return deeper.flatMap((inner) =>
        mistakesOf(inner, schema).map((mistake) => ({ ...mistake, at: [...at, ...mistake.at] })),
      );
  }
  const key = String(at.at(-1) ?? "");
  if (issue.type === "strict_object" && issue.expected === "never") {
    const siblings = knownKeys(at.slice(0, -1), schema);
    const nearest = nearestName(key, siblings);
    const suggestion = nearest === undefined ? `the keys here are ${siblings.join(", ")}` : `did you mean ${nearest}?`;
    return [{ at, key: true, message: `unknown key \`${key}\``, ...(siblings.length > 0 && { suggestion }) }];
  }
  if (issue.type === "strict_object" && issue.received === "undefined")
    return [{ at: at.slice(0, -1), message: `\`${key}\` is missing` }];
  const place = key === "" ? "the rule" : `\`${key}\``;
  return [{ at, message: `${place} must be ${wanted(issue)}, and ${issue.received} was given` }];
}

function wanted(issue: Issue): string {
  if (issue.type === "non_empty") return "text that is not empty";
  const expected = issue.expected ?? "something else";
  return expected.replace(/[()]/g, "").replaceAll(" | ", " or ").replaceAll("unknown", "a rule");
}

/** The keys that may stand in the object at this place. */
function knownKeys(at: readonly (string | number)[], schema: v.GenericSchema): readonly string[] {
  const top = schema as unknown as { readonly entries: Record<string, unknown> };
  if (at.length === 0) return Object.keys(top.entries);
  const last = String(at.at(-1));
  const parent = String(at.at(-2) ?? "");
  if (last === "fix" || parent === "fix") return Object.keys(fixObject.entries);
  if (parent === "rewriters") return Object.keys(rewriter.entries);
  if (last === "pattern") return ["context", "selector", "strictness"];
  if (last === "defaults") return defaultNames;
  if (at.includes("transform")) return parent === "transform" ? ["substring", "replace", "convert", "rewrite"] : [];
  if (["inside", "has", "precedes", "follows", "expandStart", "expandEnd"].includes(last))
    return [...Object.keys(ruleEntries), "stopBy", "field"];
  if (last === "range" || last === "start" || last === "end" || last === "nthChild") return [];
  return Object.keys(ruleEntries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
