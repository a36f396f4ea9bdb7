/** The hunks of one file's unified diff, told apart by the counts in their `@@` lines. */

export interface Hunk {
  /** From its `@@` on, with its last newline. */
  readonly text: string;
  /** 1-based lines of the old text that it covers; the end is exclusive. */
  readonly oldStart: number;
  readonly oldEnd: number;
}

/** Empty for a diff without hunks, such as a binary patch. */
export function splitHunks(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  let start = 0;
  let left: [old: number, now: number] = [0, 0];
  let range: [start: number, end: number] = [0, 0];
  const finish = (end: number): void => {
    if (end > start) hunks.push({ text: diff.slice(start, end), oldStart: range[0], oldEnd: range[1] });
    start = end;
  };
  for (let at = 0; at < diff.length;) {
    const newline = diff.indexOf("\n", at);
    const next = newline < 0 ? diff.length : newline + 1;
    const inside = left[0] > 0 || left[1] > 0;
    const header = inside || diff[at] !== "@" ? undefined : hunkHeader(diff.slice(at, next));
    if (header) {
      finish(at);
      left = [header.oldCount, header.newCount];
      range = [header.oldStart, header.oldStart + header.oldCount];
    } else if (inside) left = afterLine(left, diff[at]!);
    at = next;
  }
  if (diff.startsWith("@@")) finish(diff.length);
  return hunks;
}

export interface HunkHeader {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newCount: number;
}

export function hunkHeader(line: string): HunkHeader | undefined {
  const parts = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
  if (!parts) return undefined;
  return { oldStart: Number(parts[1]), oldCount: Number(parts[2] ?? 1), newCount: Number(parts[3] ?? 1) };
}

/** How many old and new lines a hunk still has after a line with this sign. */
export function afterLine([old, now]: [number, number], sign: string): [number, number] {
  if (sign === "-") return [old - 1, now];
  if (sign === "+") return [old, now - 1];
  return sign === "\\" ? [old, now] : [old - 1, now - 1];
}
