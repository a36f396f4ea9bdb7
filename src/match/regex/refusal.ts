/** How the parser says no: where in the pattern, what it is, and the way without it. Caught where the parser is entered. */
import { problem, type Problem } from "../../model/problem.ts";

export class Refusal {
  /** Index in UTF-16 units of the pattern. */
  readonly at: number;
  readonly what: string;
  readonly suggestion: string | undefined;

  constructor(at: number, what: string, suggestion?: string) {
    this.at = at;
    this.what = what;
    this.suggestion = suggestion;
  }
}

/** A construct that other dialects have and RE2 has not: whoever writes it does not mean plain text. */
export class ForeignSyntax extends Refusal {}

/** The problem, with the column counted in bytes of the pattern's UTF-8. */
export function refusalProblem(pattern: string, refusal: Refusal): Problem {
  const column = Buffer.byteLength(pattern.slice(0, refusal.at)) + 1;
  const shown = refusal.suggestion === undefined ? "" : `; ${refusal.suggestion}`;
  return problem("invalid_regex", `invalid pattern at column ${column}: ${refusal.what}${shown}`, {
    column,
    ...(refusal.suggestion !== undefined && { suggestion: refusal.suggestion }),
    ...(refusal instanceof ForeignSyntax && { remedies: [] }),
  });
}

/** One token of a pattern as an error shows it. */
export function shown(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 37)}...` : text;
  return `\`${short}\``;
}
