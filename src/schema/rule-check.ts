/** Checks documents of rule files. Every mistake is told with the place of its value, so that a file can be mended in one go. */
import * as v from "valibot";
import { nearestName } from "../model/nearest.ts";
import type { GivenOptions } from "../model/options.ts";
import { defaultNames } from "./config.ts";
import { optionEntries } from "./request.ts";
import {
  fixObject,
  globObject,
  labelObject,
  nthChildObject,
  patternObject,
  position,
  rangeObject,
  rewriter,
  ruleEntries,
  structuralRuleSchema,
  textOptionEntries,
  textRuleSchema,
  transformObjects,
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

/** A rule without the keys that are left empty, as `fix:` with nothing behind it: they say nothing. */
export function stated(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key, part]) => part !== null || !mayBeEmpty.has(key));
  const { rewriters, ...rest } = Object.fromEntries(entries);
  return Array.isArray(rewriters) ? { ...rest, rewriters: rewriters.map(stated) } : Object.fromEntries(entries);
}

const mayBeEmpty: ReadonlySet<string> = new Set<keyof typeof structuralRuleSchema.entries>([
  ...(["note", "url", "metadata", "labels", "files", "ignores"] as const),
  ...(["constraints", "utils", "transform", "rewriters", "fix"] as const),
]);

/** Checks a document of a rule file. Which sort it is is told by its keys. `name`: the `id` of a rule that gives none. */
export function checkRule(given: unknown, name: string): Checked<RuleDocument> {
  const value = withId(stated(given), name);
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

/** A rule under its own `id`, or under the given name where it has none. */
export function withId(value: unknown, name: string): unknown {
  return isRecord(value) && (value["id"] ?? "") === "" ? { ...value, id: name } : value;
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

/** Checks a utility that rules of other files refer to. It may hold whatever a rule does: beside how it matches it has no say. */
export function checkUtility(value: unknown): Checked<UtilityDocument> {
  return check<UtilityDocument>(structuralRuleSchema, stated(value));
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

/** The schema library tells only the first unknown key of an object: the document is checked again without those it told. */
function check<T>(schema: v.GenericSchema, value: unknown): Checked<T> {
  const mistakes = new Map<string, Mistake>();
  const lists = isRecord(value) ? mappings.filter((key) => Array.isArray(value[key])) : [];
  for (const key of lists) mistakes.set(key, listGiven([key]));
  let rest =
    lists.length === 0
      ? value
      : without(
          value,
          lists.map((key) => [key]),
        );
  for (let round = 0; round < mostRounds; round++) {
    const parsed = v.safeParse(schema, rest);
    if (parsed.success) {
      if (mistakes.size === 0) return { ok: true, value: parsed.output as T };
      break;
    }
    const found = parsed.issues.flatMap((issue) => mistakesOf(issue, schema, []));
    for (const mistake of found) mistakes.set(JSON.stringify([mistake.at, mistake.message]), mistake);
    const unknown = found.filter((mistake) => mistake.key === true);
    if (unknown.length === 0) break;
    rest = without(
      rest,
      unknown.map(({ at }) => at),
    );
  }
  return { ok: false, mistakes: [...mistakes.values()] };
}

function listGiven(at: Mistake["at"]): Mistake {
  return { at, message: `${placeOf(at)} must be a mapping, and a list was given` };
}

/** The schema library takes a list for a mapping of its places: it misses keys in it, knows no `0`, or finds what lists can do. */
function isOfList({ path }: Issue): boolean {
  const last = path?.at(-1);
  return typeof last?.key === "string" && Array.isArray(last.input);
}

/** Of these it takes a list without a word. */
const mappings = ["constraints", "utils", "transform", "rename", "labels"];

/** Unknown keys of one object beyond this many are not told. */
const mostRounds = 50;

/** A copy of a document that lacks these keys. */
function without(value: unknown, keys: readonly Mistake["at"][]): unknown {
  const copy = structuredClone(value);
  for (const at of keys) {
    const holder = at.slice(0, -1).reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], copy);
    delete (holder as Record<string, unknown>)[at.at(-1)!];
  }
  return copy;
}

type Issue = v.BaseIssue<unknown>;

/** `under` leads to the value whose schema found the issue. */
function mistakesOf(issue: Issue, schema: v.GenericSchema, under: Mistake["at"]): readonly Mistake[] {
  const at = [...under, ...(issue.path ?? []).map((item) => item.key as string | number)];
  if (issue.type === "union" && issue.issues !== undefined) {
    const deeper = issue.issues.filter((inner) => inner.path !== undefined);
    const fitting = deeper.filter((inner) => !isOfList(inner));
    if (deeper.length > 0)
      return (fitting.length > 0 ? fitting : deeper).flatMap((inner) => mistakesOf(inner, schema, at));
  }
  if (isOfList(issue)) return [listGiven(at.slice(0, -1))];
  const key = String(at.at(-1) ?? "");
  if (issue.type === "strict_object" && issue.expected === "never") {
    const siblings = knownKeys(at.slice(0, -1), schema);
    const nearest = nearestName(key, siblings);
    const suggestion = nearest === undefined ? `the keys here are ${siblings.join(", ")}` : `did you mean ${nearest}?`;
    return [{ at, key: true, message: `unknown key \`${key}\``, ...(siblings.length > 0 && { suggestion }) }];
  }
  if (issue.type === "strict_object" && issue.received === "undefined")
    return [{ at: at.slice(0, -1), message: `\`${key}\` is missing` }];
  const nearest = issue.type === "picklist" ? nearestName(String(issue.input), choicesOf(issue)) : undefined;
  const suggestion = nearest === undefined ? {} : { suggestion: `did you mean ${nearest}?` };
  return [
    { at, message: `${placeOf(at)} must be ${wanted(issue)}, and ${inWords(issue.received)} was given`, ...suggestion },
  ];
}

function placeOf(at: Mistake["at"]): string {
  const key = at.at(-1);
  if (key === undefined) return "the rule";
  return typeof key === "number" && at.length > 1 ? `an entry of \`${at.at(-2)}\`` : `\`${key}\``;
}

function choicesOf({ expected }: Issue): readonly string[] {
  return Array.from((expected ?? "").matchAll(/"([^"]*)"/g), ([, choice]) => choice!);
}

function wanted(issue: Issue): string {
  if (issue.type === "non_empty") return "text that is not empty";
  if (issue.type === "integer" || issue.type === "min_value") return "a whole number from 0 on";
  const expected = issue.expected ?? "something else";
  return inWords(expected.replace(/[()]/g, "").replaceAll(" | ", " or ").replaceAll("unknown", "a rule"));
}

/** The names of types as rule files call them; texts in quotes stay. */
function inWords(types: string): string {
  return types.replace(/"[^"]*"|\bArray\b|\bObject\b/g, (found) => typeNames[found] ?? found);
}

const typeNames: Readonly<Record<string, string>> = { Array: "a list", Object: "a mapping" };

/** The keys that may stand in the object at this place. */
function knownKeys(at: readonly (string | number)[], schema: v.GenericSchema): readonly string[] {
  const top = schema as unknown as { readonly entries: Record<string, unknown> };
  if (at.length === 0) return Object.keys(top.entries);
  const names = at.filter((key) => typeof key === "string");
  const [parent, last] = [names.at(-2), names.at(-1)!];
  if (parent === "utils" || parent === "constraints") return Object.keys(ruleEntries);
  if (parent === "labels") return Object.keys(labelObject.entries);
  if (parent === "transform") return Object.keys(transformObjects);
  if (names.at(-3) === "transform") return Object.keys(transformObjects[last as keyof typeof transformObjects].entries);
  if (last === "defaults") return defaultNames;
  return Object.keys(objectEntries[last] ?? ruleEntries);
}

const relationKeys = { ...ruleEntries, stopBy: undefined, field: undefined };

/** What stands under a key that does not hold a rule. */
const objectEntries: Readonly<Record<string, object>> = {
  fix: fixObject.entries,
  rewriters: rewriter.entries,
  files: globObject.entries,
  ignores: globObject.entries,
  pattern: patternObject.entries,
  nthChild: nthChildObject.entries,
  range: rangeObject.entries,
  start: position.entries,
  end: position.entries,
  ...Object.fromEntries(
    ["inside", "has", "precedes", "follows", "expandStart", "expandEnd"].map((key) => [key, relationKeys]),
  ),
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
