/**
 * The one table of options: flags, help, completions, JSON Schema, MCP arguments and the reference page come from it.
 * A name here is the option's name everywhere (`snake_case`); its flag is the same with dashes.
 */

export type Verb = "plan" | "apply" | "check" | "search" | "rename" | "recover" | "undo";

export type OptionGroup = "pattern" | "guards" | "budgets" | "files" | "output" | "running" | "mode";

type OptionKind =
  | "boolean"
  /** A non-negative whole number. */
  | "count"
  /** A whole number of bytes; takes the suffixes K, M and G (powers of 1024). */
  | "bytes"
  /** A positive number of seconds, fractions allowed. */
  | "seconds"
  | "string"
  | "path"
  | "choice";

export interface OptionInfo {
  readonly kind: OptionKind;
  readonly group: OptionGroup;
  readonly verbs: readonly Verb[];
  /** One line for help, without a full stop. */
  readonly help: string;
  /** Single letter. */
  readonly short?: string;
  /** Other long flags, without dashes. */
  readonly aliases?: readonly string[];
  readonly choices?: readonly string[];
  /** The operand's name in help. */
  readonly operand?: string;
  /** May be given several times; its value is a list. */
  readonly repeatable?: true;
  /** Has a `--no-` form, which does what this line says. */
  readonly negated?: string;
  /** What holds when it is not given; undefined where that depends on the verb, is said in `help`, or there is none. */
  readonly default?: boolean | number | string;
  /** Where it can be given. All of them unless said. */
  readonly only?: "cli" | "cli_and_library";
}

const matching = ["plan", "apply", "check", "search", "rename"] as const;
const editing = ["plan", "apply", "check", "rename"] as const;
const rewriting = ["plan", "apply", "check"] as const;
const textual = ["plan", "apply", "check", "search"] as const;
const writing = ["apply", "rename", "recover", "undo"] as const;

const table = {
  // pattern
  literal: {
    kind: "boolean",
    group: "pattern",
    verbs: textual,
    short: "F",
    aliases: ["fixed-strings"],
    default: false,
    help: "Take pattern and replacement as plain text",
  },
  ignore_case: {
    kind: "boolean",
    group: "pattern",
    verbs: textual,
    short: "i",
    default: false,
    help: "Match upper and lower case alike",
  },
  smart_case: {
    kind: "boolean",
    group: "pattern",
    verbs: textual,
    short: "S",
    default: false,
    help: "Ignore case unless the pattern has an upper-case letter",
  },
  word: {
    kind: "boolean",
    group: "pattern",
    verbs: matching,
    short: "w",
    default: false,
    help: "Match only where no word character stands next to the match",
  },
  multiline: {
    kind: "boolean",
    group: "pattern",
    verbs: textual,
    short: "U",
    default: false,
    help: "Let the pattern see the whole file, so that it can cross lines",
  },
  dotall: {
    kind: "boolean",
    group: "pattern",
    verbs: textual,
    default: false,
    help: "Let `.` match newlines too (implies --multiline)",
  },
  lang: {
    kind: "string",
    group: "pattern",
    verbs: matching,
    short: "l",
    operand: "LANG",
    help: "Take pattern and replacement as code of this language",
  },
  strictness: {
    kind: "choice",
    group: "pattern",
    verbs: textual,
    choices: ["cst", "smart", "ast", "relaxed", "signature", "template"],
    default: "smart",
    help: "How exactly code must look like a structural pattern",
  },
  preserve_case: {
    kind: "boolean",
    group: "pattern",
    verbs: rewriting,
    default: false,
    help: "Let the replacement follow the case of each match",
  },
  eol: {
    kind: "choice",
    group: "pattern",
    verbs: textual,
    choices: ["auto", "raw"],
    default: "auto",
    help: "Let the pattern see CRLF as one newline (auto) or the bytes as they are (raw)",
  },
  // what replaces pattern and replacement
  rules: {
    kind: "path",
    group: "mode",
    verbs: rewriting,
    operand: "FILE|DIR|GLOB",
    help: "Take the rules of these files instead of pattern and replacement",
  },
  recipe: {
    kind: "string",
    group: "mode",
    verbs: rewriting,
    operand: "NAME",
    help: "Take a recipe of the configuration instead of pattern and replacement",
  },
  script: {
    kind: "path",
    group: "mode",
    verbs: rewriting,
    operand: "FILE",
    help: "Compute each replacement with the default export of this TypeScript module",
  },
  stdin: {
    kind: "boolean",
    group: "mode",
    verbs: ["plan", "apply"],
    default: false,
    only: "cli",
    help: "Filter: standard input in, the result on standard output",
  },
  plan: {
    kind: "path",
    group: "mode",
    verbs: ["apply"],
    operand: "FILE",
    only: "cli_and_library",
    help: "Commit exactly this saved plan",
  },
  root: {
    kind: "path",
    group: "mode",
    verbs: ["apply"],
    operand: "DIR",
    only: "cli_and_library",
    help: "Apply a saved plan to this copy of the tree",
  },
  review: {
    kind: "boolean",
    group: "mode",
    verbs: ["apply"],
    default: false,
    only: "cli",
    help: "Ask about each hunk before anything is written",
  },
  // rename
  apply: {
    kind: "boolean",
    group: "mode",
    verbs: ["rename"],
    default: false,
    only: "cli_and_library",
    help: "Write the changes instead of only planning them",
  },
  map: {
    kind: "string",
    group: "mode",
    verbs: ["rename"],
    operand: "OLD=NEW",
    repeatable: true,
    help: "Rename whole words by this pair, all pairs in one pass",
  },
  map_file: {
    kind: "path",
    group: "mode",
    verbs: ["rename"],
    operand: "FILE",
    help: "Read pairs from a JSON object or from a file of tab-separated lines",
  },
  prose: {
    kind: "boolean",
    group: "mode",
    verbs: ["rename"],
    default: false,
    help: "Rename the dotted, spaced and flat spellings too",
  },
  exact: { kind: "boolean", group: "mode", verbs: ["rename"], default: false, help: "Rename only the spelling given" },
  paths: {
    kind: "boolean",
    group: "mode",
    verbs: ["rename"],
    default: false,
    help: "Rename files and directories too",
  },
  // undo
  list: {
    kind: "boolean",
    group: "mode",
    verbs: ["undo"],
    default: false,
    only: "cli",
    help: "Show which applies can be put back, the latest first",
  },
  // guards
  at_least: {
    kind: "count",
    group: "guards",
    verbs: matching,
    operand: "N",
    help: "Fail unless there are this many matches (plan, apply, rename: 1; check, search: 0)",
  },
  at_most: {
    kind: "count",
    group: "guards",
    verbs: matching,
    operand: "N",
    help: "Fail when there are more matches than this",
  },
  allow_non_convergent: {
    kind: "boolean",
    group: "guards",
    verbs: editing,
    default: false,
    help: "Accept a rewrite that would change its own result again",
  },
  syntax: {
    kind: "choice",
    group: "guards",
    verbs: editing,
    choices: ["block", "warn", "off"],
    default: "block",
    help: "What to do when a file would parse worse than before",
  },
  allow_syntax_errors: {
    kind: "boolean",
    group: "guards",
    verbs: editing,
    default: false,
    help: "Accept files that would parse worse than before (--syntax off)",
  },
  // budgets
  max_files: {
    kind: "count",
    group: "budgets",
    verbs: matching,
    operand: "N",
    default: 100_000,
    help: "Most files to consider",
  },
  max_bytes: {
    kind: "bytes",
    group: "budgets",
    verbs: matching,
    operand: "SIZE",
    default: 10 * 1024 * 1024,
    help: "Largest file that may be edited",
  },
  max_total_bytes: {
    kind: "bytes",
    group: "budgets",
    verbs: matching,
    operand: "SIZE",
    help: "Most bytes in all files together (no limit)",
  },
  timeout: {
    kind: "seconds",
    group: "budgets",
    verbs: matching,
    operand: "SECONDS",
    help: "Most seconds the run may take (no limit)",
  },
  partial: {
    kind: "boolean",
    group: "budgets",
    verbs: matching,
    negated: "Fail where the budgets or a file do not allow a whole answer",
    help: "Answer from what the budgets allow and say so (search: on; else off)",
  },
  // files
  type: {
    kind: "string",
    group: "files",
    verbs: matching,
    short: "t",
    operand: "TYPE",
    repeatable: true,
    help: "Only files of this type, by ripgrep's names",
  },
  type_not: {
    kind: "string",
    group: "files",
    verbs: matching,
    short: "T",
    operand: "TYPE",
    repeatable: true,
    help: "No files of this type",
  },
  glob: {
    kind: "string",
    group: "files",
    verbs: matching,
    short: "g",
    operand: "GLOB",
    repeatable: true,
    help: "Only files that match; with a leading ! none that match; the last match wins",
  },
  hidden: {
    kind: "boolean",
    group: "files",
    verbs: matching,
    default: false,
    help: "Search hidden files and directories",
  },
  ignore: {
    kind: "boolean",
    group: "files",
    verbs: matching,
    negated: "Search what ignore files leave out, too",
    default: true,
    help: "Leave out what ignore files name (.gitignore, .ignore, .swathignore)",
  },
  follow: {
    kind: "boolean",
    group: "files",
    verbs: matching,
    default: false,
    help: "Follow symbolic links that stay inside the workspace",
  },
  encoding: {
    kind: "string",
    group: "files",
    verbs: matching,
    operand: "NAME",
    help: "Decode files without a byte-order mark as this encoding",
  },
  changed: {
    kind: "boolean",
    group: "files",
    verbs: matching,
    default: false,
    help: "Only files that git reports as changed or untracked",
  },
  staged: { kind: "boolean", group: "files", verbs: matching, default: false, help: "Only files with staged changes" },
  since: {
    kind: "string",
    group: "files",
    verbs: matching,
    operand: "REF",
    help: "Only files changed since the merge base with this commit",
  },
  files_from: {
    kind: "path",
    group: "files",
    verbs: matching,
    operand: "FILE",
    help: "Read the paths from this file (- for standard input)",
  },
  null_separated: {
    kind: "boolean",
    group: "files",
    verbs: matching,
    short: "0",
    aliases: ["null"],
    default: false,
    help: "Paths in --files-from end in NUL instead of newline",
  },
  // output
  json: {
    kind: "boolean",
    group: "output",
    verbs: [...matching, "recover", "undo"],
    default: false,
    only: "cli",
    help: "Print the report as one line of JSON",
  },
  detail: {
    kind: "boolean",
    group: "output",
    verbs: matching,
    default: false,
    help: "List every edit or match with its byte positions, and hashes",
  },
  diff: {
    kind: "boolean",
    group: "output",
    verbs: editing,
    default: false,
    only: "cli",
    help: "Print the unified diff",
  },
  quiet: {
    kind: "boolean",
    group: "output",
    verbs: [...matching, "recover", "undo"],
    short: "q",
    default: false,
    only: "cli",
    help: "Print nothing but errors",
  },
  verbose: {
    kind: "boolean",
    group: "output",
    verbs: matching,
    short: "v",
    default: false,
    help: "Add statistics of the run to the report",
  },
  color: {
    kind: "choice",
    group: "output",
    verbs: [...matching, "recover", "undo"],
    choices: ["auto", "always", "never"],
    default: "auto",
    only: "cli",
    help: "When to colour",
  },
  plan_out: {
    kind: "path",
    group: "output",
    verbs: ["plan", "rename"],
    operand: "FILE",
    only: "cli_and_library",
    help: "Save the plan for `swath apply --plan`",
  },
  patch: {
    kind: "path",
    group: "output",
    verbs: editing,
    operand: "FILE",
    only: "cli_and_library",
    help: "Write the unified diff to this file",
  },
  sarif: {
    kind: "path",
    group: "output",
    verbs: ["check", "plan"],
    operand: "FILE",
    only: "cli_and_library",
    help: "Write results as SARIF 2.1.0 to this file",
  },
  github: {
    kind: "boolean",
    group: "output",
    verbs: ["check", "plan"],
    default: false,
    only: "cli",
    help: "Print workflow annotations for GitHub Actions",
  },
  limit: {
    kind: "count",
    group: "output",
    verbs: matching,
    operand: "N",
    help: "List at most this many matches or changes; counts stay exact (no limit)",
  },
  progress: {
    kind: "boolean",
    group: "output",
    verbs: matching,
    negated: "Show no progress",
    only: "cli",
    help: "Show progress on standard error (only on a terminal)",
  },
  debug_pattern: {
    kind: "boolean",
    group: "output",
    verbs: ["search"],
    default: false,
    only: "cli",
    help: "Show how a structural pattern was parsed",
  },
  // running
  threads: {
    kind: "count",
    group: "running",
    verbs: matching,
    operand: "N",
    only: "cli_and_library",
    help: "Number of threads (one for each core)",
  },
  fsync: {
    kind: "choice",
    group: "running",
    verbs: writing,
    choices: ["auto", "always", "never"],
    default: "auto",
    help: "How written files are flushed to the disk",
  },
  force_lock: {
    kind: "boolean",
    group: "running",
    verbs: writing,
    default: false,
    only: "cli_and_library",
    help: "Take over a lock whose holder is gone",
  },
  force_readonly: {
    kind: "boolean",
    group: "running",
    verbs: ["apply", "rename"],
    default: false,
    help: "Edit files that lack the owner's write bit",
  },
  script_timeout: {
    kind: "seconds",
    group: "running",
    verbs: rewriting,
    operand: "SECONDS",
    default: 10,
    help: "Most seconds a script may take for one file",
  },
} as const satisfies Record<string, OptionInfo>;

export type OptionName = keyof typeof table;

export const options: Readonly<Record<OptionName, OptionInfo>> = table;

type ValueOf<Info extends Pick<OptionInfo, "kind">> = Info extends { repeatable: true }
  ? readonly string[]
  : Info["kind"] extends "boolean"
    ? boolean
    : Info["kind"] extends "count" | "bytes" | "seconds"
      ? number
      : Info extends { choices: readonly (infer Choice)[] }
        ? Choice
        : string;

type Table = typeof table;

/** Options as a caller gives them: all optional. */
export type GivenOptions = { readonly [Name in OptionName]?: ValueOf<Table[Name]> | undefined };

/** Those that a verb takes from a program. */
export type OptionsOf<Taker extends Verb> = {
  readonly [
    Name in OptionName as Taker extends Table[Name]["verbs"][number]
      ? Table[Name] extends { only: "cli" }
        ? never
        : Name
      : never
  ]?: ValueOf<Table[Name]> | undefined;
};

/** Options with every default filled in; those without a default may be undefined. */
export type Settings = {
  readonly [Name in Exclude<OptionName, "partial">]: Table[Name] extends { default: boolean | number | string }
    ? ValueOf<Table[Name]>
    : ValueOf<Table[Name]> | undefined;
} & { readonly partial: boolean };

/** Fills in every default, those that depend on the verb too. Nowhere else is a default written. */
export function settle(verb: Verb, given: GivenOptions): Settings {
  const settled: Record<string, unknown> = {};
  for (const [name, info] of Object.entries(options)) settled[name] = given[name as OptionName] ?? info.default;
  settled["partial"] = given.partial ?? verb === "search";
  if (given.allow_syntax_errors && given.syntax === undefined) settled["syntax"] = "off";
  if (given.dotall) settled["multiline"] = true;
  return settled as unknown as Settings;
}

/** The lower bound on matches that holds for a verb when none is given. */
export function defaultAtLeast(verb: Verb): number {
  return verb === "check" || verb === "search" ? 0 : 1;
}
