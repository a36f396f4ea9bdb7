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
    const meant = meantBy(type);
    return failure(
      problem("invalid_glob", `there is no file type '${type}'`, {
        suggestion: meant ? `use the type '${meant}'` : "use a glob such as --glob '*.ext' instead",
        details: { type },
      }),
    );
  }
  if (only.length + without.length === 0) return success(undefined);
  const wanted = only.length > 0 ? namesOf(only) : undefined;
  const unwanted = namesOf(without);
  return success((name) => (wanted === undefined || has(wanted, name)) && !has(unwanted, name));
}

/** The type of files with this extension, or else the one that is spelled most alike. */
function meantBy(type: string): string | undefined {
  const names = Object.keys(fileTypes);
  return names.find((name) => has(namesOf([name]), `name.${type}`)) ?? (type && nearestName(type, names));
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
