/** Help made from the tables of verbs and options: one screen of overview, and a page for each verb. */
import { flagName } from "../model/flag.ts";
import { options, type OptionGroup, type OptionName } from "../model/options.ts";
import { flagsOf, verbs, type VerbName } from "./verbs.ts";
import type { FlagInfo } from "./flags.ts";
import { topicNames } from "./topics.ts";
import { showBytes } from "./values.ts";

export function overview(): string {
  return `swath finds and replaces text and syntax in many files: planned, guarded, all or nothing.

usage: swath VERB [OPTIONS] [OPERANDS]

${list(["plan", "apply", "check", "search", "rename", "recover", "undo"])}
for agents:
${list(["read", "sparse", "edit", "mcp"])}
more:
${list(["test", "languages", "config", "schema", "completions"])}  help TOPIC  ${topicNames.slice(0, 6).join(", ")},
              ${topicNames.slice(6).join(", ")}

  swath plan 'fetch(\\w+)' 'load$1' src      show the diff
  swath apply -F 'a.b(c)' 'a.d(c)'          plain text, written at once
  swath apply -l ts 'foo($A)' 'bar($A)'     syntax instead of text
  swath rename userName accountName         every spelling

exit codes: 0 done, 1 check found something, 2 match-count guard, 3 error
swath VERB --help shows the options of a verb.
`;
}

function list(names: readonly VerbName[]): string {
  return names.map((name) => `  ${name.padEnd(11)} ${verbs[name].summary}\n`).join("");
}

const groupTitles: Readonly<Record<OptionGroup, string>> = {
  mode: "what to do",
  pattern: "pattern",
  guards: "guards",
  budgets: "budgets",
  files: "files",
  output: "output",
  running: "running",
};

export function verbHelp(verb: VerbName): string {
  const { summary, about, usage, examples, topics } = verbs[verb];
  const width = Math.max(...examples.map(([command]) => command.length));
  return [
    `swath ${verb}: ${summary}\n\n`,
    ...usage.map((form, i) => `${i === 0 ? "usage:" : "      "} swath ${form}\n`),
    ...(about === undefined ? [] : [`\n${about}`]),
    "\nexamples:\n",
    ...examples.map(([command, does]) =>
      command.length > 44 || width > 44 ? `  ${command}\n      ${does}\n` : `  ${command.padEnd(width)}   ${does}\n`,
    ),
    ...flagSections(verb),
    ...(topics ? [`\nmore: ${topics.map((topic) => `swath help ${topic}`).join(", ")}\n`] : []),
  ].join("");
}

function flagSections(verb: VerbName): string[] {
  const flags = Object.entries(flagsOf(verb));
  const groupOf = (name: string): OptionGroup =>
    verbs[verb].flags?.[name] ? "mode" : options[name as OptionName].group;
  const titles = Object.entries(groupTitles) as [OptionGroup, string][];
  return titles.flatMap(([group, title]) => {
    const own = flags.filter(([name]) => groupOf(name) === group);
    if (own.length === 0) return [];
    return [`\n${verbs[verb].flags ? "options" : title}:\n`, ...own.map(([name, info]) => flagLine(name, info))];
  });
}

/** Cells of the column in which flags stand. */
const flagColumn = 32;

function flagLine(name: string, info: FlagInfo): string {
  const flag = `  ${flagSyntax(name, info)}`;
  const shown = showDefault(info);
  const help = `${isOff(info) ? info.negated : info.help}${shown === undefined ? "" : ` [${shown}]`}${info.repeatable ? " (repeatable)" : ""}`;
  const lines = wrap(help, 100 - flagColumn);
  const first = flag.length < flagColumn ? flag.padEnd(flagColumn) : `${flag}\n${" ".repeat(flagColumn)}`;
  return `${first}${lines.join(`\n${" ".repeat(flagColumn)}`)}\n`;
}

/** `-F, --literal, --fixed-strings`, with the operand of a flag that takes one. */
export function flagSyntax(name: string, info: FlagInfo): string {
  const long = flagName(name);
  const first = isOff(info) ? `--no-${long}` : info.negated !== undefined ? `--[no-]${long}` : `--${long}`;
  const names = [first, ...(info.aliases ?? []).map((alias) => `--${alias}`)];
  return `${info.short ? `-${info.short}, ` : ""}${names.join(", ")}${operandOf(info)}`;
}

/** Only the `--no-` form is of use: the option holds anyway. */
function isOff(info: FlagInfo): boolean {
  return info.negated !== undefined && info.default === true;
}

export function operandOf(info: FlagInfo): string {
  if (info.kind === "boolean") return "";
  return ` ${info.choices ? info.choices.join("|") : (info.operand ?? "VALUE")}`;
}

/** A default worth telling: not that of a switch. */
export function showDefault(info: FlagInfo): string | undefined {
  if (info.default === undefined || info.kind === "boolean") return undefined;
  return info.kind === "bytes" ? showBytes(Number(info.default)) : String(info.default);
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
