/** Edits of many files by what they replace: a long diff in a few lines. */
import { counted } from "../model/counted.ts";
import type { ListedEdit } from "../model/outcome.ts";

export interface EditGroup {
  readonly before: string;
  readonly after: string;
  readonly edits: number;
  readonly files: number;
}

/** The most frequent first; equal ones in the order of their first edit. */
export function groupEdits(files: readonly { readonly edits?: readonly ListedEdit[] }[]): EditGroup[] {
  const groups = new Map<string, { before: string; after: string; edits: number; files: number; lastFile: number }>();
  for (const [index, { edits = [] }] of files.entries())
    for (const { before, after } of edits) {
      const key = JSON.stringify([before, after]);
      const group = groups.get(key) ?? { before, after, edits: 0, files: 0, lastFile: -1 };
      group.edits++;
      if (group.lastFile !== index) group.files++;
      group.lastFile = index;
      groups.set(key, group);
    }
  return [...groups.values()]
    .map(({ before, after, edits, files: count }) => ({ before, after, edits, files: count }))
    .toSorted((a, b) => b.edits - a.edits);
}

/** At most this many groups are told, and of a text at most so many characters. */
const mostGroups = 10;
const longestText = 60;

export function groupLines(groups: readonly EditGroup[]): string[] {
  const told = groups.slice(0, mostGroups);
  const lines = told.map(({ before, after, edits, files }) => {
    const where = `${counted(edits, "edit")} in ${counted(files, "file")}`;
    return `${shown(before)} -> ${shown(after)}: ${where}\n`;
  });
  const rest = groups.length - told.length;
  return rest > 0 ? [...lines, `${counted(rest, "other replacement")}\n`] : lines;
}

function shown(text: string): string {
  return JSON.stringify(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
}
