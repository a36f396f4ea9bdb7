/** Workflow commands of GitHub Actions: one annotation a line for each place. */
import type { Severity } from "../model/outcome.ts";
import type { Place } from "./place.ts";

export function* toAnnotations(places: Iterable<Place>): Iterable<string> {
  for (const place of places) yield `${annotation(place)}\n`;
}

const commands: Readonly<Record<Severity, "error" | "warning" | "notice">> = {
  error: "error",
  warning: "warning",
  info: "notice",
  hint: "notice",
  off: "notice",
};

function annotation(place: Place): string {
  const { path, startLine, startColumn, endLine, endColumn } = place;
  const properties: [string, string | number | undefined][] = [
    ["file", path],
    ["line", startLine],
    ["endLine", endLine],
    ["col", startColumn],
    // An end column is read only together with an end on the same line.
    ["endColumn", endLine === startLine ? endColumn : undefined],
    ["title", place.rule === undefined ? "swath" : `swath: ${place.rule}`],
  ];
  const given = properties.filter(([, value]) => value !== undefined);
  const list = given.map(([name, value]) => `${name}=${escapeProperty(String(value))}`).join(",");
  return `::${commands[place.severity]} ${list}::${escapeData(place.message)}`;
}

/** As the runner reads them: a percent sign first, then what would end the line. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
