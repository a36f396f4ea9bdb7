/** Texts that a rule computes from captures before they go into its fix: `substring`, `replace`, `convert` and `rewrite`. */
import { keyIn } from "../match/ast/metavariable.ts";
import { cases, separators, type TransformObject } from "../schema/rule.ts";
import { yaml } from "../schema/yaml.ts";
import { convertCase } from "./case.ts";
import { compileReplacer } from "./regex-replace.ts";

export interface Transform {
  /** The variable it is stored under. */
  readonly name: string;
  /** The key of the variable it starts from, as it is written. */
  readonly source: string;
  readonly step: TextStep | RewriteStep;
}

interface TextStep {
  readonly kind: "text";
  /** `ending` is how lines end where the result goes. */
  readonly apply: (text: string, ending: string) => string;
}

export interface RewriteStep {
  readonly kind: "rewrite";
  readonly rewriters: readonly string[];
  readonly joinBy: string | undefined;
}

/** A message where the transformation cannot be used. */
export function compileTransform(name: string, given: string | TransformObject): Transform | string {
  const object = typeof given === "string" ? readCall(given) : given;
  if (typeof object === "string") return object;
  const sorts = Object.keys(object);
  if (sorts.length !== 1)
    return `a transformation is one of substring, replace, convert and rewrite, and ${sorts.length === 0 ? "none" : sorts.join(", ")} was given`;
  const source = sourceOf(object);
  if (!/^\${1,3}[A-Z_][A-Z0-9_]*$/.test(source))
    return `the source ${JSON.stringify(source)} is no variable such as $A`;
  const step = stepOf(object);
  return typeof step === "string" ? step : { name, source: keyIn(source), step };
}

function sourceOf(object: TransformObject): string {
  return Object.values(object as Record<string, { readonly source: string }>)[0]!.source;
}

function stepOf(object: TransformObject): TextStep | RewriteStep | string {
  if ("rewrite" in object)
    return { kind: "rewrite", rewriters: object.rewrite.rewriters, joinBy: object.rewrite.joinBy };
  if ("substring" in object) {
    const { startChar, endChar } = object.substring;
    return { kind: "text", apply: (text) => substring(text, startChar, endChar) };
  }
  if ("convert" in object) {
    const { toCase, separatedBy } = object.convert;
    return { kind: "text", apply: (text) => convertCase(text, toCase, separatedBy) };
  }
  const replacer = compileReplacer(object.replace.replace, object.replace.by);
  return typeof replacer === "string" ? replacer : { kind: "text", apply: replacer };
}

/** Counts characters, from the end where negative; nothing where the end lies before the start. */
function substring(text: string, start = 0, end?: number): string {
  const characters = Array.from(text);
  const index = (at: number) => Math.min(Math.max(at < 0 ? characters.length + at : at, 0), characters.length);
  return characters.slice(index(start), index(end ?? characters.length)).join("");
}

/** Reads `substring($A, startChar=1, endChar=-1)` and its kin. */
function readCall(text: string): TransformObject | string {
  const call = /^\s*(\w+)\s*\(\s*([^,\s)]+)\s*(?:,([\s\S]*))?\)\s*$/.exec(text);
  if (call === null) return `${JSON.stringify(text)} is no call such as substring($A, startChar=1)`;
  const [, sort, source, rest = ""] = call as unknown as [string, string, string, string | undefined];
  const known = signatures[sort];
  if (known === undefined)
    return `there is no transformation ${sort}: it is one of ${Object.keys(signatures).join(", ")}`;
  const values: Record<string, unknown> = { source };
  for (const [name, value] of readArguments(rest)) {
    const check = known[name];
    if (check === undefined) return `${sort} takes no ${name}: it takes ${Object.keys(known).join(", ")}`;
    const read = readValue(value, check === isText);
    if (read instanceof Error) return `${name} of ${sort} is no value of YAML: put ${value.trim()} in quotes`;
    const wanted = check(read);
    if (wanted !== undefined) return `${name} of ${sort} must be ${wanted}`;
    values[name] = read;
  }
  const missing = (required[sort] ?? []).find((name) => values[name] === undefined);
  if (missing !== undefined) return `${sort} needs ${missing}`;
  return { [sort]: values } as unknown as TransformObject;
}

/** `name=value` pairs between commas; a value may be quoted or a list in brackets. */
function readArguments(text: string): readonly (readonly [name: string, value: string])[] {
  const found = text.matchAll(/\s*(\w+)\s*=\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|\[[^\]]*\]|[^,]*)\s*(?:,|$)/g);
  return [...found].map((pair) => [pair[1]!, pair[2]!]);
}

/** A text without quotes is as it is written, also where YAML would take it for a number. An error where it is no YAML. */
function readValue(written: string, isText: boolean): unknown {
  const document = yaml().parseDocument(written, { prettyErrors: false });
  const [wrong] = [...document.errors, ...document.warnings];
  if (wrong !== undefined) return wrong;
  const { contents } = document;
  if (isText && yaml().isScalar(contents) && contents.value !== null) return contents.source;
  try {
    return document.toJS();
  } catch (error) {
    return error;
  }
}

type Check = (value: unknown) => string | undefined;

const isNumber: Check = (value) => (Number.isInteger(value) ? undefined : "a whole number");
const isText: Check = (value) => (typeof value === "string" ? undefined : "text");
const isNames: Check = (value) => (isListOf(value, undefined) ? undefined : "a list of names");

const signatures: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  substring: { startChar: isNumber, endChar: isNumber },
  replace: { replace: isText, by: isText },
  convert: {
    toCase: (value) => (cases.includes(value as never) ? undefined : `one of ${cases.join(", ")}`),
    separatedBy: (value) => (isListOf(value, separators) ? undefined : `a list of ${separators.join(", ")}`),
  },
  rewrite: { rewriters: isNames, joinBy: isText },
};

const required: Readonly<Record<string, readonly string[]>> = {
  replace: ["replace", "by"],
  convert: ["toCase"],
  rewrite: ["rewriters"],
};

function isListOf(value: unknown, of: readonly string[] | undefined): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === "string" && (of?.includes(item) ?? true));
}

/** The transformations so that each comes after those it starts from; the name of one that starts from itself otherwise. */
export function inOrderOfNeed(transforms: readonly Transform[]): readonly Transform[] | string {
  const byName = new Map(transforms.map((transform) => [transform.name, transform]));
  const ordered: Transform[] = [];
  const state = new Map<string, "open" | "done">();
  for (const start of transforms) {
    const chain: Transform[] = [];
    for (let next: Transform | undefined = start; next !== undefined && state.get(next.name) !== "done";) {
      if (state.get(next.name) === "open") return next.name;
      state.set(next.name, "open");
      chain.push(next);
      next = byName.get(next.source);
    }
    for (const transform of chain.toReversed()) {
      state.set(transform.name, "done");
      ordered.push(transform);
    }
  }
  return ordered;
}
