/** Which lines of a file are asked for. */
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Part } from "./read.ts";

/** From `lines` (`A:B`, `A:`, `:B` or `A`), `head` and `tail`, of which one at most may be given. */
export function readPart(given: Readonly<Record<string, unknown>>): Result<Part | undefined> {
  const names = (["lines", "head", "tail"] as const).filter((name) => given[name] !== undefined);
  const [name, other] = names;
  if (other !== undefined)
    return failure(problem("invalid_request", `${name} and ${other} both say which lines are wanted`));
  if (name === undefined) return success(undefined);
  if (given["stat"] === true) return failure(statShowsNone());
  if (name === "lines") return readLines(given["lines"] as string);
  return success({ kind: name, count: given[name] as number });
}

/** Of a stat whose lines are chosen or anchored. */
export function statShowsNone(): Problem {
  return problem("invalid_request", "stat shows no lines, so none can be chosen or anchored");
}

function readLines(text: string): Result<Part> {
  const parts = /^(\d*)(:?)(\d*)$/.exec(text.trim());
  const first = parts?.[1] ? Number(parts[1]) : 1;
  const last = parts?.[3] ? Number(parts[3]) : parts?.[2] ? Number.MAX_SAFE_INTEGER : first;
  const named = parts && (parts[1] !== "" || parts[3] !== "");
  if (named && first >= 1 && last >= first) return success({ kind: "lines", first, last });
  return failure(
    problem("invalid_request", `"${text}" is no range of lines`, {
      suggestion: "Write A:B with both counted from 1, as in 10:40; A: goes on to the end.",
    }),
  );
}
