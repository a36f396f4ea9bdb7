/** Completion for PowerShell. */
import { flagWords, lists, operandWords, verbNames, type FlagWords } from "./words.ts";

export function powershellCompletions(): string {
  const table = verbNames.map((name) => {
    const flags = flagWords(name).flatMap(({ spellings }) => spellings);
    return `    ${quoted(name)} = ${listed([...operandWords(name), ...flags, "--help"])}\n`;
  });
  return `# swath completions for PowerShell: swath completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = [ordered]@{
${table.join("")}  }
  $languages = ${listed(lists.languages)}
  $types = ${listed(lists.types)}
  $elements = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $atVerb = $elements.Count -lt 2 -or ($elements.Count -eq 2 -and $wordToComplete -ne '')
  $previous = $elements[$(if ($wordToComplete -eq '') { -1 } else { -2 })]
  $values = switch -CaseSensitive ($previous) {
${valueCases()}  }
  $candidates = if ($atVerb) { $words.Keys } elseif ($values) { $values } elseif ($words.Contains($elements[1])) { $words[$elements[1]] } else { @() }
  $candidates | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

/** The values of a flag are the same for every verb that takes it. */
function valueCases(): string {
  const cases = verbNames
    .flatMap((verb) => flagWords(verb))
    .flatMap((flag) => {
      const values = valuesOf(flag);
      return values === undefined ? [] : flag.spellings.map((spelling) => `    ${quoted(spelling)} { ${values} }\n`);
    });
  return [...new Set(cases)].join("");
}

function valuesOf({ takes, choices }: FlagWords): string | undefined {
  switch (takes) {
    case "choice":
      return listed(choices);
    case "languages":
    case "types":
      return `$${takes}`;
    case "recipes":
      return "swath config 2>$null | Where-Object { $_ -match '^recipe ([^:]*)' } | ForEach-Object { $Matches[1] }";
    case "nothing":
    case "file":
    case "value":
      return undefined;
    default:
      return takes satisfies never;
  }
}

function listed(words: readonly string[]): string {
  return `@(${words.map(quoted).join(", ")})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
