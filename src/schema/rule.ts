/** Rule documents as data: ast-grep's rules and utilities as they are, and beside them rules for text. */
import * as v from "valibot";
import type { Strictness } from "../model/spec.ts";

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
  readonly labels?: Readonly<Record<string, unknown>>;
}

interface RewriterDocument extends RuleCore {
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

const ruleObject: v.GenericSchema<unknown, RuleObject> = v.lazy(() => v.strictObject(ruleEntries));
const relation: v.GenericSchema<unknown, unknown> = v.lazy(() =>
  v.strictObject({
    ...ruleEntries,
    stopBy: v.optional(v.union([v.picklist(["neighbor", "end"]), ruleObject])),
    field: v.optional(v.string()),
  }),
);

const wholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0));

export const position = v.strictObject({ line: wholeNumber, column: v.optional(wholeNumber, 0) });
export const rangeObject = v.strictObject({ start: position, end: position });

const strictnesses = ["cst", "smart", "ast", "relaxed", "signature", "template"] satisfies Strictness[];

export const patternObject = v.strictObject({
  context: v.string(),
  selector: v.optional(v.string()),
  strictness: v.optional(v.picklist(strictnesses)),
});

export const nthChildObject = v.strictObject({
  position: v.union([wholeNumber, v.string()]),
  ofRule: v.optional(ruleObject),
  reverse: v.optional(v.boolean()),
});

export const ruleEntries = {
  pattern: v.optional(v.union([v.string(), patternObject])),
  kind: v.optional(v.string()),
  regex: v.optional(v.string()),
  nthChild: v.optional(v.union([wholeNumber, v.string(), nthChildObject])),
  range: v.optional(rangeObject),
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
export const transformObjects = {
  substring: v.strictObject({ ...source, startChar: v.optional(v.number()), endChar: v.optional(v.number()) }),
  replace: v.strictObject({ ...source, replace: v.string(), by: v.string() }),
  convert: v.strictObject({
    ...source,
    toCase: v.picklist(cases),
    separatedBy: v.optional(v.array(v.picklist(separators))),
  }),
  rewrite: v.strictObject({ ...source, rewriters: v.array(v.string()), joinBy: v.optional(v.string()) }),
};

const transforms = v.union([v.string(), v.partial(v.strictObject(transformObjects))]);

export const fixObject = v.strictObject({
  template: v.string(),
  title: v.optional(v.string()),
  expandStart: v.optional(relation),
  expandEnd: v.optional(relation),
});

const coreEntries = {
  rule: ruleObject,
  constraints: v.optional(v.record(v.string(), ruleObject)),
  utils: v.optional(v.record(v.string(), ruleObject)),
  transform: v.optional(v.record(v.string(), transforms)),
  fix: v.optional(v.union([v.string(), fixObject, v.array(fixObject)])),
};

export const globObject = v.strictObject({ glob: v.string(), caseInsensitive: v.optional(v.boolean()) });

const globs = v.union([v.string(), v.array(v.union([v.string(), globObject]))]);

const labelEntries = {
  id: v.pipe(v.string(), v.nonEmpty()),
  message: v.optional(v.string()),
  note: v.optional(v.string()),
  severity: v.optional(v.picklist(["hint", "info", "warning", "error", "off"])),
  url: v.optional(v.string()),
  metadata: v.optional(v.record(v.string(), v.unknown())),
  files: v.optional(globs),
  ignores: v.optional(globs),
};

/** How a variable is shown; swath shows the match alone. */
export const labelObject = v.strictObject({
  style: v.picklist(["primary", "secondary"]),
  message: v.optional(v.string()),
});

export const rewriter = v.strictObject({ id: v.string(), ...coreEntries });

export const structuralRuleSchema = v.strictObject({
  ...labelEntries,
  language: v.string(),
  ...coreEntries,
  rewriters: v.optional(v.array(rewriter)),
  labels: v.optional(v.record(v.string(), labelObject)),
});

/** The options of text patterns, under the names they have everywhere. */
export const textOptionEntries = {
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
  ...textOptionEntries,
};

export const textRuleSchema = v.strictObject(textEntries);
