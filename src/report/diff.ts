/** One file's part of a unified diff in git's format. The hunks come ready made; only names, modes and renames are added. */
import { quoteFileName, quotePath } from "./git-quote.ts";

export interface FileDiff {
  /** Path before, relative to where the diff is to be applied. */
  readonly from: string;
  /** Path after; the same for a file that is not renamed. */
  readonly to: string;
  /** Permission bits before and after, where they change. */
  readonly mode?: { readonly from: number; readonly to: number };
  /** What the edits change: hunks from their `@@` on, or a binary patch from its `index` line on. Absent or empty for a rename alone. */
  readonly hunks?: Uint8Array;
}

/** Empty when nothing changes. */
export function fileDiff({ from, to, mode, hunks = nothing }: FileDiff): Uint8Array {
  const header = [
    ...(mode ? [`old mode ${fileMode(mode.from)}`, `new mode ${fileMode(mode.to)}`] : []),
    ...(from === to ? [] : renameLines(from, to, hunks.length === 0)),
    ...(hunks[0] === atSign ? [`--- ${quoteFileName(`a/${from}`)}`, `+++ ${quoteFileName(`b/${to}`)}`] : []),
  ];
  if (header.length === 0 && hunks.length === 0) return nothing;
  const names = `diff --git ${quotePath(`a/${from}`)} ${quotePath(`b/${to}`)}`;
  const text = [names, ...header].map((line) => `${line}\n`).join("");
  return Buffer.concat([new TextEncoder().encode(text), hunks]);
}

const nothing = new Uint8Array(0);
const atSign = 0x40;

/** git records only whether a file is executable. */
function fileMode(mode: number): string {
  return mode & 0o100 ? "100755" : "100644";
}

function renameLines(from: string, to: string, unchanged: boolean): string[] {
  return [
    ...(unchanged ? ["similarity index 100%"] : []),
    `rename from ${quotePath(from)}`,
    `rename to ${quotePath(to)}`,
  ];
}
