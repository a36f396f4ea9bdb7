/** Edits as reports list them: where they are, what was there and what is there now, as text. */
import type { Content } from "../model/content.ts";
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import type { ListedEdit } from "../model/outcome.ts";
import { LineCursor } from "../text/lines.ts";

/** `edits` count from the start of the content, `storedEdits` are the same ones in the file. Labels are named where there are several to tell apart. */
export function listEdits(
  content: Content,
  edits: PackedEdits,
  storedEdits: PackedEdits,
  labels: readonly string[],
): ListedEdit[] {
  const { bytes } = content;
  const text = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const inserted = Buffer.from(
    edits.inserted.buffer as ArrayBuffer,
    edits.inserted.byteOffset,
    edits.inserted.byteLength,
  );
  const cursor = new LineCursor(bytes);
  const listed: ListedEdit[] = [];
  for (let i = 0; i < edits.count; i++) {
    const { line, column } = cursor.seek(edits.starts[i]!);
    const rule = labels.length > 0 ? labels[edits.labels?.[i] ?? 0] : undefined;
    listed.push({
      start: storedEdits.starts[i]!,
      end: storedEdits.ends[i]!,
      line,
      column,
      before: text.toString("utf8", edits.starts[i]!, edits.ends[i]!),
      after: inserted.toString("utf8", insertedStart(edits, i), edits.insertedEnds[i]!),
      ...(rule !== undefined && { rule }),
    });
  }
  return listed;
}
