/** Completion for zsh. */
import { verbs } from "../verbs.ts";
import { flagWords, lists, operandWords, verbNames, type FlagWords } from "./words.ts";

export function zshCompletions(): string {
  const list = verbNames.map((name) => `    ${quoted(`${name}:${colons(verbs[name].summary)}`)}`).join("\n");
  return `#compdef swath
# swath completions for zsh: save as _swath in a directory of $fpath
_swath_languages() { compadd -- ${lists.languages.map(quoted).join(" ")} }
_swath_types() { compadd -- ${lists.types.map(quoted).join(" ")} }
_swath_recipes() { compadd -- \${(f)"$(${lists.recipes})"} }
_swath() {
  local -a verbs
  verbs=(
${list}
  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${verbNames.map(verbCase).join("")}  esac
}
if [[ $funcstack[1] == _swath ]]; then _swath "$@"; else compdef _swath swath; fi
`;
}

function verbCase(verb: (typeof verbNames)[number]): string {
  const operands = operandWords(verb);
  const rest = operands.length > 0 ? `'1:word:(${operands.join(" ")})' '*:file:_files'` : `'*:file:_files'`;
  const specs = flagWords(verb).flatMap((flag) =>
    flag.spellings.map((spelling) => `      ${flagSpec(spelling, flag)} \\\n`),
  );
  return `    ${verb}) _arguments -s \\\n${specs.join("")}      ${rest} ;;\n`;
}

function flagSpec(spelling: string, { help, takes, choices }: FlagWords): string {
  const short = !spelling.startsWith("--");
  const value = {
    nothing: "",
    file: ":file:_files",
    choice: `:value:(${choices.join(" ")})`,
    value: ":value: ",
    languages: ":language:_swath_languages",
    types: ":type:_swath_types",
    recipes: ":recipe:_swath_recipes",
  }[takes];
  const attach = takes === "nothing" ? "" : short ? "+" : "=";
  return quoted(`*${spelling}${attach}[${help.replace(/[[\]:\\]/g, "\\$&")}]${value}`);
}

function colons(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
