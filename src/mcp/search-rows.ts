/** The lines of what a search has found, as rows with anchors beside the report. */
import type { SearchMatch } from "../model/outcome.ts";
import type { SearchReport } from "../model/report.ts";
import { wireReport } from "../report/json.ts";
import { bounded } from "./bounds.ts";

/** A longer line is not shown as a row. In characters. */
const longestRow = 4000;

/** `report` has its details; they stay only where they were asked for. Report and rows together keep to the bound. */
export function withRows(report: SearchReport, detail: boolean): Record<string, unknown> {
  const wire = wireReport(report) as unknown as SearchReport;
  const files = wire.files.map(({ path, matches }) => ({ path, matches: pairs(path, matches, detail) }));
  const paired = bounded({ ...wire, files }) as { readonly files: typeof files } & Record<string, unknown>;
  const rows = paired.files.flatMap(({ matches }) => matches.flatMap(({ row }) => row ?? []));
  return {
    ...paired,
    files: paired.files.map(({ path, matches }) => ({ path, matches: matches.map(({ match }) => match) })),
    ...(rows.length > 0 && { rows }),
  };
}

interface Row {
  readonly path: string;
  readonly line: number;
  readonly hash: string;
  readonly anchor: string;
  readonly raw: string;
}

interface Pair {
  readonly match: object;
  /** Of the first match on a line. */
  readonly row?: Row;
}

function pairs(path: string, matches: readonly SearchMatch[], detail: boolean): Pair[] {
  let last = 0;
  return matches.map((match) => {
    const { line, column, snippet, anchor, text } = match;
    const isNew = line !== last;
    last = line;
    const shown = detail ? match : { line, column, snippet };
    if (!isNew || anchor === undefined || text === undefined || text.length > longestRow) return { match: shown };
    const hash = anchor.slice(anchor.indexOf(":") + 1);
    return { match: shown, row: { path, line, hash, anchor, raw: text } };
  });
}
