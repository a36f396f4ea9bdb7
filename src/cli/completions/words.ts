/** What can be completed, from the tables: shells differ only in how they are told. */
import { schemaNames } from "../../schema/names.ts";
import { flagsOf, verbs, type VerbName } from "../verbs.ts";
import { topicNames } from "../topics.ts";
import { flagName } from "../values.ts";
import type { FlagInfo } from "../flags.ts";

export interface FlagWords {
  /** With their dashes: `-F`, `--literal`, `--fixed-strings`. */
  readonly spellings: readonly string[];
  readonly help: string;
  readonly takes: "nothing" | "file" | "choice" | "value";
  readonly choices: readonly string[];
}

export const verbNames = Object.keys(verbs) as VerbName[];

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

export function flagWords(verb: VerbName): FlagWords[] {
  return Object.entries(flagsOf(verb)).map(([name, info]) => ({
    spellings: spellings(name, info),
    help: info.help,
    takes: info.kind === "boolean" ? "nothing" : info.kind === "path" ? "file" : info.choices ? "choice" : "value",
    choices: info.choices ?? [],
  }));
}

/** Operands that are words of a closed list. */
export function operandWords(verb: VerbName): readonly string[] {
  if (verb === "completions") return shells;
  if (verb === "schema") return schemaNames;
  if (verb === "help")
    return [...topicNames, ...verbNames.filter((name) => !(topicNames as readonly string[]).includes(name))];
  return verb === "sparse" ? ["list", "read"] : [];
}

function spellings(name: string, info: FlagInfo): string[] {
  const long = [flagName(name), ...(info.aliases ?? []), ...(info.negatable ? [`no-${flagName(name)}`] : [])];
  return [...(info.short ? [`-${info.short}`] : []), ...long.map((one) => `--${one}`)];
}
