/**
 * The arguments of the library's functions, read strictly: a program without types is told of a misspelt option by the
 * same problem as a command line, and never by an exception.
 */
import * as v from "valibot";
import { halfCharacterIn } from "../model/half-character.ts";
import { options, type GivenOptions, type OptionInfo, type OptionName, type Verb } from "../model/options.ts";
import { problem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Operands } from "./combine.ts";
import { defined } from "./defined.ts";
import { issuesProblem } from "./issues.ts";
import { operandEntries, optionEntries, optionNames } from "./request.ts";

/** What a verb that matches is called with, operands and options apart as the pipeline wants them. */
export function readMatchCall(
  verb: Request["verb"],
  given: unknown,
  controls: unknown,
): Result<{ readonly operands: Operands; readonly given: GivenOptions }> {
  const operands = operandEntries(verb, "library");
  const read = readOptions(verb, given, operands, controls);
  if (!read.ok) return read;
  const [pattern, replacement, paths] =
    verb === "rename" ? (["from", "to", "roots"] as const) : (["pattern", "replacement", "paths"] as const);
  const isOperand = ([name]: [string, unknown]): boolean => Object.hasOwn(operands, name);
  return success({
    operands: {
      pattern: read.value[pattern],
      replacement: read.value[replacement],
      paths: read.value[paths] ?? [],
    } as Operands,
    given: Object.fromEntries(Object.entries(read.value).filter((entry) => !isOperand(entry))),
  });
}

/** What stands before the options of recover and undo. */
const firstArguments = {
  recover: { schema: v.optional(v.array(v.string())), wanted: "paths as a list of texts", form: "paths" },
  undo: { schema: v.optional(v.string()), wanted: "the id of an apply as text", form: "id" },
} as const;

/** The options of recover or undo, provided that what stands before them is of the right kind. */
export function readMendCall(
  verb: "recover" | "undo",
  first: unknown,
  given: unknown,
  controls: unknown,
): Result<GivenOptions> {
  const { schema, wanted, form } = firstArguments[verb];
  if (v.is(schema, first)) return readOptions(verb, given, {}, controls);
  return failure(
    problem("invalid_request", `${verb} takes ${wanted} first, and ${kindOf(first)} was given`, {
      suggestion: `Its form is ${verb}(${form}, options, controls).`,
    }),
  );
}

type Entries = Record<string, v.GenericSchema<unknown, unknown>>;

const controlEntries: Entries = {
  cwd: v.optional(v.pipe(v.string(), v.nonEmpty())),
  signal: v.optional(v.instance(AbortSignal)),
  onProgress: v.optional(v.function()),
};

function readOptions(
  verb: Verb,
  given: unknown,
  operands: Entries,
  controls: unknown,
): Result<Record<string, unknown>> {
  const entries = { ...operands, ...optionEntries(optionNames(verb, "library")) };
  const steered = readObject(verb, "control", controls, controlEntries);
  const read = readObject(verb, "option", given, entries);
  if (!read.ok || !steered.ok) return read.ok ? steered : read;
  const torn = halfCharacterIn(read.value, verb);
  return torn ? failure(torn) : read;
}

function readObject(
  verb: Verb,
  noun: "option" | "control",
  given: unknown,
  entries: Entries,
): Result<Record<string, unknown>> {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    return failure(
      problem("invalid_request", `${verb}: an object of ${noun}s is wanted, and ${kindOf(given)} was given`),
    );
  const parsed = v.safeParse(v.strictObject(entries), given);
  if (parsed.success) return success(defined(parsed.output));
  const { message, suggestion } = issuesProblem(parsed.issues, {
    kind: "invalid_request",
    noun,
    known: () => Object.keys(entries),
    elsewhere: (name) => (noun === "option" ? elsewhere(name) : undefined),
  });
  return failure(
    problem("invalid_request", `${verb}: ${message}`, { ...(suggestion !== undefined && { suggestion }) }),
  );
}

/** What a name means that is no option of this function. */
function elsewhere(name: string): string | undefined {
  if (Object.hasOwn(controlEntries, name)) return `Give the control ${name} in an object of its own after the options.`;
  const info: OptionInfo | undefined = Object.hasOwn(options, name) ? options[name as OptionName] : undefined;
  if (!info) return undefined;
  return info.only === "cli"
    ? "It is an option of the command line alone."
    : `It is an option of ${info.verbs.join(", ")}.`;
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}
