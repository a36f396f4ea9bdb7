/** A unified diff with colours, and in replaced lines the words that differ. The text without its colours is the diff as it was. */
import { afterLine, hunkHeader } from "./hunks.ts";
import type { Paint } from "./paint.ts";

/** Paints line by line; hunks are told from headers by the counts in their `@@` lines, whatever the text looks like. */
export function colourDiff(diff: string, paint: Paint): string {
  const painted: string[] = [];
  const run = new Replacement(paint);
  let left: [old: number, now: number] = [0, 0];
  for (const line of diff.split("\n")) {
    const inside = left[0] > 0 || left[1] > 0 || line.startsWith("\\");
    const sign = inside ? (line[0] ?? " ") : "";
    if (inside) left = afterLine(left, sign);
    if (changes.has(sign) && run.takes(sign, line)) continue;
    for (const one of run.end()) painted.push(one);
    if (changes.has(sign)) run.takes(sign, line);
    else painted.push(inside ? line : paintHeader(line, paint));
    const header = inside ? undefined : hunkHeader(line);
    if (header) left = [header.oldCount, header.newCount];
  }
  for (const one of run.end()) painted.push(one);
  return painted.join("\n");
}

/** What a line of a replacement starts with. */
const changes = new Set(["-", "+", "\\"]);

/** Lines that go and the lines that come in their place. */
class Replacement {
  readonly #paint: Paint;
  #removed: string[] = [];
  #added: string[] = [];

  constructor(paint: Paint) {
    this.#paint = paint;
  }

  /** False when the line starts another replacement. */
  takes(sign: string, line: string): boolean {
    if (sign === "-" && this.#added.length > 0) return false;
    if (sign === "\\") (this.#added.length > 0 ? this.#added : this.#removed).push(line);
    else (sign === "-" ? this.#removed : this.#added).push(line);
    return true;
  }

  end(): string[] {
    const lines = paintPair(this.#removed, this.#added, this.#paint);
    this.#removed = [];
    this.#added = [];
    return lines;
  }
}

function paintHeader(line: string, paint: Paint): string {
  if (line.startsWith("@@")) {
    const end = line.indexOf("@@", 2) + 2;
    return paint("hunk", line.slice(0, end)) + line.slice(end);
  }
  return line === "" ? line : paint("bold", line);
}

/** Lines that replace as many others are compared one by one; those of another number are only coloured. */
function paintPair(removed: readonly string[], added: readonly string[], paint: Paint): string[] {
  const pairs = removed.length === added.length;
  return [
    ...removed.map((line, i) => paintLine(line, pairs ? added[i] : undefined, "removed", paint)),
    ...added.map((line, i) => paintLine(line, pairs ? removed[i] : undefined, "added", paint)),
  ];
}

function paintLine(line: string, other: string | undefined, style: "added" | "removed", paint: Paint): string {
  if (line.startsWith("\\")) return line;
  const [start, end] = other === undefined ? [0, 0] : middle(line, other);
  if (start === end) return paint(style, line);
  return (
    paint(style, line.slice(0, start)) + paint(`${style}Word`, line.slice(start, end)) + paint(style, line.slice(end))
  );
}

/** The part of `line` that differs from `other`, grown to whole words; the sign in the first column is no part of it. */
function middle(line: string, other: string): [start: number, end: number] {
  const shorter = Math.min(line.length, other.length);
  let start = 1;
  while (start < shorter && line[start] === other[start]) start++;
  let tail = 0;
  while (tail < shorter - start && line.at(-1 - tail) === other.at(-1 - tail)) tail++;
  let end = line.length - tail;
  while (start > 1 && isWord(line[start - 1]!) && (isWord(line[start] ?? "") || isWord(other[start] ?? ""))) start--;
  while (
    end < line.length &&
    isWord(line[end]!) &&
    (isWord(line[end - 1]!) || isWord(other[other.length - (line.length - end) - 1] ?? ""))
  )
    end++;
  return [start, Math.max(start, end)];
}

/** A half of a surrogate pair counts as a letter, so that no pair is torn. */
function isWord(unit: string): boolean {
  return /[\p{L}\p{N}_\uD800-\uDFFF]/u.test(unit);
}
