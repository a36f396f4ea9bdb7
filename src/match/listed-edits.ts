/** Edits as reports list them: where they are, what was there and what is there now, as text. */
import { isAscii } from "node:buffer";
import type { Content } from "../model/content.ts";
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import type { ListedEdit } from "../model/outcome.ts";
import { LineCursor } from "../text/lines.ts";
import { RepeatedText } from "../text/repeated-text.ts";

/** `edits` count from the start of the content, `storedEdits` are the same ones in the file. Labels are named where there are several to tell apart. */
export function listEdits(
  content: Content,
  edits: PackedEdits,
  storedEdits: PackedEdits,
  labels: readonly string[],
): ListedEdit[] {
  const { bytes } = content;
  const text = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const before = new RepeatedText(bytes);
  const after = new RepeatedText(edits.inserted);
  const cursor = new LineCursor(bytes);
  const units = isAscii(text) ? undefined : new UnitCursor(text);
  const listed: ListedEdit[] = [];
  for (let i = 0; i < edits.count; i++) {
    const { line, column } = cursor.seek(edits.starts[i]!);
    const rule = labels.length > 0 ? labels[edits.labels?.[i] ?? 0] : undefined;
    listed.push({
      start: storedEdits.starts[i]!,
      end: storedEdits.ends[i]!,
      line,
      column,
      before: before.at(edits.starts[i]!, edits.ends[i]!),
      after: after.at(insertedStart(edits, i), edits.insertedEnds[i]!),
      ...(rule !== undefined && { rule }),
      utf16Column: units?.seek(cursor.start, edits.starts[i]!) ?? column,
    });
  }
  return listed;
}

/** Columns in UTF-16 units: what lies between two edits of a line is counted once. */
class UnitCursor {
  readonly #text: Buffer;
  #start = -1;
  #at = 0;
  #units = 0;

  constructor(text: Buffer) {
    this.#text = text;
  }

  /** 1-based column of an offset on the line that starts at `start`. */
  seek(start: number, offset: number): number {
    if (start !== this.#start) [this.#start, this.#at, this.#units] = [start, start, 0];
    this.#units += this.#text.toString("utf8", this.#at, offset).length;
    this.#at = offset;
    return this.#units + 1;
  }
}
