/**
 * Matches inside one another, as a script sees them: the inner ones first, so that the texts of an outer match hold what
 * became of them. What replaces an outer match takes their place.
 */
import type { Spans } from "../../model/edit.ts";
import type { ByteRange } from "../engine.ts";

export interface TextEdit extends ByteRange {
  readonly text: string;
}

/** Matches by their ends, those inside one another from the inside out. Matches ascend, the outer before the inner. */
export function innermostFirst({ count, ends }: Spans): Int32Array {
  const order = new Int32Array(count);
  const open: number[] = [];
  let next = 0;
  for (let i = 0; i < count; i++) {
    while (open.length > 0 && ends[open.at(-1)!]! < ends[i]!) order[next++] = open.pop()!;
    open.push(i);
  }
  while (open.length > 0) order[next++] = open.pop()!;
  return order;
}

/** Edits so far, ascending. Ranges are asked for in the order of `innermostFirst`, so that what lies inside one stands last. */
export class PendingEdits {
  readonly #edits: TextEdit[] = [];

  get all(): readonly TextEdit[] {
    return this.#edits;
  }

  inside(start: number): readonly TextEdit[] {
    return this.#edits.slice(this.#firstFrom(start));
  }

  /** Takes the place of all edits inside; without a text they are only dropped. */
  replace({ start, end }: ByteRange, text: string | undefined): void {
    this.#edits.length = this.#firstFrom(start);
    if (text !== undefined) this.#edits.push({ start, end, text });
  }

  #firstFrom(start: number): number {
    let first = this.#edits.length;
    while (first > 0 && this.#edits[first - 1]!.start >= start) first--;
    return first;
  }
}

/** The text of a range after the edits in it. */
export function spliced(
  { start, end }: ByteRange,
  edits: readonly TextEdit[],
  cut: (start: number, end: number) => string,
): string {
  const parts: string[] = [];
  let at = start;
  for (const edit of edits) {
    if (edit.start < start || edit.end > end) continue;
    parts.push(cut(at, edit.start), edit.text);
    at = edit.end;
  }
  return parts.length === 0 ? cut(start, end) : parts.join("") + cut(at, end);
}
