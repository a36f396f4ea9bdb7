/** What can be completed, from the tables: shells differ only in how they are told. */
import { coreLanguages, knownPacks } from "../../match/ast/language-data.ts";
import { flagName } from "../../model/flag.ts";
import type { OptionName } from "../../model/options.ts";
import { fileTypes } from "../../plan/types.ts";
import { schemaNames } from "../../schema/names.ts";
import { flagsOf, verbs, type VerbName } from "../verbs.ts";
import { topicNames } from "../topics.ts";
import type { FlagInfo } from "../flags.ts";

export interface FlagWords {
  /** With their dashes: `-F`, `--literal`, `--fixed-strings`. */
  readonly spellings: readonly string[];
  readonly help: string;
  readonly takes: "nothing" | "file" | "choice" | "value" | ListName;
  readonly choices: readonly string[];
}

/** Lists that are too long to stand beside each flag, or known only where the shell is. */
export type ListName = "languages" | "types" | "recipes";

const listOf: Partial<Record<OptionName, ListName>> = {
  lang: "languages",
  type: "types",
  type_not: "types",
  recipe: "recipes",
};

/** The names in each list, and for recipes the command that prints them, one a line. */
export const lists = {
  languages: [...coreLanguages, ...knownPacks].flatMap(({ name, aliases }) => [name, ...aliases]),
  types: Object.keys(fileTypes),
  recipes: String.raw`swath config 2>/dev/null | sed -n 's/^recipe \([^:]*\).*/\1/p'`,
} as const satisfies Record<ListName, readonly string[] | string>;

export const verbNames = Object.keys(verbs) as VerbName[];

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

/** The flags of a verb; the `--no-` form of an option is one of its own, since it does something else. */
export function flagWords(verb: VerbName): FlagWords[] {
  return Object.entries(flagsOf(verb)).flatMap(([name, info]) => {
    const own = {
      spellings: spellings(name, info),
      help: info.help,
      takes: takenBy(name, info),
      choices: info.choices ?? [],
    };
    if (info.negated === undefined) return [own];
    return [own, { ...own, spellings: [`--no-${flagName(name)}`], help: info.negated }];
  });
}

function takenBy(name: string, info: FlagInfo): FlagWords["takes"] {
  if (info.kind === "boolean") return "nothing";
  if (info.kind === "path") return "file";
  return info.choices ? "choice" : (listOf[name as OptionName] ?? "value");
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
  return [
    ...(info.short ? [`-${info.short}`] : []),
    ...[flagName(name), ...(info.aliases ?? [])].map((one) => `--${one}`),
  ];
}
