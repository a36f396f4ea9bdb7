/** Answers of tools: an error report, or the records of a file verb with their rows beside them. */
import { errorRecord } from "../agent/error-record.ts";
import type { Problem } from "../model/problem.ts";
import { explain } from "../report/explain.ts";
import { wireReport } from "../report/json.ts";
import type { Row } from "../schema/agent.ts";
import { mostBytes, sizeOf } from "./bounds.ts";
import type { Answer } from "./context.ts";
import { inToolWords } from "./wording.ts";

/** Entries kept of a list in the details of an error. */
const mostDetails = 20;

export function refused(cause: Problem, writes = false): Answer {
  return { data: wireReport(explain(shortened(inToolWords(cause)), { agent: true, writes })), isError: true };
}

/** The error of a file verb, as its record. */
export function refusedRecord(cause: Problem): Answer {
  const record = errorRecord(shortened(inToolWords(cause)), { agent: true });
  return { ...withRows([record]), isError: true };
}

interface WithRows {
  readonly rows?: readonly Row[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly lines_omitted?: number;
}

/** Rows stand beside the records, and only as many as fit; a record tells how many of its rows are left out. */
export function withRows(records: readonly (WithRows & object)[]): Answer {
  const shown: Row[] = [];
  let room = mostBytes - frame - sizeOf(records.map((record) => ({ ...record, rows: [] })));
  const plain = records.map(({ rows = [], ...record }) => {
    const fits = rows.findIndex((row) => (room -= sizeOf(row) + 1) < 0);
    if (fits < 0) {
      shown.push(...rows);
      return record;
    }
    room = 0;
    shown.push(...rows.slice(0, fits));
    return withOmitted(record, rows.length - fits);
  });
  return { data: { records: plain, ...(shown.length > 0 && { rows: shown }) }, isError: false };
}

/** Bytes for what stands around records and rows. */
const frame = 64;

function withOmitted(record: Omit<WithRows, "rows">, count: number): object {
  if (!("error" in record)) return { ...record, lines_omitted: (record.lines_omitted ?? 0) + count };
  const before = (record.details?.["rows_omitted"] as number | undefined) ?? 0;
  return { ...record, details: { ...record.details, rows_omitted: before + count } };
}

/** A list of a thousand stale paths helps nobody; how many there are does. */
function shortened(cause: Problem): Problem {
  if (!cause.details) return cause;
  const details = Object.entries(cause.details).flatMap(([key, value]): [string, unknown][] => {
    if (!Array.isArray(value) || value.length <= mostDetails || key === "rows") return [[key, value]];
    return [
      [key, value.slice(0, mostDetails)],
      [`${key}_omitted`, value.length - mostDetails],
    ];
  });
  return { ...cause, details: Object.fromEntries(details) };
}
