/** What a schema finds wrong, as one problem: where, what was wanted, and for an unknown key the name that was meant. */
import type * as v from "valibot";
import { flagName, sizeAdvice } from "../model/flag.ts";
import { adviceOn, nearestName, type Advised } from "../model/nearest.ts";
import { options, type OptionInfo } from "../model/options.ts";
import { problem, type Problem, type ProblemKind } from "../model/problem.ts";

export interface IssueContext {
  readonly kind: ProblemKind;
  /** What the keys are called: "option", "argument", "key". */
  readonly noun: string;
  /** The names that may stand where an unknown one was found. */
  readonly known: (at: readonly string[]) => readonly string[];
  /** Explains a name that is unknown here, since it belongs to something else. */
  readonly elsewhere?: (name: string) => string | undefined;
  /** The file the value comes from, as shown. */
  readonly path?: string;
  /** What the value as a whole is called: its items would have only their numbers. */
  readonly list?: string;
}

/** All issues in one sentence. The suggestion is every name that was probably meant, or else what helps with the first. */
export function issuesProblem(issues: readonly v.BaseIssue<unknown>[], context: IssueContext): Problem {
  const told = issues.map((issue) => tell(issue, context));
  const from = context.path === undefined ? "" : `${context.path}: `;
  const suggestion = adviceOn(told);
  return problem(context.kind, from + [...new Set(told.map((one) => one.message))].join("; "), {
    ...(context.path !== undefined && { path: context.path }),
    ...(suggestion && { suggestion }),
  });
}

function tell(
  issue: v.BaseIssue<unknown>,
  { noun, known, elsewhere, list }: IssueContext,
): Advised & { readonly message: string } {
  const keys = (issue.path ?? []).map((item) => String(item.key));
  const shown = (list === undefined || keys.length === 0 ? keys : [list, ...keys]).join(".");
  if (issue.type === "strict_object" && issue.expected === "never") {
    const names = known(keys.slice(0, -1));
    const message = `unknown ${noun} ${shown}`;
    const explained = elsewhere?.(keys.at(-1)!);
    if (explained !== undefined) return { message, suggestion: explained };
    const flag = flagAdvice(keys.at(-1)!, names);
    if (flag) return { message, ...flag };
    const near = nearestName(keys.at(-1)!, names);
    return near
      ? { message, near }
      : { message, suggestion: `The ${noun.replace(/^\w+/, "$&s")} here are ${names.join(", ")}.` };
  }
  if (issue.type === "strict_object" && issue.received === "undefined") return { message: `${shown} is missing` };
  if (issue.type === "non_empty") return { message: `${shown || "the list"} is empty` };
  if (issue.type === "min_entries" || issue.type === "max_entries") {
    const choices = known([...keys]).join(", ");
    return { message: `${shown || "the whole"} has ${issue.received} keys, and one of ${choices} is wanted` };
  }
  const received = inWords(issue.received);
  if (keys.length === 0) {
    const alone = issue.type === "array" && issue.received === "Object";
    return {
      message: `the whole is ${received} and not ${wanted(issue)}`,
      ...(alone && { suggestion: "Put it into a list, even if it is the only one: [{…}]." }),
    };
  }
  const advice = placesAdvice(issue, known([])) ?? adviceOnValue(issue);
  return { message: `${shown} must be ${wanted(issue)}, and ${received} was given`, ...advice };
}

/** A rename is told whether paths are renamed where other verbs are told in which to look. */
function placesAdvice({ type, path, input }: v.BaseIssue<unknown>, names: readonly string[]): Advised | undefined {
  if (type !== "boolean" || path?.[0]?.key !== "paths" || !Array.isArray(input)) return undefined;
  const places = names.find((name) => name === "in" || name === "roots");
  return places === undefined
    ? undefined
    : { suggestion: `Say where to look with ${places}; paths: true renames files and directories too.` };
}

/** On the name of a flag that is no name of its option: a second long one, or one with `no-` before it. */
function flagAdvice(name: string, names: readonly string[]): Advised | undefined {
  const flag = flagName(name);
  for (const [option, { aliases, kind }] of Object.entries<OptionInfo>(options)) {
    if (!names.includes(option)) continue;
    if (aliases?.includes(flag)) return { near: option };
    if (kind === "boolean" && flag === `no-${flagName(option)}`) return { suggestion: `Write ${option}: false.` };
  }
  return undefined;
}

function wanted(issue: v.BaseIssue<unknown>): string {
  const expected = (issue.expected ?? "another value").replace(/^\((.*)\)$/, "$1");
  if (issue.type === "integer") return "a whole number";
  if (isSizeText(issue)) return "a number of bytes";
  if (issue.type === "min_value") return `a number from ${expected.replace(/^>=/, "")} on`;
  return inWords(expected).replaceAll(" | ", " or ");
}

function inWords(type: string): string {
  return type.replace(/^Array$/, "a list").replace(/^Object$/, "an object");
}

/** A text where a number or a text of another form is wanted: of all values only sizes are written both ways. */
function isSizeText({ type, input, expected }: v.BaseIssue<unknown>): boolean {
  return type === "union" && typeof input === "string" && expected === "(number | string)";
}

/** A list of one is what a bare text stands for, and a misspelt choice is nearest to the one that was meant. */
function adviceOnValue(issue: v.BaseIssue<unknown>): Advised {
  const { type, input, expected } = issue;
  if (isSizeText(issue)) return { suggestion: sizeAdvice };
  if (typeof input !== "string") return {};
  if (type === "array") {
    const isText = /^\s*\[/.test(input);
    return { suggestion: isText ? "Give the list itself, not its text." : `Write a list: [${JSON.stringify(input)}].` };
  }
  if (type !== "picklist") return {};
  const choices = [...(expected ?? "").matchAll(/"([^"]+)"/g)].map(([, choice]) => choice!);
  return { near: nearestName(input, choices) };
}
