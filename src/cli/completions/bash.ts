/** Completion for bash: verbs, flags, their choices, and where these are none what bash itself offers: files, quoted as needed. */
import { flagWords, lists, operandWords, verbNames, type FlagWords } from "./words.ts";

export function bashCompletions(): string {
  return `# swath completions for bash: source <(swath completions bash)
_swath() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words="" choices=""
  local languages="${lists.languages.join(" ")}"
  local types="${lists.types.join(" ")}"
  COMPREPLY=()
  if [[ "$current" == "=" ]]; then current=""; elif [[ "$previous" == "=" ]]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${verbNames.join(" ")} --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${verbNames.map(verbCase).join("")}  esac
  if [[ -n "$choices" ]]; then
    COMPREPLY=($(compgen -W "$choices" -- "$current"))
  elif [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$words --help" -- "$current"))
  fi
}
complete -o default -F _swath swath
`;
}

function verbCase(verb: (typeof verbNames)[number]): string {
  const flags = flagWords(verb);
  const operands = operandWords(verb);
  const choosing = flags.filter(({ takes }) => takes === "choice" || Object.hasOwn(lists, takes));
  return `    ${verb})
      words="${flags.flatMap(({ spellings }) => spellings).join(" ")}"
${operands.length > 0 ? `      [[ $COMP_CWORD -eq 2 ]] && choices="${operands.join(" ")}"\n` : ""}${
    choosing.length > 0 ? `      case "$previous" in\n${choosing.map(choiceCase).join("")}      esac\n` : ""
  }      ;;
`;
}

function choiceCase({ spellings, takes, choices }: FlagWords): string {
  const listed = takes === "recipes" ? `$(${lists.recipes})` : takes === "choice" ? choices.join(" ") : `$${takes}`;
  return `        ${spellings.join("|")}) choices="${listed}" ;;\n`;
}
