/**
 * The configuration file: defaults for options and named recipes. Reads text, not files: where it lies is the caller's
 * matter. An unknown key is an error, for a misspelt default would otherwise be obeyed by nobody.
 */
import * as v from "valibot";
import type { Document } from "yaml";
import { options, type GivenOptions, type OptionName } from "../model/options.ts";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { issuesProblem } from "./issues.ts";
import { optionEntries, optionNames } from "./request.ts";
import { type Place, offsetOf, placeOf, yaml } from "./yaml.ts";

export interface Config {
  readonly defaults: GivenOptions;
  readonly recipes: Readonly<Record<string, Recipe>>;
}

/** A saved request. Its paths are relative to the file that holds it. */
export interface Recipe {
  readonly description?: string;
  readonly pattern?: string;
  readonly replacement?: string;
  readonly paths?: readonly string[];
  readonly given: GivenOptions;
}

/** Options that say what one run is about, and so make no sense as a standing default. */
const neverDefault = new Set<OptionName>([
  "lang",
  "files_from",
  "null_separated",
  "changed",
  "staged",
  "since",
  "plan_out",
  "patch",
  "sarif",
  "github",
  "json",
  "debug_pattern",
  "force_lock",
  "force_readonly",
]);

export const defaultNames: readonly OptionName[] = (Object.keys(options) as OptionName[]).filter(
  (name) => options[name].group !== "mode" && !neverDefault.has(name),
);

const recipeOptionNames: readonly OptionName[] = (["plan", "apply", "check"] as const)
  .flatMap((verb) => optionNames(verb, "library"))
  .filter((name, at, all) => all.indexOf(name) === at)
  .filter((name) => !["plan", "root", "recipe", "plan_out", "patch", "sarif", "force_lock"].includes(name));

const recipeText = {
  description: v.optional(v.string()),
  pattern: v.optional(v.string()),
  replacement: v.optional(v.string()),
  paths: v.optional(v.array(v.string())),
};

const recipeEntries = { ...recipeText, ...optionEntries(recipeOptionNames) };

export const configSchema = v.strictObject({
  defaults: v.optional(v.strictObject(optionEntries(defaultNames))),
  recipes: v.optional(v.record(v.string(), v.strictObject(recipeEntries))),
});

const sections: readonly string[] = Object.keys(configSchema.entries);

/** YAML 1.2, or JSON with comments. `path` is shown in errors. */
export function parseConfig(text: string, path: string): Result<Config> {
  const read = path.endsWith(".jsonc") ? readJsonc(text, path) : readYaml(text, path);
  if (!read.ok) return read;
  const { value, place } = read.value;
  if (Array.isArray(value))
    return failure(problem("invalid_request", `${path}: a map is wanted, and not a list`, { path }));
  const parsed = v.safeParse(configSchema, withoutEmptySections(value ?? {}));
  if (!parsed.success) {
    const found = issuesProblem(parsed.issues, { kind: "invalid_request", noun: "key", known: keysAt, path });
    return failure({ ...found, ...place(parsed.issues[0]) });
  }
  const { defaults = {}, recipes = {} } = parsed.output;
  return success({
    defaults: defaults as GivenOptions,
    recipes: Object.fromEntries(Object.entries(recipes).map(([name, entries]) => [name, toRecipe(entries)])),
  });
}

/** A section of which only the name is there, as where all below it is commented out. */
function withoutEmptySections(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const isEmpty = ([key, section]: [string, unknown]): boolean => section === null && sections.includes(key);
  return Object.fromEntries(Object.entries(value).filter((entry) => !isEmpty(entry)));
}

function toRecipe(entries: Record<string, unknown>): Recipe {
  const all = Object.entries(entries);
  return {
    ...Object.fromEntries(all.filter(isText)),
    given: Object.fromEntries(all.filter((entry) => !isText(entry))),
  };
}

function isText([key]: [string, unknown]): boolean {
  return Object.hasOwn(recipeText, key);
}

function keysAt(at: readonly string[]): readonly string[] {
  if (at.length === 0) return sections;
  return at[0] === "defaults" ? defaultNames : Object.keys(recipeEntries);
}

interface Read {
  readonly value: unknown;
  /** Where what an issue is about stands, as far as that is known. */
  readonly place: (issue: v.BaseIssue<unknown>) => Partial<Place>;
}

function readYaml(text: string, path: string): Result<Read> {
  const lines = new (yaml().LineCounter)();
  const document = yaml().parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const [told] = error.message.split("\n");
    return failure(problem("invalid_request", `${path}: ${told}`, { path, ...placeOf(text, lines, error.pos[0]) }));
  }
  return valueOf(document, path, (issue) => {
    const at = (issue.path ?? []).map((item) => item.key as string | number);
    return placeOf(text, lines, offsetOf(document, at, issue.type === "strict_object"));
  });
}

/** Aliases that multiply beyond measure are an error of the package. */
function valueOf(document: Document.Parsed, path: string, place: Read["place"]): Result<Read> {
  try {
    return success({ value: document.toJS(), place });
  } catch (error) {
    return failure(problem("invalid_request", `${path}: ${(error as Error).message}`, { path }));
  }
}

function readJsonc(text: string, path: string): Result<Read> {
  try {
    return success({ value: Bun.JSONC.parse(text), place: () => ({}) });
  } catch (error) {
    return failure(problem("invalid_request", `${path}: ${(error as Error).message}`, { path }));
  }
}
