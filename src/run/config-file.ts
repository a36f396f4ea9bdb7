/** Finds the configuration of the working directory: the nearest `swath.yml` or `swath.jsonc` upwards, in the repository. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import { options, type GivenOptions, type OptionName } from "../model/options.ts";
import { nearestName } from "../model/nearest.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { type Asked, besideGiven } from "../schema/combine.ts";
import type { Config, Recipe } from "../schema/config.ts";

export interface ConfigFile extends Config {
  /** Relative to the working directory. */
  readonly shown: string;
  readonly directory: string;
}

const names = ["swath.yml", "swath.yaml", "swath.jsonc"] as const;

export async function loadConfig(host: Host): Promise<Result<ConfigFile | undefined>> {
  const [file, other] = findConfig(host);
  if (file === undefined) return success(undefined);
  const shown = path.relative(host.cwd, file);
  if (other !== undefined) return failure(sideBySide(shown, path.relative(host.cwd, other)));
  let text: string;
  try {
    const bytes = readRegularFile(host.fs, file);
    if (!bytes)
      return failure(problem("io", `cannot read ${shown}: it is not a regular file`, { path: shown, remedies: [] }));
    const { utf8Text } = await import("../text/utf8.ts");
    text = utf8Text(bytes);
  } catch (error) {
    return failure({ ...systemProblem("io", error, "read", shown), remedies: [] });
  }
  const { parseConfig } = await import("../schema/config.ts");
  const parsed = parseConfig(text, shown);
  if (!parsed.ok) return parsed;
  const directory = path.dirname(file);
  const { defaults, recipes } = parsed.value;
  return success({ defaults: fromHere(defaults, directory, host), recipes, shown, directory });
}

/** Options of the file as the working directory writes them: files and globs stand in it as seen from its directory. */
function fromHere(given: GivenOptions, directory: string, host: Host): GivenOptions {
  const up = path.relative(host.cwd, directory);
  const entries = Object.entries(given).map(([name, value]) => {
    if (name === "glob") return [name, (value as readonly string[]).map((glob) => globFrom(glob, up))];
    const isFile = options[name as OptionName].kind === "path" && value !== "-";
    return [name, isFile ? path.relative(host.cwd, path.resolve(directory, String(value))) || "." : value];
  });
  return Object.fromEntries(entries) as GivenOptions;
}

/** A glob without a slash holds at any depth, wherever it is written. */
function globFrom(glob: string, up: string): string {
  const [, negated = "", text = ""] = /^(!?)(.*)$/s.exec(glob) ?? [];
  if (up === "" || !text.slice(0, -1).includes("/")) return glob;
  return `${negated}${up}/${text.replace(/^\/+/, "")}`;
}

/** Those of the nearest directory that has any. Looks no higher than the repository. */
function findConfig(host: Host): string[] {
  for (let directory = host.cwd; ; directory = path.dirname(directory)) {
    const found = names.map((name) => path.join(directory, name)).filter((file) => host.fs.exists(file));
    if (found.length > 0) return found;
    if (host.fs.exists(path.join(directory, ".git")) || directory === path.dirname(directory)) return [];
  }
}

function sideBySide(one: string, other: string): Problem {
  return problem("invalid_request", `${one} and ${other} lie side by side, and only one of them can hold`, {
    path: other,
    suggestion: "Move what both say into one of them.",
  });
}

/** What was asked, with the recipe's request in the place of its name. The caller's options and paths win. */
export function withRecipe(asked: Asked, config: ConfigFile | undefined, host: Host): Result<Asked> {
  const { recipe: name, ...given } = asked.given;
  if (name === undefined) return success(asked);
  if (!config)
    return failure(
      problem("invalid_request", `there is no recipe ${name}: no ${names[0]} was found from ${host.cwd} upwards`),
    );
  const recipe = Object.hasOwn(config.recipes, name) ? config.recipes[name] : undefined;
  if (!recipe) return failure(unknownRecipe(name, config));
  const from = (file: string): string => path.relative(host.cwd, path.resolve(config.directory, file)) || ".";
  const isPlaced = asked.operands.paths.length > 0 || replacesPaths(given);
  const { files_from, null_separated, ...others } = fromHere(recipe.given, config.directory, host);
  return success({
    operands: {
      pattern: recipe.pattern,
      replacement: recipe.replacement,
      paths: isPlaced ? asked.operands.paths : recipePaths(recipe, from),
    },
    given: {
      ...besideGiven(others, given),
      ...(!isPlaced && { files_from, null_separated }),
      ...given,
    },
    ...(asked.defaults && { defaults: asked.defaults }),
  });
}

function recipePaths(recipe: Recipe, from: (file: string) => string): readonly string[] {
  return recipe.paths?.map(from) ?? [];
}

/** Something other than paths says which files are meant. */
export function saysWhere(given: GivenOptions): boolean {
  return replacesPaths(given) || Boolean(given.since) || [given.changed, given.staged].includes(true);
}

/** What git reports only narrows the paths; a list or standard input stands in their place. */
function replacesPaths(given: GivenOptions): boolean {
  return Boolean(given.files_from) || given.stdin === true;
}

function unknownRecipe(name: string, config: ConfigFile) {
  const known = Object.keys(config.recipes);
  const near = nearestName(name, known);
  return problem("invalid_request", `${config.shown} has no recipe ${name}`, {
    suggestion: near
      ? `Did you mean ${near}?`
      : known.length > 0
        ? `Its recipes are ${known.join(", ")}.`
        : "It has no recipes.",
  });
}
