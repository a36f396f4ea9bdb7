/** Which operand is the pattern, which the replacement, and which are paths. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import { flagOf } from "../model/flag.ts";
import { options, type GivenOptions, type OptionInfo, type OptionName } from "../model/options.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { ErrorReport } from "../model/report.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { shellWord } from "../model/shell-word.ts";
import { operandsTaken, type Operands } from "../schema/combine.ts";
import { saysWhere } from "../run/config-file.ts";
import type { Operand } from "./flags.ts";
import { formsOf } from "./verbs.ts";

export function assignOperands(
  verb: Request["verb"],
  given: GivenOptions,
  operands: readonly Operand[],
  host: Host,
): Result<Operands> {
  const taken = operandsTaken(verb, given);
  if (operands.length < taken.length) return failure(missing(verb, taken, given, operands));
  if (forgotReplacement(verb, taken, given, operands, host))
    return failure(forgotten(verb, given, operands[0]!.text, operands[1]!.text));
  const texts = operands.map(({ text }) => text);
  return success({
    ...(taken.includes("pattern") && { pattern: texts[0] }),
    ...(taken.includes("replacement") && { replacement: texts[1] }),
    paths: texts.slice(taken.length),
  });
}

/**
 * Says of an operand that is no existing path why it was taken for one: it may have been meant as something else, unless
 * it holds a slash.
 */
export function readAsPath(
  verb: Request["verb"],
  given: GivenOptions,
  operands: readonly Operand[],
  error: ErrorReport,
  host: Host,
): string | undefined {
  if (error.path === undefined || error.details?.["code"] !== "ENOENT") return undefined;
  const missingPath = path.resolve(host.cwd, error.path);
  if (isLink(host, missingPath)) return undefined;
  const taken = operandsTaken(verb, given);
  const operand = operands.slice(taken.length).find(({ text }) => path.resolve(host.cwd, text) === missingPath);
  if (!operand || operand.text.includes("/")) return undefined;
  const pair = given.map !== undefined && operand.text.includes("=") ? " Write --map before each pair." : "";
  return `${shellWord(operand.text)} was read as a path, since ${standsWhere(verb, taken, given)}.${pair}`;
}

/** A link that leads nowhere is there for all that. */
function isLink(host: Host, file: string): boolean {
  try {
    return host.fs.linkStat(file).kind === "link";
  } catch {
    return false;
  }
}

function standsWhere(verb: Request["verb"], taken: readonly string[], given: GivenOptions): string {
  const instead = (["rules", "recipe", "map", "map_file", "script"] as const).find((name) => given[name] !== undefined);
  const replaced = namesOf(verb, verb === "search" ? [] : ["pattern", "replacement"].slice(taken.length));
  if (instead && replaced.length > 0) return `${flagOf(instead)} takes the place of ${replaced.join(" and ")}`;
  return `it stands after ${namesOf(verb, taken).join(" and ")}`;
}

/** Operands as usage lines show them. */
function namesOf(verb: Request["verb"], taken: readonly string[]): string[] {
  const shown: Readonly<Record<string, string>> = verb === "rename" ? { pattern: "OLD", replacement: "NEW" } : {};
  return taken.map((name) => shown[name] ?? name.toUpperCase());
}

function missing(
  verb: Request["verb"],
  taken: readonly string[],
  given: GivenOptions,
  operands: readonly Operand[],
): Problem {
  const names = namesOf(verb, taken);
  const [pattern] = operands;
  if (!pattern)
    return problem("invalid_request", `swath ${verb} needs ${names.join(" and ")}`, {
      suggestion: formsOf(verb),
    });
  return problem("invalid_request", `swath ${verb} needs ${names[1]} after "${pattern.text}"`, {
    suggestion:
      verb === "rename"
        ? formsOf(verb)
        : `Write '' to delete what matches, or see the matches with: swath ${[
            "search",
            ...optionsFor("search", given),
            ...(pattern.afterDashes ? ["--"] : []),
            shellWord(pattern.text),
          ].join(" ")}`,
  });
}

/** `apply foo src` reads as "replace foo by src everywhere", and hardly ever means it. */
function forgotReplacement(
  verb: Request["verb"],
  taken: readonly string[],
  given: GivenOptions,
  operands: readonly Operand[],
  host: Host,
): boolean {
  const replacement = operands[1];
  if (verb === "rename" || !taken.includes("replacement") || !replacement || operands.length !== 2) return false;
  if (replacement.afterDashes || saysWhere(given) || !/[\p{L}\p{N}]/u.test(replacement.text)) return false;
  return existsOrNot(host, path.resolve(host.cwd, replacement.text));
}

function existsOrNot(host: Host, file: string): boolean {
  try {
    return host.fs.exists(file);
  } catch {
    return false;
  }
}

function forgotten(verb: Request["verb"], given: GivenOptions, pattern: string, replacement: string): Problem {
  const shown = shellWord(replacement);
  const command = ["swath", verb, ...optionsFor(verb, given), "--", shellWord(pattern), shown].join(" ");
  return problem(
    "invalid_request",
    `"${replacement}" is an existing path, so the replacement of "${pattern}" seems to be missing`,
    {
      suggestion: `If ${shown} is the replacement, write: ${command}`,
      details: { replacement },
    },
  );
}

/** What was given, as it is typed: all that the verb takes and that is not about output. Without it a command would do something else. */
function optionsFor(verb: Request["verb"], given: GivenOptions): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const { verbs, group }: OptionInfo = options[name as OptionName];
    if (value === undefined || group === "output" || !verbs.includes(verb)) return [];
    if (typeof value === "boolean") return [value ? flagOf(name) : flagOf(`no_${name}`)];
    return [value].flat().map((one) => `${flagOf(name)}=${shellWord(String(one))}`);
  });
}
