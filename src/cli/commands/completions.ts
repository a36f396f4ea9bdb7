/** completions: the script that teaches a shell the verbs and flags. */
import { nearestName } from "../../model/nearest.ts";
import { problem } from "../../model/problem.ts";
import { tooMany, type Command } from "../command.ts";
import { bashCompletions } from "../completions/bash.ts";
import { fishCompletions } from "../completions/fish.ts";
import { powershellCompletions } from "../completions/powershell.ts";
import { shells } from "../completions/words.ts";
import { zshCompletions } from "../completions/zsh.ts";
import { ExitCode } from "../exit-code.ts";
import { fail } from "../fail.ts";

export const completionScripts: Readonly<Record<(typeof shells)[number], () => string>> = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
  powershell: powershellCompletions,
};

export const completionsCommand: Command = async ({ verb, operands, io }) => {
  const surplus = tooMany(verb, operands, 1);
  if (surplus) return fail(io, surplus, { json: false });
  const shell = operands[0]?.text;
  if (shell !== undefined && Object.hasOwn(completionScripts, shell)) {
    io.stdout.write(completionScripts[shell as keyof typeof completionScripts]());
    return ExitCode.success;
  }
  const near = shell === undefined ? undefined : nearestName(shell, shells);
  const message = shell === undefined ? "swath completions needs a SHELL" : `there are no completions for "${shell}"`;
  const suggestion = near ? `Did you mean ${near}?` : `The shells are ${shells.join(", ")}.`;
  return fail(io, problem("invalid_request", message, { suggestion }), { json: false });
};
