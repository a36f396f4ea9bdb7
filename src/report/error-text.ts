/** An error for people: what happened, where (with a caret), the near misses, and the ways out as flags. */
import { options, type OptionName } from "../model/options.ts";
import type { ErrorReport } from "../model/report.ts";
import type { Paint } from "./paint.ts";

export interface ErrorSource {
  /** The line that `column` counts in: of the file, or of the pattern. */
  readonly text: string;
}

export function errorText(report: ErrorReport, source: ErrorSource | undefined, paint: Paint): string {
  return [
    `${paint("error", `error[${report.error}]`)} ${report.message}\n`,
    ...(source && report.column !== undefined ? caret(report, source.text, report.column, paint) : []),
    ...(report.candidates ?? []).map(
      ({ path, line, text }) => `  near miss: ${paint("path", path)}:${line}: ${text.trim()}\n`,
    ),
    ...(report.similar_paths?.length ? [`  similar paths: ${report.similar_paths.join(", ")}\n`] : []),
    ...stalePaths(report),
    ...(report.suggestion === undefined ? [] : [`  ${report.suggestion}\n`]),
    ...remedyLines(report.remedies, paint),
  ].join("");
}

/** At most this many cells of a line are shown to the left and to the right of the caret. */
const around = 60;

function* caret(report: ErrorReport, line: string, column: number, paint: Paint): Generator<string> {
  const bytes = new TextEncoder().encode(line);
  const before = new TextDecoder().decode(bytes.subarray(0, column - 1));
  const after = new TextDecoder().decode(bytes.subarray(column - 1));
  const left = before.length > around ? `…${before.slice(-around)}` : before;
  const right = after.length > around ? `${after.slice(0, around)}…` : after;
  const place = [report.path, report.line, column].filter((part) => part !== undefined).join(":");
  if (report.path !== undefined) yield `  ${paint("dim", "-->")} ${place}\n`;
  yield `  ${paint("dim", "|")} ${left}${right}\n`;
  yield `  ${paint("dim", "|")} ${blank(left)}${paint("error", "^")}\n`;
}

/** As wide as the text: tabs stay, everything else becomes spaces. */
function blank(text: string): string {
  return text
    .split("\t")
    .map((part) => " ".repeat(Bun.stringWidth(part)))
    .join("\t");
}

/** The files that a `stale_plan` names. */
function stalePaths(report: ErrorReport): string[] {
  const paths = report.details?.["paths"];
  return Array.isArray(paths) ? paths.map((path) => `  ${String(path)}\n`) : [];
}

function remedyLines(remedies: readonly string[], paint: Paint): string[] {
  if (remedies.length === 0) return [];
  const flags = remedies.map((remedy) => {
    const info = options[remedy as OptionName];
    const flag = `--${remedy.replaceAll("_", "-")}`;
    return { flag: info?.operand ? `${flag} ${info.operand}` : flag, help: info?.help ?? "" };
  });
  const width = Math.max(...flags.map(({ flag }) => flag.length));
  return [
    "  what could clear it:\n",
    ...flags.map(({ flag, help }) => `    ${paint("bold", flag.padEnd(width))}  ${help}\n`),
  ];
}
