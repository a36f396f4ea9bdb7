/** A run as it was asked for: the verb, its operands and the settled options. Plain data. */
import type { Settings } from "./options.ts";
import type { RuleSource } from "./spec.ts";

export interface Request {
  readonly verb: "plan" | "apply" | "check" | "search" | "rename";
  /** Absent where rules, a recipe, a rename map or a saved plan take its place. */
  readonly pattern?: string;
  /** Absent for search and where a script computes it. */
  readonly replacement?: string;
  /** Files, directories or globs as given; empty means the working directory. Undefined when `files_from` was given. */
  readonly paths: readonly string[];
  readonly settings: Settings;
  /** The rule files that `rules` names, read along with the request since they may hold defaults. */
  readonly ruleSources?: readonly RuleSource[];
  /** The configuration that holds the recipe this was asked with; relative to the working directory. */
  readonly recipeFile?: string;
  /** The lower bound was given and not defaulted. */
  readonly explicitAtLeast: boolean;
}

/** Whether it changes files: a rename does when it is told to, and is an apply then. */
export function writesFiles({ verb, settings }: Request): boolean {
  return verb === "apply" || (verb === "rename" && settings.apply);
}
