/** The file that edits are made to, an edit whose place in it is known, and the check that no two of them touch the same text. */
import type { Content } from "../model/content.ts";
import { EditBuilder, type PackedEdits } from "../model/edit.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { Edit } from "../schema/agent.ts";
import type { LineTable } from "./line-table.ts";

export interface EditTarget {
  /** As shown in messages; its extension decides the language of symbols. */
  readonly path: string;
  readonly content: Content;
  readonly lines: LineTable;
}

export interface ResolvedEdit {
  /** 1-based, in the order of the request. */
  readonly index: number;
  readonly name: keyof Edit;
  /** Bytes of the decoded text, `[start, end)`; an insertion has none. */
  readonly start: number;
  readonly end: number;
  readonly text: Uint8Array;
  /** First and last line that it is about: of an insertion the line it goes after. */
  readonly first: number;
  readonly last: number;
  readonly inserts: boolean;
  /** Leaves its last line a line of its own, so that text may be inserted after it. */
  readonly keepsLine: boolean;
}

/** Orders edits by place. An insertion stands before what replaces the text behind it; insertions at one place keep their order. */
export function inPlaceOrder(edits: readonly ResolvedEdit[]): ResolvedEdit[] {
  return edits.toSorted(
    (left, right) =>
      left.start - right.start ||
      Number(right.inserts) - Number(left.inserts) ||
      left.end - right.end ||
      left.index - right.index,
  );
}

/** Edits come in place order. Each is compared with the one before it that reaches furthest, so the cost is linear. */
export function overlapProblem(edits: readonly ResolvedEdit[], path: string): Problem | undefined {
  let furthest: ResolvedEdit | undefined;
  const replacedLines = new Map<number, ResolvedEdit>();
  for (const edit of edits) {
    if (furthest && overlaps(furthest, edit)) return overlap(furthest, edit, path);
    if (!edit.inserts && (!furthest || edit.end >= furthest.end)) furthest = edit;
    if (!edit.inserts && !edit.keepsLine) replacedLines.set(edit.last, edit);
  }
  for (const edit of edits) {
    const taken = edit.inserts ? replacedLines.get(edit.first) : undefined;
    if (taken) return overlap(taken, edit, path);
  }
  return undefined;
}

function overlaps(before: ResolvedEdit, after: ResolvedEdit): boolean {
  if (after.start < before.end) return true;
  return !after.inserts && after.start === before.start;
}

function overlap(left: ResolvedEdit, right: ResolvedEdit, path: string): Problem {
  const [first, second] = left.index < right.index ? [left, right] : [right, left];
  return problem(
    "overlapping_edits",
    `edit ${first.index} (${first.name}, ${linesOf(first)}) and edit ${second.index} (${second.name}, ${linesOf(second)}) touch the same text of ${path}`,
    {
      path,
      line: Math.max(first.first, second.first),
      suggestion: "Make one edit of both, or make the second in a call of its own with fresh anchors.",
      details: { edits: [first.index, second.index] },
    },
  );
}

function linesOf({ first, last, inserts }: ResolvedEdit): string {
  if (inserts) return `after line ${first}`;
  return first === last ? `line ${first}` : `lines ${first}-${last}`;
}

/** How many edits change the text. */
export function changingEdits(edits: readonly ResolvedEdit[], text: Uint8Array): number {
  return edits.filter((edit) => Buffer.compare(edit.text, text.subarray(edit.start, edit.end)) !== 0).length;
}

/** Edits in place order and without overlap, those at one place joined, those that change nothing left out. */
export function packEdits(edits: readonly ResolvedEdit[], text: Uint8Array): PackedEdits {
  const builder = new EditBuilder();
  for (let at = 0; at < edits.length;) {
    const { start } = edits[at]!;
    const here: ResolvedEdit[] = [];
    while (at < edits.length && edits[at]!.start === start) here.push(edits[at++]!);
    const end = here.at(-1)!.end;
    const inserted = Buffer.concat(here.map((edit) => edit.text));
    if (!inserted.equals(text.subarray(start, end))) builder.add(start, end, inserted);
  }
  return builder.build();
}
