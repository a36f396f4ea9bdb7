/** From what a caller gave to a settled request: recipes, and the defaults of rule files and of the configuration. */
import type { Host } from "../host/host.ts";
import type { GivenOptions } from "../model/options.ts";
import type { Problem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { type Asked, clashProblem, toRequest } from "../schema/combine.ts";
import { loadConfig, withRecipe } from "./config-file.ts";

export type ConfigUse =
  /** The configuration's defaults count: a person or an agent in this directory. */
  | "defaults"
  /** Only its recipes are looked up: a program, which says itself what it wants. */
  | "recipes";

/**
 * What the caller gave wins over the rule file's defaults, those win over the configuration's, and those over `asked.defaults`.
 * `admit` may refuse the options, a recipe's among them, before any file they name is read.
 */
export async function readRequest(
  verb: Request["verb"],
  asked: Asked,
  use: ConfigUse,
  host: Host,
  admit?: (given: GivenOptions) => Promise<Problem | undefined>,
): Promise<Result<Request>> {
  const clash = clashProblem(verb, asked.given);
  if (clash) return failure(clash);
  const config = use === "defaults" || asked.given.recipe !== undefined ? await loadConfig(host) : success(undefined);
  if (!config.ok) return config;
  const full = withRecipe(asked, config.value, host);
  if (!full.ok) return full;
  const refused = await admit?.(full.value.given);
  if (refused) return failure(refused);
  const fromRules = await rulesDefaults(full.value.given.rules, host);
  if (!fromRules.ok) return fromRules;
  const fromConfig = use === "defaults" ? config.value?.defaults : undefined;
  return toRequest(verb, { ...full.value, defaults: { ...asked.defaults, ...fromConfig, ...fromRules.value } });
}

async function rulesDefaults(path: string | undefined, host: Host): Promise<Result<GivenOptions>> {
  if (path === undefined) return success({});
  const { loadRules } = await import("../rules/load.ts");
  const { ruleDefaults } = await import("../rules/defaults.ts");
  const sources = loadRules(path, host);
  // A run that cannot read its rules says so itself.
  return sources.ok ? ruleDefaults(sources.value) : success({});
}
