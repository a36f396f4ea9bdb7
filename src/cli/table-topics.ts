/** The help pages that are tables of the code: errors and exit codes. */
import { flagOf } from "../model/flag.ts";
import { problemKinds, type ProblemKind } from "../model/problem.ts";
import { wrap } from "./help.ts";

export function errorsTopic(): string {
  const kinds = Object.entries(problemKinds) as [ProblemKind, (typeof problemKinds)[ProblemKind]][];
  const lines = kinds.map(([kind, { exit, meaning, remedies }]) => {
    const flags = remedies.map(flagOf).join(" ");
    const lines = wrap(`${meaning}${flags ? ` Try ${flags}.` : ""}`, 80);
    return `  ${kind} (${exit})\n${lines.map((line) => `      ${line}\n`).join("")}`;
  });
  return `ERRORS\n\nEach with its exit code and the options that could clear it. With --json an error is a\nreport with the same names.\n\n${lines.join("")}`;
}

export function exitCodesTopic(): string {
  return `EXIT CODES

    0   done, or nothing to do
    1   check would change something or found something, a quiet search (-q) found
        nothing, or a rule's test failed
    2   the number of matches is outside --at-least and --at-most
    3   any other error, usage included
  130   stopped by SIGINT
  143   stopped by SIGTERM

The same with --json and --quiet. Standard output carries data only; talk goes to
standard error.
`;
}
