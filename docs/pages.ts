/** The reference pages, made from the tables of the code: options, errors and reports. Strings only. */
import { operandOf, showDefault } from "../src/cli/help.ts";
import { topicNames } from "../src/cli/topics.ts";
import { topicPage } from "../src/cli/commands/help.ts";
import { verbs, type VerbName } from "../src/cli/verbs.ts";
import { flagName, flagOf } from "../src/model/flag.ts";
import { options, type OptionGroup, type OptionInfo } from "../src/model/options.ts";
import { problemKinds } from "../src/model/problem.ts";
import { jsonSchema } from "../src/schema/emit.ts";

const note = "<!-- Made by `bun docs/build.ts` from the tables in the code. Change those, not this page. -->\n\n";

/** By the name of the file in `docs/`. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    "verbs.md": page(verbsPage()),
    "options.md": page(optionsPage()),
    "errors.md": page(errorsPage()),
    "reports.md": page(reportsPage()),
    "topics.md": page(topicsPage()),
  };
}

function page(text: string): string {
  return `${note}${text.replace(/\n{3,}/g, "\n\n").trimEnd()}\n`;
}

function verbsPage(): string {
  const sections = (Object.keys(verbs) as VerbName[]).map((verb) => {
    const { summary, about, usage, examples, flags = {} } = verbs[verb];
    const own = Object.entries(flags).map(([name, info]) => [code(`${flagOf(name)}${operandOf(info)}`), info.help]);
    return [
      `## swath ${verb}\n\n${summary}.\n\n`,
      fence(usage.map((form) => `swath ${form}`).join("\n")),
      about === undefined ? "" : fence(about.trimEnd()),
      ...examples.map(([command, does]) => `- ${code(command)}: ${does}\n`),
      own.length > 0 ? `\n${table(["Option", "Meaning"], own)}` : "",
    ].join("");
  });
  return `# Verbs\n\nThe options that verbs share are in [options.md](options.md).\n\n${sections.join("\n")}`;
}

const groups: readonly (readonly [group: OptionGroup, title: string])[] = [
  ["mode", "What to do"],
  ["pattern", "Pattern"],
  ["guards", "Guards"],
  ["budgets", "Budgets"],
  ["files", "Files"],
  ["output", "Output"],
  ["running", "Running"],
];

function optionsPage(): string {
  const sections = groups.map(([group, title]) => {
    const rows = Object.entries(options)
      .filter(([, info]) => info.group === group)
      .map(([name, info]) => [code(name), flags(name, info), info.verbs.join(", "), where(info), meaning(name, info)]);
    return `## ${title}\n\n${table(["Name", "Flag", "Verbs", "Where", "Meaning"], rows)}`;
  });
  return `# Options

The same names hold in the library, in rule files, in \`swath.yml\` and over MCP; the flag is the name with dashes.
Sizes take the suffixes K, M and G (powers of 1024).

${sections.join("\n")}`;
}

function flags(name: string, info: OptionInfo): string {
  const long = [
    flagName(name),
    ...(info.aliases ?? []),
    ...(info.negated === undefined ? [] : [`no-${flagName(name)}`]),
  ];
  const all = [...(info.short ? [`-${info.short}`] : []), ...long.map((one) => `--${one}`)];
  return all.map((flag, i) => code(i === 0 ? `${flag}${operandOf(info)}` : flag)).join(" ");
}

function where(info: OptionInfo): string {
  if (info.only === "cli") return "command line";
  return info.only === "cli_and_library" ? "command line, library" : "everywhere";
}

function meaning(name: string, info: OptionInfo): string {
  const shown = showDefault(info);
  const negated = info.negated === undefined ? "" : `; ${code(`--no-${flagName(name)}`)}: ${lowered(info.negated)}`;
  return `${info.help}${negated}${info.repeatable ? " (repeatable)" : ""}${shown === undefined ? "" : `; default ${code(shown)}`}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function errorsPage(): string {
  const rows = Object.entries(problemKinds).map(([kind, { exit, class: errorClass, remedies, meaning: says }]) => [
    code(kind),
    kind === "interrupted" ? "130 or 143" : String(exit),
    errorClass,
    remedies.map(code).join(" "),
    says,
  ]);
  return `# Errors

Every failure is one of these kinds. With \`--json\` it is a report of the kind \`error\`; \`remedies\` names the options that
could clear it, most useful first. \`transient\` and \`conflict\` errors may be tried again as they are.

${table(["Kind", "Exit", "Class", "Remedies", "Meaning"], rows)}
${topicPage("exit-codes")
  .replace("EXIT CODES\n", "## Exit codes\n\n```")
  .trimEnd()
  .replace(/\n\nThe same/, "\n```\n\nThe same")}
`;
}

interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
}

function reportsPage(): string {
  const kinds = ["plan", "apply", "check", "search", "error", "recover", "undo", "test"];
  const sections = kinds.map((kind) => {
    const schema = jsonSchema(kind) as Schema;
    return `## ${kind}\n\n${table(["Key", "Type", "Always", "Meaning"], rowsOf(schema, ""))}`;
  });
  return `# Reports

\`--json\` prints exactly one line. Keys stand in this order; those that are not always there are present only when they
have something to say. \`swath schema NAME\` prints the JSON Schema of each.

${sections.join("\n")}`;
}

function rowsOf(schema: Schema, prefix: string): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const item = inner.items ?? inner;
    const name = `${prefix}${key}${inner.items ? "[]" : ""}`;
    const row = [code(name), typeOf(inner), schema.required?.includes(key) ? "yes" : "", inner.description ?? ""];
    return [row, ...(item.properties ? rowsOf(item, `${name}.`) : [])];
  });
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum)
    return schema.enum.length > 12
      ? "[error kind](errors.md)"
      : schema.enum.map((one) => code(JSON.stringify(one))).join(" ");
  if (schema.items) return schema.items.properties ? "list" : `list of ${typeOf(schema.items)}`;
  return schema.type ?? "any";
}

function topicsPage(): string {
  return `# Topics\n\nThe pages of \`swath help TOPIC\`.\n\n${topicNames
    .filter((name) => name !== "errors" && name !== "exit-codes")
    .map((name) => `## ${name}\n\n${fence(topicPage(name).trimEnd())}`)
    .join("\n")}`;
}

/** Padded, as the formatter wants it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const lines = cells.map((row) => tableLine(row.map((cell, column) => cell.padEnd(widths[column]!))));
  return [lines[0], tableLine(widths.map((width) => "-".repeat(width))), ...lines.slice(1)].join("");
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |\n`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function fence(text: string): string {
  return `\`\`\`\n${text}\n\`\`\`\n\n`;
}
