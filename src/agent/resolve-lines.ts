/** Edits that name their lines by anchors: replaced, deleted, or with lines inserted after them. */
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { locate, parseAnchor, searchWidth, unreadableAnchor, type StaleAnchor } from "./anchor.ts";
import type { LineTable } from "./line-table.ts";
import { endingAt, withEndings, withoutLastNewline } from "./newlines.ts";
import type { ResolvedEdit } from "./resolved-edit.ts";

/** First and last line, both included. */
export type LineRange = readonly [first: number, last: number];

export interface Relocation {
  readonly edit: number;
  readonly from: string;
  readonly to: string;
}

export type FoundRange =
  { readonly range: LineRange } | { readonly stale: StaleAnchor[] } | { readonly problem: Problem };

/** Turns the anchors of one call into lines, and remembers those whose line had moved. */
export class AnchorFinder {
  readonly relocated: Relocation[] = [];
  readonly #lines: LineTable;
  readonly #width: number;

  constructor(lines: LineTable, edits: number) {
    this.#lines = lines;
    this.#width = searchWidth(edits);
  }

  /** Both ends must have moved alike: other lines have come or gone between them else. */
  range(startText: string, endText: string, edit: number): FoundRange {
    const start = parseAnchor(startText);
    const end = parseAnchor(endText);
    if (!start || !end) return { problem: unreadableAnchor(start ? endText : startText, edit) };
    if (start.line > end.line) return { problem: backwards(startText, endText, edit) };
    const first = locate(start, this.#lines, this.#width);
    const last = startText === endText ? first : locate(end, this.#lines, this.#width);
    if (first === undefined || last === undefined || last - first !== end.line - start.line) {
      const both = first !== undefined && last !== undefined;
      const stale = [...(first === undefined || both ? [start] : []), ...(last === undefined || both ? [end] : [])];
      return { stale: (startText === endText ? stale.slice(0, 1) : stale).map((anchor) => ({ edit, anchor })) };
    }
    if (first !== start.line) {
      const ends = startText === endText ? [start] : [start, end];
      for (const { line, hash } of ends)
        this.relocated.push({ edit, from: `${line}:${hash}`, to: `${line - start.line + first}:${hash}` });
    }
    return { range: [first, last] };
  }
}

export function deleteOrReplaceLines(
  name: "set_line" | "replace_lines",
  index: number,
  [first, last]: LineRange,
  newText: string,
  lines: LineTable,
): ResolvedEdit {
  const deletes = newText === "";
  const start = lines.start(first);
  const ending = endingAt(lines, first);
  const text = withEndings(withoutLastNewline(newText), ending);
  return {
    index,
    name,
    start,
    end: deletes ? lines.next(last) : lines.end(last),
    text: Buffer.from(lines.count === 0 && !deletes ? text + ending : text),
    first,
    last,
    inserts: false,
    keepsLine: first === last && !deletes,
  };
}

export function insertAfter(index: number, line: number, newText: string, lines: LineTable): Result<ResolvedEdit[]> {
  if (newText === "")
    return failure(
      problem("invalid_request", `edit ${index}: insert_after with an empty new_text inserts nothing`, {
        suggestion: 'Write "\\n" for a blank line.',
        details: { edit: index },
      }),
    );
  const ending = endingAt(lines, line);
  const text = withEndings(withoutLastNewline(newText), ending);
  const place = lines.next(line);
  const behindOpenEnd = lines.count > 0 && lines.ending(line) === "";
  return success([
    {
      index,
      name: "insert_after",
      start: place,
      end: place,
      text: Buffer.from(behindOpenEnd ? ending + text : text + ending),
      first: line,
      last: line,
      inserts: true,
      keepsLine: true,
    },
  ]);
}

function backwards(start: string, end: string, edit: number): Problem {
  return problem("invalid_request", `edit ${edit}: ${start} stands behind ${end}`, {
    suggestion: "Give the anchor of the first line as start_anchor.",
    details: { edit },
  });
}
