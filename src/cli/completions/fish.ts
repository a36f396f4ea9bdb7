/** Completion for fish. */
import { verbs } from "../verbs.ts";
import { flagWords, lists, operandWords, verbNames, type FlagWords } from "./words.ts";

export function fishCompletions(): string {
  const lines = [
    "# swath completions for fish: swath completions fish > ~/.config/fish/completions/swath.fish",
    `set -g __swath_languages ${lists.languages.map(quoted).join(" ")}`,
    `set -g __swath_types ${lists.types.map(quoted).join(" ")}`,
    `function __swath_recipes; ${lists.recipes}; end`,
    ...verbNames.map(
      (name) => `complete -c swath -f -n __fish_use_subcommand -a ${name} -d ${quoted(verbs[name].summary)}`,
    ),
    ...verbNames.flatMap((name) => {
      const condition = `-n '__fish_seen_subcommand_from ${name}'`;
      const words = operandWords(name);
      return [
        ...(words.length > 0 ? [`complete -c swath -f ${condition} -a ${quoted(words.join(" "))}`] : []),
        ...flagWords(name).map((flag) => `complete -c swath ${condition} ${flagSpec(flag)}`),
      ];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

function flagSpec({ spellings, help, takes, choices }: FlagWords): string {
  const names = spellings.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = {
    nothing: "",
    file: " -r -F",
    choice: ` -x -a ${quoted(choices.join(" "))}`,
    value: " -x",
    languages: " -x -a '$__swath_languages'",
    types: " -x -a '$__swath_types'",
    recipes: " -x -a '(__swath_recipes)'",
  }[takes];
  return `${names.join(" ")}${value} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
