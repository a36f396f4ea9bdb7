/** Globs that people write, as PATHS and after `-g`: checked, with `{a,b}` written out, in the terms of a `RuleSet`. */
import { type Problem, problem } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";
import { parseClass } from "./glob.ts";

/** Most globs that the braces of one may stand for. */
const mostAlternatives = 1000;

/** Whether a path that does not exist is to be read as a glob. */
export function isGlob(path: string): boolean {
  for (let at = 0; at < path.length; at++) {
    const character = path[at]!;
    if (character === "\\") at++;
    else if (character === "*" || character === "?") return true;
    else if (character === "[" && parseClass(path, at + 1)) return true;
    else if (character === "{" && /^\{[^}]*,/.test(path.slice(at)) && closingBrace(path, at) > 0) return true;
  }
  return false;
}

/** The globs without braces that a glob stands for; `invalid_glob` with the column of what is wrong, counted from `lead` on. */
export function expandGlob(glob: string, lead: "" | "!" = ""): Result<readonly string[]> {
  const wrong = faultOf(glob);
  if (wrong) return failure(invalid(lead + glob, lead.length + wrong.at, wrong.reason));
  const done: string[] = [];
  const waiting = [glob];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const open = openingBrace(next, 0);
    if (open < 0) {
      done.push(next);
      continue;
    }
    const close = closingBrace(next, open);
    for (const alternative of alternativesOf(next.slice(open + 1, close)))
      waiting.push(next.slice(0, open) + alternative + next.slice(close + 1));
    if (done.length + waiting.length > mostAlternatives)
      return failure(
        invalid(
          lead + glob,
          lead.length + openingBrace(glob, 0),
          `its braces stand for more than ${mostAlternatives} globs`,
        ),
      );
  }
  return success(done.toReversed());
}

interface Fault {
  readonly at: number;
  readonly reason: string;
}

function faultOf(glob: string): Fault | undefined {
  if (glob === "") return { at: 0, reason: "it is empty" };
  const open: number[] = [];
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at]!;
    if (character === "\\") {
      if (++at === glob.length) return { at: at - 1, reason: "it ends in a backslash that escapes nothing" };
    } else if (character === "[") {
      const parsed = parseClass(glob, at + 1);
      if (!parsed) return { at: at, reason: "a character class is not closed or names an unknown kind" };
      if (glob.slice(at, parsed.next).includes("/")) return { at: at, reason: "a character class cannot hold a slash" };
      at = parsed.next - 1;
    } else if (character === "{") {
      open.push(at);
    } else if (character === "}" && open.pop() === undefined) {
      return { at: at, reason: "a closing brace has no opening one" };
    }
  }
  const unclosed = open.pop();
  return unclosed === undefined ? undefined : { at: unclosed, reason: "an opening brace is not closed" };
}

function invalid(glob: string, at: number, reason: string): Problem {
  const column = Buffer.byteLength(glob.slice(0, at)) + 1;
  return problem("invalid_glob", `cannot read the glob '${glob}': ${reason} (column ${column})`, {
    column,
    ...(glob !== "" && glob !== "!" && { suggestion: "put a backslash before a character that stands for itself" }),
    details: { glob },
  });
}

function openingBrace(glob: string, from: number): number {
  for (let at = from; at < glob.length; at = afterCharacter(glob, at)) if (glob[at] === "{") return at;
  return -1;
}

function closingBrace(glob: string, open: number): number {
  let depth = 0;
  for (let at = open; at < glob.length; at = afterCharacter(glob, at)) {
    if (glob[at] === "{") depth++;
    else if (glob[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

function alternativesOf(inside: string): string[] {
  const alternatives: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < inside.length; at = afterCharacter(inside, at)) {
    if (inside[at] === "{") depth++;
    else if (inside[at] === "}") depth--;
    else if (inside[at] === "," && depth === 0) {
      alternatives.push(inside.slice(start, at));
      start = at + 1;
    }
  }
  return [...alternatives, inside.slice(start)];
}

/** Steps over escapes and classes as one character. */
function afterCharacter(glob: string, at: number): number {
  if (glob[at] === "\\") return at + 2;
  return glob[at] === "[" ? (parseClass(glob, at + 1)?.next ?? at + 1) : at + 1;
}

/** A path as a glob that matches just it. */
export function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]]/g, "\\$&");
}
