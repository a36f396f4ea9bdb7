/** The filter of `-t` and `-T`: file names by ripgrep's types. */
import { nearestName } from "../model/nearest.ts";
import { problem } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";
import { noNodes, RuleSet } from "./rule-set.ts";
import { fileTypes } from "./types.ts";

export type NameFilter = (name: string) => boolean;

/** Undefined when no type limits the run. A file of a type in `without` is out, whatever `only` says. */
export function compileTypes(only: readonly string[], without: readonly string[]): Result<NameFilter | undefined> {
  for (const type of [...only, ...without]) {
    if (type === everyType || Object.hasOwn(fileTypes, type)) continue;
    const suggestion = adviceFor(type);
    return failure(problem("invalid_glob", `there is no file type '${type}'`, { suggestion, details: { type } }));
  }
  if (only.length + without.length === 0) return success(undefined);
  const wanted = only.length > 0 ? namesOf(only) : undefined;
  const unwanted = namesOf(without);
  return success((name) => (wanted === undefined || has(wanted, name)) && !has(unwanted, name));
}

/** Who types an extension means its files; any other name is a guess. */
function adviceFor(type: string): string {
  const ofExtension = Object.keys(fileTypes).filter((known) => has(namesOf([known]), `x.${type}`));
  if (ofExtension.length > 0) return `use the type ${ofExtension.map((known) => `'${known}'`).join(" or ")}`;
  const nearest = type === "" ? undefined : nearestName(type, Object.keys(fileTypes));
  return nearest ? `did you mean the type '${nearest}'?` : "use a glob such as --glob '*.ext' instead";
}

/** Stands for every type of the table, as in ripgrep. */
const everyType = "all";

function namesOf(types: readonly string[]): RuleSet {
  const rules = new RuleSet({ unit: "text", fold: false });
  for (const type of types) {
    const globs = type === everyType ? Object.values(fileTypes) : [fileTypes[type]!];
    for (const pattern of globs.flatMap((list) => list.split(" ")))
      rules.add({ pattern, negated: false, directoryOnly: false });
  }
  return rules;
}

function has(rules: RuleSet, name: string): boolean {
  return rules.match(name, false, noNodes) > 0;
}
