/** The verbs of the command line: what each takes and does. Routes, help, completions and the reference come from here. */
import { options, type Verb } from "../model/options.ts";
import { schemaNames } from "../schema/names.ts";
import type { FlagInfo, FlagTable } from "./flags.ts";

export type VerbName =
  Verb | "read" | "sparse" | "edit" | "test" | "mcp" | "schema" | "languages" | "config" | "completions" | "help";

export interface VerbInfo {
  readonly summary: string;
  /** Lines that say more, at most eighty columns wide. */
  readonly about?: string;
  /** Its forms, without `swath`. */
  readonly usage: readonly string[];
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** Topics of `swath help` that say more. */
  readonly topics?: readonly string[];
  /** Flags beyond those that the options table gives to this verb. */
  readonly flags?: FlagTable;
}

const json: FlagInfo = { kind: "boolean", help: options.json.help };
/** For verbs whose output is JSON whatever is asked, so that a program may ask every verb for it. */
const alwaysJson: FlagInfo = { kind: "boolean", help: "Changes nothing: the output is JSON anyway" };
const quiet: FlagInfo = { kind: "boolean", short: "q", help: options.quiet.help };
const color: FlagInfo = { kind: "choice", choices: options.color.choices!, default: "auto", help: options.color.help };
const fsync: FlagInfo = { kind: "choice", choices: options.fsync.choices!, default: "auto", help: options.fsync.help };

const configAbout = `The nearest swath.yml or swath.jsonc upwards in the repository holds defaults for
options and named requests. The command line wins over a recipe, a recipe over the
defaults. An unknown key is an error. Paths and globs are relative to the file.

  defaults:
    max_files: 20000
    glob: ["!dist/**"]
  recipes:
    https:                        # swath check --recipe https
      description: no plain links
      pattern: http://
      replacement: https://
      literal: true
      paths: [docs]
    house-rules:
      rules: rules
`;

export const verbs: Readonly<Record<VerbName, VerbInfo>> = {
  plan: {
    summary: "Show what would change, as a diff",
    usage: ["plan PATTERN REPLACEMENT [PATHS…]", "plan --rules FILE|DIR|GLOB [PATHS…]", "plan --recipe NAME [PATHS…]"],
    examples: [
      ["swath plan 'fetch(\\w+)' 'load$1' src", "regular expression with a group"],
      ["swath plan -F 'a.b(c)' 'a.d(c)'", "plain text on both sides"],
      ["swath plan -l ts 'foo($A)' 'bar($A)'", "syntax instead of text"],
      ["swath plan foo bar --plan-out ../fix.plan", "save it, outside of what is searched"],
    ],
    topics: ["patterns", "replacement", "files", "guards"],
  },
  apply: {
    summary: "Change all files or none",
    usage: [
      "apply PATTERN REPLACEMENT [PATHS…]",
      "apply --rules FILE|DIR|GLOB [PATHS…]",
      "apply --recipe NAME [PATHS…]",
      "apply --plan FILE [--root DIR]",
    ],
    examples: [
      ["swath apply -w colour color docs", "whole words below docs"],
      ["swath apply foo bar --at-least 3 --at-most 10", "refuse any other number of edits"],
      ["swath apply foo bar --review", "ask about each hunk first"],
      ["swath apply --plan ../fix.plan", "exactly the saved plan, or nothing"],
    ],
    topics: ["apply", "guards", "budgets", "scripts"],
  },
  check: {
    summary: "Exit 1 if anything would change (a gate for CI)",
    usage: [
      "check PATTERN REPLACEMENT [PATHS…]",
      "check --rules FILE|DIR|GLOB [PATHS…]",
      "check --recipe NAME [PATHS…]",
    ],
    examples: [
      ["swath check --rules rules", "every rule below rules"],
      ["swath check 'http://' 'https://' docs --github", "annotations for a workflow"],
      ["swath check foo bar --staged", "only files with staged changes, as they lie in the working tree"],
    ],
    topics: ["exit-codes", "rules"],
  },
  search: {
    summary: "Show where a pattern matches",
    usage: ["search PATTERN [PATHS…]"],
    examples: [
      ["swath search 'TODO|FIXME' -t ts", "TypeScript files"],
      ["swath search -l js 'console.log($$$)'", "calls, however they are laid out"],
      ["swath search foo --json --detail --limit 20", "byte positions, lines and anchors for programs"],
    ],
    topics: ["patterns", "files"],
  },
  rename: {
    summary: "Rename identifiers in every spelling, and paths",
    usage: ["rename OLD NEW [PATHS…]", "rename --map OLD=NEW … [PATHS…]"],
    examples: [
      ["swath rename userName accountName", "userName, UserName, user_name, USER_NAME, user-name"],
      ["swath rename userName accountName --paths --apply", "files and directories too, written at once"],
      ["swath rename --map a=b --map b=a src", "a swap, in one pass"],
    ],
    topics: ["rename"],
  },
  recover: {
    summary: "Finish or undo an interrupted apply",
    usage: ["recover [PATHS…]"],
    examples: [["swath recover", "every interrupted apply that concerns this directory"]],
    topics: ["apply"],
  },
  undo: {
    summary: "Put back what an apply changed",
    usage: ["undo [ID]", "undo --list"],
    examples: [
      ["swath undo", "the last apply"],
      ["swath undo mh2k3x1a-5z", "the apply with this id"],
    ],
    topics: ["apply"],
  },
  test: {
    summary: "Run the tests of rule files",
    usage: ["test [RULES…]"],
    examples: [["swath test rules", "all tests below rules"]],
    topics: ["rules"],
    flags: { json, quiet, color },
  },
  read: {
    summary: "Print a file, or a part of it, as records",
    usage: ["read FILE…"],
    examples: [
      ["swath read src/a.ts --lines 10:40 --anchors", "lines with the anchors that `swath edit` takes"],
      ["swath read src/a.ts --stat", "size, checksum and permissions alone"],
    ],
    topics: ["agents"],
    flags: {
      lines: { kind: "string", operand: "A:B", help: "Only the lines from A to B, counted from 1" },
      head: { kind: "count", operand: "N", help: "Only the first lines" },
      tail: { kind: "count", operand: "N", help: "Only the last lines" },
      stat: { kind: "boolean", help: "Only what is known of the file, without its text" },
      verify_checksum: { kind: "string", operand: "HEX", help: "Fail unless the file has this BLAKE3 checksum" },
      anchors: { kind: "boolean", help: "Print each line with its anchor" },
      json: alwaysJson,
    },
  },
  sparse: {
    summary: "List or read many files under a budget, as records",
    usage: ["sparse list|read PATHS…"],
    examples: [
      ["swath sparse list src", "one record for each file"],
      ["swath sparse read src --max-files 20 --max-bytes 50K", "the heads of files, and what was left out"],
    ],
    topics: ["agents", "budgets"],
    flags: {
      max_files: { kind: "count", operand: "N", help: "Most files to consider" },
      max_bytes: { kind: "bytes", operand: "SIZE", help: "Most bytes of paths (list) or heads (read) to print" },
      head: { kind: "count", operand: "N", help: "Lines to read of each file (50)" },
      json: alwaysJson,
    },
  },
  edit: {
    summary: "Edit a file by the anchors of its lines",
    usage: ["edit FILE --edits JSON"],
    examples: [[`swath edit a.ts --edits '[{"set_line": {"anchor": "3:f1a", "new_text": "x"}}]'`, "replace one line"]],
    topics: ["agents"],
    flags: {
      edits: { kind: "string", operand: "JSON", help: "The list of edits (- for standard input)" },
      anchors: { kind: "boolean", help: "Print the changed lines with their new anchors" },
      json: alwaysJson,
      syntax: { kind: "choice", choices: options.syntax.choices!, default: "block", help: options.syntax.help },
      allow_syntax_errors: { kind: "boolean", help: options.allow_syntax_errors.help },
      fsync,
      force_lock: { kind: "boolean", help: options.force_lock.help },
      force_readonly: { kind: "boolean", help: options.force_readonly.help },
    },
  },
  mcp: {
    summary: "Serve all of it over MCP on standard input and output",
    usage: ["mcp [--root DIR]"],
    examples: [["swath mcp --root .", "tools confined to this directory"]],
    topics: ["agents"],
    flags: {
      root: { kind: "path", operand: "DIR", help: "Confine the server to this directory (the working directory)" },
    },
  },
  schema: {
    summary: "Print the JSON Schema of a report, the options or a file",
    about: `NAME is one of ${schemaNames.slice(0, 8).join(", ")},\n${schemaNames.slice(8).join(", ")}.\n`,
    usage: ["schema NAME"],
    examples: [["swath schema plan", "the report of `swath plan --json`"]],
  },
  languages: {
    summary: "List the languages of structural patterns",
    usage: ["languages"],
    examples: [["swath languages", "names, extensions and where each comes from"]],
    topics: ["patterns"],
    flags: { json },
  },
  config: {
    summary: "Show the settings in force and where each comes from",
    about: configAbout,
    usage: ["config"],
    examples: [["swath config", "the nearest swath.yml, over the defaults"]],
    flags: { json },
  },
  completions: {
    summary: "Print the completion script of a shell",
    usage: ["completions bash|zsh|fish|powershell"],
    examples: [["source <(swath completions bash)", "in this shell"]],
  },
  help: {
    summary: "Show help on a verb or a topic",
    usage: ["help [VERB|TOPIC]"],
    examples: [["swath help patterns", "what a pattern sees"]],
  },
};

/** The flags that a verb takes, its own and those of the options table. */
export function flagsOf(verb: VerbName): FlagTable {
  const shared = Object.entries(options).filter(([, info]) => (info.verbs as readonly string[]).includes(verb));
  return { ...Object.fromEntries(shared), ...verbs[verb].flags };
}

/** How a verb is written, for whoever wrote it otherwise. */
export function formsOf(verb: VerbName): string {
  const forms = verbs[verb].usage.map((form) => `swath ${form}`);
  return forms.length === 1 ? `Its form is: ${forms[0]}` : `Its forms are: ${forms.join("; ")}`;
}

export function isVerb(word: string): word is VerbName {
  return Object.hasOwn(verbs, word);
}

/** Says which verbs take a flag (with its dashes), for a verb that does not; of a `--no-` form also that there is none. */
export function flagElsewhere(flag: string): string | undefined {
  const [, no, dashed = ""] = /^--(no-)?(.*)$/.exec(flag) ?? [];
  const takers = (Object.keys(verbs) as VerbName[]).flatMap((verb) => {
    const found = Object.entries(flagsOf(verb)).find(([name, { short, aliases }]) =>
      dashed === "" ? flag === `-${short}` : name === dashed.replaceAll("-", "_") || aliases?.includes(dashed),
    );
    return found ? [{ verb, info: found[1] }] : [];
  });
  if (takers.length === 0) return undefined;
  const fitting = no === undefined ? takers : takers.filter(({ info }) => info.negated !== undefined);
  if (fitting.length === 0) return `--${dashed} has no such form: leave it out.`;
  return `It is an option of ${fitting.map(({ verb }) => `swath ${verb}`).join(", ")}.`;
}
