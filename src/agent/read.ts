/** Reads one file, or a part of it, as one record. Text that is no UTF-8 is shown with U+FFFD; the file itself is never changed. */
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { ReadRecord } from "../schema/agent.ts";
import type { LineTable } from "./line-table.ts";
import { describeFile, openFile } from "./open-file.ts";

export interface ReadRequest {
  readonly path: string;
  /** The whole file when absent. */
  readonly part?: Part;
  /** Without the text. */
  readonly stat: boolean;
  /** Fail unless the file has this checksum. */
  readonly verifyChecksum?: string;
  /** List each line with its anchor. */
  readonly anchors: boolean;
  /** Whole lines are shown only as far as they fit. */
  readonly bound?: Bound;
}

export type Part =
  | { readonly kind: "lines"; readonly first: number; readonly last: number }
  | { readonly kind: "head" | "tail"; readonly count: number };

interface Bound {
  readonly lines: number;
  /** Of the text and the rows as JSON. */
  readonly bytes: number;
}

export async function readFile(request: ReadRequest, host: Host): Promise<Result<ReadRecord>> {
  const opened = openFile(request.path, host);
  if (!opened.ok) return opened;
  const file = opened.value;
  const { lines } = file.text ?? {};
  const range = lines && rangeOf(request.part, lines, file.shown);
  if (range && !range.ok) return range;
  const shown = lines && range && fit(lines, range.value, request);
  const described = await describeFile(file, request.stat || !shown ? undefined : lines.text(...shown.range));
  if (request.verifyChecksum !== undefined && request.verifyChecksum.toLowerCase() !== described.checksum)
    return failure(mismatch(file.shown, request.verifyChecksum, described.checksum));
  return success({
    type: "read",
    ...described,
    ...(shown && !request.stat && partKeys(request, shown, lines)),
    ...(request.verifyChecksum !== undefined && { verified: true as const }),
    ...(shown && !request.stat && request.anchors && { rows: rowsOf(lines, shown) }),
    ...(shown && !request.stat && shown.omitted > 0 && omittedKeys(shown)),
  });
}

/** First and last line, both included; nothing when the last is before the first. */
type Range = readonly [first: number, last: number];

interface Shown {
  readonly range: Range;
  readonly omitted: number;
}

function rangeOf(part: Part | undefined, lines: LineTable, path: string): Result<Range> {
  const { count } = lines;
  switch (part?.kind) {
    case undefined:
      return success([1, count]);
    case "head":
      return success([1, Math.min(part.count, count)]);
    case "tail":
      return success([Math.max(1, count - part.count + 1), part.count === 0 ? 0 : count]);
    case "lines":
      if (part.first > Math.max(count, 1)) return failure(pastEnd(path, part.first, count));
      return success([part.first, Math.min(part.last, count)]);
    default:
      return part satisfies never;
  }
}

function fit(lines: LineTable, [first, last]: Range, { bound, anchors, stat }: ReadRequest): Shown {
  if (!bound || stat) return { range: [first, last], omitted: 0 };
  let bytes = 0;
  let line = first;
  for (; line <= last && line - first < bound.lines; line++) {
    bytes += Buffer.byteLength(JSON.stringify(lines.text(line, line)));
    if (anchors) bytes += Buffer.byteLength(JSON.stringify(lines.row(line))) + 1;
    if (bytes > bound.bytes) break;
  }
  return { range: [first, line - 1], omitted: Math.max(0, last - line + 1) };
}

function partKeys({ part }: ReadRequest, { range: [start, end], omitted }: Shown, lines: LineTable) {
  const whole = part === undefined && omitted === 0;
  return whole || end < start || lines.count === 0 ? {} : { range: { start, end } };
}

/** Where not even the first line fits, reading on from it would never end. */
function omittedKeys({ range: [first, last], omitted }: Shown): Pick<ReadRecord, "lines_omitted" | "warnings"> {
  if (last >= first) return { lines_omitted: omitted };
  const on = omitted > 1 ? `read on with lines ${first + 1}:, or ` : "";
  const message = `line ${first} is larger than an answer may be: ${on}search in it`;
  return { lines_omitted: omitted, warnings: [{ code: "line_too_long", message }] };
}

/** An empty file has one row to write into. */
function rowsOf(lines: LineTable, { range: [first, last] }: Shown) {
  return lines.count === 0 ? lines.rows(1, 1) : lines.rows(first, last);
}

function pastEnd(path: string, first: number, count: number): Problem {
  return problem("invalid_request", `${path} has ${counted(count, "line")}, and line ${first} was asked for`, {
    path,
    suggestion: count === 0 ? "It is empty." : `Lines 1:${count} are all of it.`,
  });
}

function mismatch(path: string, expected: string, actual: string): Problem {
  return problem("checksum_mismatch", `${path} has the checksum ${actual}, and ${expected} was expected`, {
    path,
    suggestion: "Read the file again: it is not the one that was seen before.",
    details: { expected, actual },
  });
}
