/** What is written for a command line, in the words of a tool's caller: flags become arguments, verbs become tools. */
import { options, type OptionName } from "../model/options.ts";
import type { Problem } from "../model/problem.ts";

/** Only where the words are those of swath: the message of most errors quotes what the caller gave. */
export function inToolWords(problem: Problem): Problem {
  const { message, suggestion } = problem;
  return {
    ...problem,
    ...(problem.kind === "invalid_request" && { message: asArguments(message) }),
    ...(suggestion !== undefined && { suggestion: asArguments(suggestion) }),
  };
}

/** Of any text that is swath's own. */
export function asArguments(text: string): string {
  return text
    .replace(
      /`?\bswath (plan|apply|search|rename|read|sparse|edit|undo|recover)\b([^`]*)`?/g,
      (all, verb: string, rest: string) => (all.endsWith("`") ? `swath_${verb}` : `swath_${verb}${rest}`),
    )
    .replace(/--(no-)?([a-z][a-z-]*)/g, (flag, no: string | undefined, name: string) => argument(no, name) ?? flag);
}

function argument(no: string | undefined, name: string): string | undefined {
  const option = name.replaceAll("-", "_");
  const info = Object.hasOwn(options, option) ? options[option as OptionName] : undefined;
  if (!info || info.only !== undefined) return undefined;
  if (no === undefined) return option;
  return info.negated !== undefined ? `${option}: false` : undefined;
}
