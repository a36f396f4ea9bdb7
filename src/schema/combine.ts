/**
 * Operands and options into one settled request, or the sentence that says which of them do not fit together.
 * The command line, the library and MCP all come through here; nothing is read and no pattern is compiled.
 */
import { flagOf } from "../model/flag.ts";
import { options, settle, type GivenOptions, type OptionName, type Verb } from "../model/options.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { clashes, type Clash } from "./clashes.ts";
import { defined } from "./defined.ts";

export interface Operands {
  readonly pattern?: string | undefined;
  readonly replacement?: string | undefined;
  readonly paths: readonly string[];
}

export interface Asked {
  readonly operands: Operands;
  /** Options given by the caller. */
  readonly given: GivenOptions;
  /** Options from a configuration file; one that does not fit what the caller gave is left aside. */
  readonly defaults?: GivenOptions;
}

/** Which operands a run takes, in their order; PATHS always come last. */
export function operandsTaken(verb: Request["verb"], given: GivenOptions): readonly ("pattern" | "replacement")[] {
  if (verb === "search") return ["pattern"];
  if (given.plan !== undefined || given.rules !== undefined || given.recipe !== undefined) return [];
  if (given.map?.length || given.map_file !== undefined) return [];
  return given.script === undefined ? ["pattern", "replacement"] : ["pattern"];
}

export function toRequest(verb: Request["verb"], asked: Asked): Result<Request> {
  const { operands, given } = asked;
  const wrong = fitProblem(verb, asked) ?? pathProblem(operands, given) ?? valueProblem(given);
  if (wrong) return failure(wrong);
  const settled = { ...fitting(verb, asked.defaults ?? {}, given), ...defined(given) };
  return success({
    verb,
    ...(operands.pattern !== undefined && { pattern: operands.pattern }),
    ...(operands.replacement !== undefined && { replacement: operands.replacement }),
    paths: operands.paths,
    settings: settle(verb, settled),
    explicitAtLeast: settled.at_least !== undefined,
  });
}

/** Operands and options that exclude each other, or a missing operand. A recipe, which brings its own, may not have been read yet. */
export function fitProblem(verb: Request["verb"], { operands, given }: Asked): Problem | undefined {
  return clashProblem(verb, given) ?? operandProblem(verb, operands, given);
}

/** Options that say what operands say otherwise. */
const replacing = ["plan", "rules", "recipe", "map", "map_file", "script"] as const satisfies readonly OptionName[];

function operandProblem(verb: Request["verb"], operands: Operands, given: GivenOptions): Problem | undefined {
  const taken = operandsTaken(verb, given);
  for (const name of ["pattern", "replacement"] as const) {
    if (taken.includes(name) === (operands[name] !== undefined)) continue;
    const called = verb === "rename" ? (name === "pattern" ? "old name" : "new name") : name;
    if (operands[name] === undefined)
      return problem("invalid_request", `${verb} needs ${called.startsWith("o") ? "an" : "a"} ${called}`);
    const instead = replacing.find((option) => isGiven(given, option));
    const why = instead === undefined ? "" : `: ${flagOf(instead)} takes its place`;
    return problem("invalid_request", `${verb} takes no ${called}${why}`);
  }
  if (given.plan !== undefined && operands.paths.length > 0)
    return problem("invalid_request", "a saved plan says itself which files it changes, so no paths can be given", {
      suggestion: "Make a new plan of these paths, or give another copy of the tree with --root.",
    });
  return undefined;
}

/** Two options that exclude each other. */
export function clashProblem(verb: Verb, given: GivenOptions): Problem | undefined {
  for (const { first, second, why } of clashesOf(verb))
    if (isGiven(given, first) && isGiven(given, second))
      return problem("invalid_request", `${flagOf(first)} and ${flagOf(second)} exclude each other: ${why}`, {
        details: { options: [first, second] },
      });
  return undefined;
}

function pathProblem(operands: Operands, given: GivenOptions): Problem | undefined {
  if (operands.paths.includes(""))
    return problem("invalid_request", "an empty path was given", { suggestion: "Write . for the working directory." });
  for (const name of ["stdin", "files_from"] as const)
    if (isGiven(given, name) && operands.paths.length > 0)
      return problem(
        "invalid_request",
        `${flagOf(name)} takes the place of paths, so ${operands.paths[0]} cannot be given`,
      );
  return undefined;
}

const needs: readonly (readonly [option: OptionName, needed: readonly OptionName[]])[] = [
  ["root", ["plan"]],
  ["null_separated", ["files_from"]],
  ["debug_pattern", ["lang"]],
  ["strictness", ["lang"]],
  ["script_timeout", ["script", "recipe"]],
];

function valueProblem(given: GivenOptions): Problem | undefined {
  for (const [option, needed] of needs)
    if (isGiven(given, option) && !needed.some((name) => isGiven(given, name)))
      return problem("invalid_request", `${flagOf(option)} has a meaning only with ${needed.map(flagOf).join(" or ")}`);
  const { at_least: least, at_most: most } = given;
  if (least !== undefined && most !== undefined && least > most)
    return problem("invalid_request", `no count is at least ${least} and at most ${most}`, {
      details: { options: ["at_least", "at_most"] },
    });
  if (given.threads === 0)
    return problem("invalid_threads", "a run needs at least one thread, and --threads 0 was given", {
      suggestion: "Leave --threads out for one thread on each core.",
    });
  return undefined;
}

/** The defaults that concern this verb and do not clash with what was given. */
function fitting(verb: Request["verb"], defaults: GivenOptions, given: GivenOptions): GivenOptions {
  const fits = ([name, value]: [string, unknown]) =>
    value !== undefined && options[name as OptionName].verbs.includes(verb) && !clashesWith(given, name);
  return Object.fromEntries(Object.entries(defaults).filter(fits));
}

/** Those of a recipe that hold beside what the caller gave: what says where to look and what to accept gives way, what says how to match does not. */
export function besideGiven(recipe: GivenOptions, given: GivenOptions): GivenOptions {
  const holds = ([name]: [string, unknown]) => {
    const { group } = options[name as OptionName];
    return (group !== "files" && group !== "guards") || !clashesWith(given, name);
  };
  return Object.fromEntries(Object.entries(recipe).filter(holds));
}

function clashesWith(given: GivenOptions, name: string): boolean {
  return clashes.some(
    ({ first, second }) => (first === name && isGiven(given, second)) || (second === name && isGiven(given, first)),
  );
}

function clashesOf(verb: Verb): readonly Clash[] {
  return clashes.filter((clash) => clash.verbs?.includes(verb) ?? true);
}

function isGiven(given: GivenOptions, name: OptionName): boolean {
  const value = given[name];
  return value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
}
