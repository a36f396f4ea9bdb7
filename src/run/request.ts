/** From what a caller gave to a settled request: recipes, and the defaults of rule files and of the configuration. */
import type { Host } from "../host/host.ts";
import type { GivenOptions } from "../model/options.ts";
import type { Problem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { RuleSource } from "../model/spec.ts";
import { type Asked, fitProblem, toRequest } from "../schema/combine.ts";
import { loadConfig, withRecipe } from "./config-file.ts";

export type ConfigUse =
  /** The configuration's defaults count: a person or an agent in this directory. */
  | "defaults"
  /** Only its recipes are looked up: a program, which says itself what it wants. */
  | "recipes";

/** Who may refuse a request for the files that it names. */
export interface Admission {
  /** Asked about the options, a recipe's among them, before any file they name is read. */
  options(given: GivenOptions): Problem | undefined;
  /** Asked about the rule files, since a directory or a project may lead to files anywhere. */
  ruleFiles(sources: readonly RuleSource[]): Problem | undefined;
}

/** What the caller gave wins over the rule file's defaults, those win over the configuration's, and those over `asked.defaults`. */
export async function readRequest(
  verb: Request["verb"],
  asked: Asked,
  use: ConfigUse,
  host: Host,
  admission?: Admission,
): Promise<Result<Request>> {
  const wrong = fitProblem(verb, asked);
  if (wrong) return failure(wrong);
  const config = use === "defaults" || asked.given.recipe !== undefined ? await loadConfig(host) : success(undefined);
  if (!config.ok) return config;
  const full = withRecipe(asked, config.value, host);
  if (!full.ok) return full;
  const { rules: rulesPath } = full.value.given;
  const refused = admission?.options(full.value.given);
  if (refused) return failure(refused);
  const rules = rulesPath === undefined ? undefined : await readRules(rulesPath, host, admission);
  if (rules && !rules.ok) return rules;
  const fromConfig = use === "defaults" ? config.value?.defaults : undefined;
  const defaults = { ...asked.defaults, ...fromConfig, ...rules?.value.defaults };
  const request = toRequest(verb, { ...full.value, defaults });
  if (!request.ok) return request;
  return success({
    ...request.value,
    ...(rules && { ruleSources: rules.value.sources }),
    ...(asked.given.recipe !== undefined && config.value && { recipeFile: config.value.shown }),
  });
}

interface ReadRules {
  readonly sources: readonly RuleSource[];
  readonly defaults: GivenOptions;
}

async function readRules(path: string, host: Host, admission: Admission | undefined): Promise<Result<ReadRules>> {
  const { loadRules } = await import("../rules/load.ts");
  const { ruleDefaults } = await import("../rules/defaults.ts");
  const sources = loadRules(path, host);
  if (!sources.ok) return sources;
  const refused = admission?.ruleFiles(sources.value);
  if (refused) return failure(refused);
  const defaults = ruleDefaults(sources.value);
  // Whoever compiles the rules tells the mistakes in their defaults along with all others.
  return success({ sources: sources.value, defaults: defaults.ok ? defaults.value : {} });
}
