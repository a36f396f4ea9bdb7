/** Pairs of options that exclude each other, each with the reason. Listed in full, so that every message can say why. */
import { options, type OptionGroup, type OptionName, type Verb } from "../model/options.ts";

export interface Clash {
  readonly first: OptionName;
  readonly second: OptionName;
  readonly why: string;
  /** Where they clash; everywhere unless said. */
  readonly verbs?: readonly Verb[];
}

const textOnly = [
  "literal",
  "ignore_case",
  "smart_case",
  "word",
  "multiline",
  "dotall",
  "preserve_case",
  "eol",
] as const;

export const clashes: readonly Clash[] = [
  ...pairs("json", ["github"], "both are the data on standard output"),
  ...pairs("json", ["debug_pattern"], "the parse is no report"),
  ...pairs("diff", ["github"], "both are the data on standard output"),
  ...pairs("stdin", ["json", "github"], "the result itself is on standard output"),
  ...pairs("stdin", ["plan", "plan_out", "patch", "sarif", "diff", "review"], "a filter has no file to report on"),
  ...pairs("stdin", ["files_from", "changed", "staged", "since"], "standard input is the text itself"),
  ...pairs("rules", ["recipe"], "each says what to replace"),
  ...pairs("rules", [...textOnly, "lang", "strictness"], "each rule says itself how it matches"),
  ...pairs("script", ["rules", "preserve_case"], "the script computes the whole replacement"),
  ...pairs("recipe", ["script"], "each says what to replace"),
  ...pairs("lang", textOnly, "a structural pattern matches syntax and not text", ["plan", "apply", "check", "search"]),
  ...pairs("plan", ofGroups("pattern", "guards", "files"), "a saved plan holds its own request"),
  ...pairs(
    "plan",
    ["rules", "recipe", "script", "partial", "max_files", "max_bytes", "max_total_bytes"],
    "a saved plan holds its own request",
  ),
  ...pairs("plan", ["script_timeout"], "a saved plan runs no script"),
  ...pairs("review", ["json", "plan", "quiet"], "a review asks on the terminal about a fresh plan"),
  ...pairs(
    "review",
    ["diff", "patch", "limit"],
    "a review shows every hunk, and what is written depends on the answers",
  ),
  ...pairs("apply", ["plan_out"], "a plan is saved to be applied later"),
  ...pairs("map", ["exact", "prose"], "a map renames exactly the words it lists"),
  ...pairs("map_file", ["exact", "prose"], "a map renames exactly the words it lists"),
  ...pairs("exact", ["prose"], "one means a single spelling and the other more of them"),
  ...pairs("syntax", ["allow_syntax_errors"], "both say what to do about syntax errors"),
];

function pairs(first: OptionName, others: readonly OptionName[], why: string, verbs?: readonly Verb[]): Clash[] {
  return others.map((second) => ({ first, second, why, ...(verbs && { verbs }) }));
}

function ofGroups(...groups: readonly OptionGroup[]): OptionName[] {
  return (Object.keys(options) as OptionName[]).filter((name) => groups.includes(options[name].group));
}
