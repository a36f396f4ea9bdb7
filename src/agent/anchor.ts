/**
 * Anchors: a line by its number and the hash of its text. One whose line has changed is refused; one whose line has
 * only moved is found again when nearby exactly one line has its hash. A similar line is not the same line.
 */
import { counted } from "../model/counted.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { Row } from "../schema/agent.ts";
import type { LineTable } from "./line-table.ts";

export interface Anchor {
  readonly line: number;
  readonly hash: string;
  /** The text of the line, of a pasted row: a moved line must have it too. */
  readonly raw?: string;
}

/** Reads `LINE:HASH`; a pasted row (`LINE:HASH|text`) is an anchor too. */
export function parseAnchor(text: string): Anchor | undefined {
  const parts = /^\s*([1-9]\d{0,9})\s*:\s*([0-9a-f]{3})\s*(?:\|([^\r\n]*)[\s\S]*)?$/i.exec(text);
  if (!parts) return undefined;
  const [, line, hash, raw] = parts;
  return { line: Number(line), hash: hash!.toLowerCase(), ...(raw !== undefined && { raw }) };
}

export function unreadableAnchor(text: string, edit: number): Problem {
  return problem("invalid_request", `edit ${edit}: ${JSON.stringify(text.slice(0, 80))} is no anchor`, {
    suggestion: 'Write LINE:HASH as a read shows it, for example "12:0af".',
    details: { edit },
  });
}

/** Lines on either side in which a moved line is looked for. */
export function searchWidth(edits: number): number {
  return Math.min(Math.max(20, 5 * edits), 100);
}

/** The line an anchor stands for now; undefined when it has changed, is gone, or cannot be told from others. */
export function locate({ line, hash, raw }: Anchor, lines: LineTable, width: number): number | undefined {
  if (line <= lines.rowCount && lines.hash(line) === hash) return line;
  const last = Math.min(line + width, lines.rowCount);
  let found: number | undefined;
  for (let near = Math.max(1, line - width); near <= last; near++) {
    if (lines.hash(near) !== hash || (raw !== undefined && lines.row(near).raw !== raw)) continue;
    if (found !== undefined) return undefined;
    found = near;
  }
  return found;
}

export interface StaleAnchor {
  readonly edit: number;
  readonly anchor: Anchor;
}

/** Lines shown on either side of a stale anchor, and of all of them together. */
const around = 2;
const mostRows = 100;

/** Anchors named in the message. */
const mostTold = 20;

/** All stale anchors of a call at once, with the lines as they are now. */
export function staleProblem(stale: readonly StaleAnchor[], lines: LineTable, path: string): Problem {
  const [first] = stale;
  const { line } = first!.anchor;
  const told = stale.slice(0, mostTold).map(({ edit, anchor }) => `${anchor.line}:${anchor.hash} (edit ${edit})`);
  const more = stale.length > mostTold ? ` and ${stale.length - mostTold} more` : "";
  const { rows, omitted } = freshRows(stale, lines);
  const gone = line > lines.count ? `, which has ${counted(lines.count, "line")}` : "";
  return problem(
    "hash_mismatch",
    `nothing was written: ${stale.length === 1 ? "this anchor does" : "these anchors do"} not fit ${path}${gone}: ${told.join(", ")}${more}`,
    {
      path,
      ...(line <= lines.count && { line }),
      suggestion: "Look at the rows, which are the lines as they are now, and edit again with their anchors.",
      details: {
        edits: [...new Set(stale.map(({ edit }) => edit))],
        rows,
        ...(omitted > 0 && { rows_omitted: omitted }),
      },
    },
  );
}

function freshRows(stale: readonly StaleAnchor[], lines: LineTable): { rows: Row[]; omitted: number } {
  const wanted = new Set<number>();
  for (const { anchor } of stale) {
    const middle = Math.min(anchor.line, lines.rowCount);
    for (let line = middle - around; line <= middle + around; line++) wanted.add(line);
  }
  const known = [...wanted]
    .filter((line) => line >= 1 && line <= lines.rowCount)
    .toSorted((left, right) => left - right);
  return {
    rows: known.slice(0, mostRows).map((line) => lines.row(line)),
    omitted: Math.max(0, known.length - mostRows),
  };
}
