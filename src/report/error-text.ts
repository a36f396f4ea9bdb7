/** An error for people: what happened, where (with a caret), the near misses, and the ways out as flags. */
import { counted } from "../model/counted.ts";
import { flagOf } from "../model/flag.ts";
import { options, type OptionInfo, type OptionName } from "../model/options.ts";
import type { ErrorReport, Skipped } from "../model/report.ts";
import type { Paint } from "./paint.ts";
import { skipLine } from "./skip-line.ts";

export interface ErrorSource {
  /** The line the error is on: of the file, or of the pattern. `column` counts in it. */
  readonly text: string;
}

export function errorText(report: ErrorReport, source: ErrorSource | undefined, paint: Paint): string {
  return [
    `${paint("error", `error[${report.error}]`)} ${report.message}\n`,
    ...placeLine(report, paint),
    ...(source ? sourceLines(source.text, report.column, paint) : []),
    ...(report.candidates ?? []).map(
      ({ path, line, text }) => `  near miss: ${paint("path", path)}:${line}: ${text.trim()}\n`,
    ),
    ...(report.similar_paths?.length ? [`  similar paths: ${report.similar_paths.join(", ")}\n`] : []),
    ...skippedFiles(report),
    ...detailPaths(report),
    ...failedFiles(report),
    ...advice(report),
    ...otherMistakes(report),
    ...remedyLines(report.remedies, paint),
  ].join("");
}

/** Where the error is, unless the message names the file and there is no more to say. */
function placeLine({ message, path, line, column }: ErrorReport, paint: Paint): string[] {
  if (path === undefined || (line === undefined && message.includes(path))) return [];
  return [`  ${paint("dim", "-->")} ${[path, line, column].filter((part) => part !== undefined).join(":")}\n`];
}

/** At most this many characters of a line are shown to the left and to the right of the caret. */
const around = 60;

function sourceLines(line: string, column: number | undefined, paint: Paint): string[] {
  const bytes = new TextEncoder().encode(line);
  const at = (column ?? 1) - 1;
  const before = new TextDecoder().decode(bytes.subarray(0, at));
  const after = new TextDecoder().decode(bytes.subarray(at));
  const left = before.length > around ? `…${before.slice(-around)}` : before;
  const right = after.length > around ? `${after.slice(0, around)}…` : after;
  const bar = `  ${paint("dim", "|")} `;
  const shown = `${bar}${left}${right}\n`;
  return column === undefined ? [shown] : [shown, `${bar}${blank(left)}${paint("error", "^")}\n`];
}

/** As wide as the text: tabs stay, everything else becomes spaces. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(Bun.stringWidth(part)))
    .join("\t");
}

/** What was not searched may hold what was not found. Where nothing was searched the advice names it. */
function skippedFiles({ details }: ErrorReport): string[] {
  const skipped: unknown = details?.["skipped"];
  if (!Array.isArray(skipped) || !details?.["files_scanned"]) return [];
  return (skipped as readonly Skipped[]).map((skip) => `  ${skipLine(skip)}`);
}

/** The files that an error is about, where its message does not name them all. */
function detailPaths({ message, details }: ErrorReport): string[] {
  const paths: unknown = details?.["paths"];
  if (!Array.isArray(paths) || paths.every((path) => message.includes(String(path)))) return [];
  return paths.map((path) => `  ${String(path)}\n`);
}

/** The files that failed beside the one that the error tells of. */
function failedFiles({ path, details }: ErrorReport): string[] {
  const count = Number(details?.["files_failed"]) - 1;
  const files: unknown = details?.["files"];
  if (!(count > 0) || !Array.isArray(files)) return [];
  const named = files.map(String).filter((file) => file !== path);
  const more = count > named.length ? ", …" : "";
  return [`  ${counted(count, "more file fails", "more files fail")}: ${named.join(", ")}${more}\n`];
}

/** What is wrong beside the mistake that the message tells: whoever repairs a rule file wants all of it at once. */
function otherMistakes({ details }: ErrorReport): string[] {
  const mistakes: unknown = details?.["errors"];
  if (!Array.isArray(mistakes)) return [];
  return (mistakes as readonly TellableMistake[]).slice(1).map(({ path, line, column, message, suggestion }) => {
    const place = `${path}:${line}:${column}`;
    return `  ${place}: ${message}${suggestion === undefined ? "" : `; ${suggestion}`}\n`;
  });
}

interface TellableMistake {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** The suggestion, unless the message has said it already. */
function advice(report: ErrorReport): string[] {
  const { message, suggestion, remedies } = report;
  if (suggestion === undefined) return [];
  const said = message.toLowerCase().includes(suggestion.toLowerCase().replace(/\.$/, ""));
  return said ? [] : [`  ${isAboutFile(report) ? suggestion : withFlags(suggestion, remedies)}\n`];
}

/** The mistake is in a file of rules or of the configuration, where options stand by their names. */
function isAboutFile({ error, path }: ErrorReport): boolean {
  return path !== undefined && (error === "invalid_rule" || error === "invalid_request");
}

/** Options by their flags. A name that is a common word counts only where it is a remedy that takes a value. */
function withFlags(text: string, remedies: readonly string[]): string {
  return text.replace(/(?<![\w-])[a-z]+(?:_[a-z]+)*(?![\w-])/g, (name) => {
    const info = Object.hasOwn(options, name) ? options[name as OptionName] : undefined;
    const meant = name.includes("_") || (remedies.includes(name) && info?.kind !== "boolean");
    return info && meant ? flagOf(name) : name;
  });
}

function remedyLines(remedies: readonly string[], paint: Paint): string[] {
  if (remedies.length === 0) return [];
  const flags = remedies.map((remedy) => {
    const info: OptionInfo | undefined = options[remedy as OptionName];
    const flag = flagOf(remedy);
    const operand = info?.choices?.join("|") ?? info?.operand;
    return { flag: operand === undefined ? flag : `${flag} ${operand}`, help: info?.help ?? "" };
  });
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  return [
    "  what could clear it:\n",
    ...flags.map(({ flag, help }) => `    ${paint("bold", flag.padEnd(width))}  ${help}\n`),
  ];
}
