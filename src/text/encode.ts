/** From the text that matchers see back to the bytes of the file: offsets and edits. */
import type { Content } from "../model/content.ts";
import { insertedStart, type PackedEdits } from "../model/edit.ts";
import { ByteSink } from "./byte-sink.ts";
import { encodingNamed, type NamedEncoding } from "./encodings.ts";

/**
 * The edits of a content as edits of the file it was decoded from.
 * Undefined when an inserted text holds a character that the file's encoding lacks, or an edit would cut a stored character in two.
 */
export function toStored(stored: Uint8Array, content: Content, edits: PackedEdits): PackedEdits | undefined {
  const named = ownEncoding(content);
  if (!named && content.bom === 0) return edits;
  const places = placesOf(edits);
  const mapped = toStoredOffsets(stored, content, places);
  if (!mapped) return undefined;
  const starts = new Int32Array(edits.count);
  const ends = new Int32Array(edits.count);
  for (let i = 0; i < edits.count; i++) {
    starts[i] = mapped[2 * i];
    ends[i] = mapped[2 * i + 1];
  }
  const texts = named ? encodeInserted(edits, named) : edits;
  return texts && { ...edits, starts, ends, inserted: texts.inserted, insertedEnds: texts.insertedEnds };
}

/** Offsets in the content, in ascending order, as offsets in the file; undefined when one lies inside a stored character. */
export function toStoredOffsets(stored: Uint8Array, content: Content, offsets: Int32Array): Int32Array | undefined {
  const mapped = new Int32Array(offsets.length);
  if (content.stored) {
    for (let i = 0; i < offsets.length; i++) mapped[i] = offsets[i] + content.bom;
    return mapped;
  }
  const named = ownEncoding(content)!;
  let read = 0;
  let at: number = content.bom;
  for (let i = 0; i < offsets.length; i++) {
    if (offsets[i] > read) {
      const length = named.storedLength(content.bytes, read, offsets[i], stored, at);
      if (length === undefined) return undefined;
      read = offsets[i];
      at += length;
    }
    mapped[i] = at;
  }
  return mapped;
}

/** The encoding that texts must be written in; undefined for UTF-8, whose texts stay as they are. */
function ownEncoding(content: Content): NamedEncoding | undefined {
  if (content.encoding === "utf-8" || content.encoding === "utf-8-bom") return undefined;
  const named = encodingNamed(content.encoding);
  return named?.name === "utf-8" ? undefined : named;
}

function placesOf({ count, starts, ends }: PackedEdits): Int32Array {
  const places = new Int32Array(count * 2);
  for (let i = 0; i < count; i++) {
    places[2 * i] = starts[i];
    places[2 * i + 1] = ends[i];
  }
  return places;
}

function encodeInserted(
  edits: PackedEdits,
  named: NamedEncoding,
): Pick<PackedEdits, "inserted" | "insertedEnds"> | undefined {
  const sink = new ByteSink(edits.inserted.length * 2);
  const insertedEnds = new Int32Array(edits.count);
  for (let i = 0; i < edits.count; i++) {
    const text = named.fromUtf8(edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]));
    if (!text) return undefined;
    sink.append(text);
    insertedEnds[i] = sink.length;
  }
  return { inserted: sink.take(), insertedEnds };
}
