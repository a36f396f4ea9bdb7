/**
 * Rule documents as data: ast-grep's rules and utilities as they are, and beside them rules for text.
 * Every mistake is told with the place of its value, so that a file can be mended in one go.
 */
import * as v from "valibot";
import { nearestName } from "../model/nearest.ts";

/** The matching part of a rule; the parser library reads it as it is. */
export type RuleObject = Readonly<Record<string, unknown>>;

export interface RelationObject extends RuleObject {
  readonly stopBy?: "neighbor" | "end" | RuleObject;
}

export interface FixObject {
  readonly template: string;
  readonly title?: string;
  readonly expandStart?: RelationObject;
  readonly expandEnd?: RelationObject;
}

export type TransformObject =
  | { readonly substring: { readonly source: string; readonly startChar?: number; readonly endChar?: number } }
  | { readonly replace: { readonly source: string; readonly replace: string; readonly by: string } }
  | {
      readonly convert: { readonly source: string; readonly toCase: Case; readonly separatedBy?: readonly Separator[] };
    }
  | { readonly rewrite: { readonly source: string; readonly rewriters: readonly string[]; readonly joinBy?: string } };

export const cases = [
  "lowerCase",
  "upperCase",
  "capitalize",
  "camelCase",
  "snakeCase",
  "kebabCase",
  "pascalCase",
] as const;
export type Case = (typeof cases)[number];

export const separators = ["caseChange", "dash", "dot", "slash", "space", "underscore"] as const;
export type Separator = (typeof separators)[number];

/** What a rule, a utility and a rewriter share. */
export interface RuleCore {
  readonly rule: RuleObject;
  readonly constraints?: Readonly<Record<string, RuleObject>>;
  readonly utils?: Readonly<Record<string, RuleObject>>;
  readonly transform?: Readonly<Record<string, string | TransformObject>>;
  readonly fix?: string | FixObject | readonly FixObject[];
}

interface Labelled {
  readonly id: string;
  readonly message?: string;
  readonly severity?: "hint" | "info" | "warning" | "error" | "off";
  readonly files?: GlobList;
  readonly ignores?: GlobList;
}

export type GlobList = string | readonly (string | { readonly glob: string; readonly caseInsensitive?: boolean })[];

export interface StructuralRuleDocument extends RuleCore, Labelled {
  readonly language: string;
  readonly rewriters?: readonly RewriterDocument[];
}

export interface RewriterDocument extends RuleCore {
  readonly id: string;
}

export interface UtilityDocument extends RuleCore {
  readonly id: string;
  readonly language: string;
}

export interface TextRuleDocument extends Labelled {
  readonly regex?: string;
  readonly literal?: string;
  readonly replace?: string;
  readonly rename?: Readonly<Record<string, string>>;
  readonly language?: string;
  readonly ignore_case?: boolean;
  readonly smart_case?: boolean;
  readonly word?: boolean;
  readonly multiline?: boolean;
  readonly dotall?: boolean;
  readonly preserve_case?: boolean;
  readonly eol?: "auto" | "raw";
}

/** A mistake in a document; `at` leads to the value, or to the key where `key` is set. */
export interface Mistake {
  readonly at: readonly (string | number)[];
  readonly key?: true;
  readonly message: string;
  readonly suggestion?: string;
}

export type Checked<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly mistakes: readonly Mistake[] };

const ruleObject: v.GenericSchema<unknown, RuleObject> = v.lazy(() => v.strictObject(ruleEntries));
const relation: v.GenericSchema<unknown, unknown> = v.lazy(() =>
  v.strictObject({
    ...ruleEntries,
    stopBy: v.optional(v.union([v.picklist(["neighbor", "end"]), ruleObject])),
    field: v.optional(v.string()),
  }),
);

const position = v.strictObject({ line: v.number(), column: v.number() });
const strictness = v.picklist(["cst", "smart", "ast", "relaxed", "signature", "template"]);

const ruleEntries = {
  pattern: v.optional(
    v.union([
      v.string(),
      v.strictObject({
        context: v.string(),
        selector: v.optional(v.string()),
        strictness: v.optional(strictness),
      }),
    ]),
  ),
  kind: v.optional(v.string()),
  regex: v.optional(v.string()),
  nthChild: v.optional(
    v.union([
      v.number(),
      v.string(),
      v.strictObject({
        position: v.union([v.number(), v.string()]),
        ofRule: v.optional(ruleObject),
        reverse: v.optional(v.boolean()),
      }),
    ]),
  ),
  range: v.optional(v.strictObject({ start: position, end: position })),
  inside: v.optional(relation),
  has: v.optional(relation),
  precedes: v.optional(relation),
  follows: v.optional(relation),
  all: v.optional(v.array(ruleObject)),
  any: v.optional(v.array(ruleObject)),
  not: v.optional(ruleObject),
  matches: v.optional(v.union([v.string(), v.record(v.string(), v.record(v.string(), ruleObject))])),
};

const source = { source: v.string() };
const transforms = v.union([
  v.string(),
  v.strictObject({
    substring: v.optional(
      v.strictObject({ ...source, startChar: v.optional(v.number()), endChar: v.optional(v.number()) }),
    ),
    replace: v.optional(v.strictObject({ ...source, replace: v.string(), by: v.string() })),
    convert: v.optional(
      v.strictObject({
        ...source,
        toCase: v.picklist(cases),
        separatedBy: v.optional(v.array(v.picklist(separators))),
      }),
    ),
    rewrite: v.optional(v.strictObject({ ...source, rewriters: v.array(v.string()), joinBy: v.optional(v.string()) })),
  }),
]);

const fixObject = v.strictObject({
  template: v.string(),
  title: v.optional(v.string()),
  expandStart: v.optional(relation),
  expandEnd: v.optional(relation),
});

const coreEntries = {
  rule: ruleObject,
  constraints: v.optional(v.record(v.string(), ruleObject)),
  utils: v.optional(v.record(v.string(), ruleObject)),
  transform: v.optional(v.nullable(v.record(v.string(), transforms))),
  fix: v.optional(v.union([v.string(), fixObject, v.array(fixObject)])),
};

const globs = v.union([
  v.string(),
  v.array(v.union([v.string(), v.strictObject({ glob: v.string(), caseInsensitive: v.optional(v.boolean()) })])),
]);

const labelEntries = {
  id: v.pipe(v.string(), v.nonEmpty()),
  message: v.optional(v.string()),
  note: v.optional(v.nullable(v.string())),
  severity: v.optional(v.picklist(["hint", "info", "warning", "error", "off"])),
  url: v.optional(v.string()),
  metadata: v.optional(v.record(v.string(), v.unknown())),
  files: v.optional(globs),
  ignores: v.optional(globs),
};

const rewriter = v.strictObject({ id: v.string(), ...coreEntries });

export const structuralRuleSchema = v.strictObject({
  ...labelEntries,
  language: v.string(),
  ...coreEntries,
  rewriters: v.optional(v.array(rewriter)),
  labels: v.optional(v.record(v.string(), v.unknown())),
});

const utilitySchema = v.strictObject({ id: v.string(), language: v.string(), ...coreEntries });

/** The options of text patterns, under the names they have everywhere. */
const optionEntries = {
  ignore_case: v.optional(v.boolean()),
  smart_case: v.optional(v.boolean()),
  word: v.optional(v.boolean()),
  multiline: v.optional(v.boolean()),
  dotall: v.optional(v.boolean()),
  preserve_case: v.optional(v.boolean()),
  eol: v.optional(v.picklist(["auto", "raw"])),
};

const textEntries = {
  ...labelEntries,
  language: v.optional(v.string()),
  regex: v.optional(v.string()),
  literal: v.optional(v.string()),
  replace: v.optional(v.string()),
  rename: v.optional(v.record(v.string(), v.string())),
  ...optionEntries,
};

export const textRuleSchema = v.strictObject(textEntries);

/** A document of a rule file, for its JSON Schema. */
export const ruleSchema = v.union([structuralRuleSchema, textRuleSchema]);

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
  const idle = ["replace", ...Object.keys(optionEntries)].filter((key) => Object.hasOwn(document, key));
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
  if (at.includes("transform")) return parent === "transform" ? ["substring", "replace", "convert", "rewrite"] : [];
  if (["inside", "has", "precedes", "follows", "expandStart", "expandEnd"].includes(last))
    return [...Object.keys(ruleEntries), "stopBy", "field"];
  if (last === "range" || last === "start" || last === "end" || last === "nthChild") return [];
  return Object.keys(ruleEntries);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
