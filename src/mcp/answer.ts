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

/** Rows stand beside the records, and only as many as fit. */
export function withRows(records: readonly ({ readonly rows?: readonly Row[] } & object)[]): Answer {
  const plain = records.map((record) => Object.fromEntries(Object.entries(record).filter(([key]) => key !== "rows")));
  let room = mostBytes - sizeOf(plain);
  const rows: Row[] = [];
  for (const row of records.flatMap((record) => record.rows ?? [])) {
    room -= sizeOf(row) + 1;
    if (room < 0) break;
    rows.push(row);
  }
  return { data: { records: plain, ...(rows.length > 0 && { rows }) }, isError: false };
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
