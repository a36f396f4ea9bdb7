/** Options and whole requests as schemas, made from the one table of options: for configuration, the library and MCP. */
import * as v from "valibot";
import { bytesOf } from "../model/flag.ts";
import { options, type OptionInfo, type OptionName, type Verb } from "../model/options.ts";
import type { Request } from "../model/request.ts";

/** Where options are given, beside the command line. */
export type Door = "library" | "mcp";

/** Accepts the value of an option as data; sizes also as text with a suffix. */
export function optionSchema(name: OptionName): v.GenericSchema<unknown, unknown> {
  const info: OptionInfo = options[name];
  const value = valueSchema(info);
  return v.pipe(info.repeatable ? v.array(value) : value, v.description(info.help));
}

/** The names of the options that a verb takes at a door. */
export function optionNames(verb: Verb, door: Door): OptionName[] {
  return (Object.keys(options) as OptionName[]).filter((name) => {
    const { verbs, only } = options[name];
    return verbs.includes(verb) && (only === undefined || (only === "cli_and_library" && door === "library"));
  });
}

/** Each option as an optional entry, to be put beside others. */
export function optionEntries(names: readonly OptionName[]): Record<string, v.GenericSchema<unknown, unknown>> {
  return Object.fromEntries(names.map((name) => [name, v.optional(optionSchema(name))]));
}

/** Operands and options in one object, as MCP and `swath schema request` see them. */
export function requestSchema(verb: Request["verb"], door: Door): v.GenericSchema<unknown, Record<string, unknown>> {
  const names = optionNames(verb, door).filter((name) => !(name === "paths" && verb !== "rename"));
  return v.strictObject({ ...operandEntries(verb, door), ...optionEntries(names) }) as unknown as v.GenericSchema<
    unknown,
    Record<string, unknown>
  >;
}

/** A rename has an option `paths` of its own, so its paths have another name. */
export function operandEntries(verb: Request["verb"], door: Door): Record<string, v.GenericSchema<unknown, unknown>> {
  const paths = v.optional(
    v.pipe(v.array(v.string()), v.description("Files, directories or globs; the working directory when absent")),
  );
  if (verb === "rename") {
    const [from, to] = [text("The name as it is now"), text("The name to be")];
    return door === "library" ? { from, to, roots: paths } : { old: from, new: to, in: paths };
  }
  const pattern = required("A regular expression, or text or code as the options say");
  if (verb === "search") return { pattern, paths };
  return { pattern: v.optional(pattern), replacement: text("What takes the place of each match"), paths };
}

/** Absent where something else takes its place. */
function text(help: string): v.GenericSchema<unknown, unknown> {
  return v.optional(required(help));
}

function required(help: string): v.GenericSchema<unknown, unknown> {
  return v.pipe(v.string(), v.description(help));
}

function valueSchema(info: OptionInfo): v.GenericSchema<unknown, unknown> {
  switch (info.kind) {
    case "boolean":
      return v.boolean();
    case "count":
      return v.pipe(v.number(), v.integer(), v.minValue(0));
    case "bytes":
      return v.union([v.pipe(v.number(), v.integer(), v.minValue(0)), sizeText]);
    case "seconds":
      return v.pipe(v.number(), v.gtValue(0));
    case "choice":
      return v.picklist(info.choices ?? []);
    case "path":
      return v.pipe(v.string(), v.nonEmpty());
    case "string":
      return v.string();
    default:
      return info.kind satisfies never;
  }
}

const sizeText = v.pipe(v.string(), v.regex(/^\d+[KMGkmg]?$/), v.transform(bytesOf), v.number());
