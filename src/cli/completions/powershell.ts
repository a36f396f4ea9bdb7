/** Completion for PowerShell. */
import { flagWords, operandWords, verbNames } from "./words.ts";

export function powershellCompletions(): string {
  const table = verbNames.map((name) => {
    const flags = flagWords(name).flatMap(({ spellings }) => spellings);
    return `    ${quoted(name)} = @(${[...operandWords(name), ...flags, "--help"].map(quoted).join(", ")})\n`;
  });
  return `# swath completions for PowerShell: swath completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName swath -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = [ordered]@{
${table.join("")}  }
  $elements = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  $atVerb = $elements.Count -lt 2 -or ($elements.Count -eq 2 -and $wordToComplete -ne '')
  $candidates = if ($atVerb) { $words.Keys } elseif ($words.Contains($elements[1])) { $words[$elements[1]] } else { @() }
  $candidates | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
