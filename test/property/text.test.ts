import { expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Content } from "../../src/model/content.ts";
import { EditBuilder, type PackedEdits } from "../../src/model/edit.ts";
import { decode } from "../../src/text/decode.ts";
import { toStored, toStoredOffsets } from "../../src/text/encode.ts";
import { encodingNames } from "../../src/text/encodings.ts";
import { endOfLine, firstEnding, LineCursor } from "../../src/text/lines.ts";
import { fromLosslessString, toLosslessString } from "../../src/text/lossless.ts";
import { applyEdits } from "../../src/text/patch.ts";
import { replaceBytes } from "../replace.ts";

const runs = { numRuns: 500, seed: 11 };
const encodings = fc.option(fc.constantFrom(...encodingNames), { nil: undefined });

const marks = [[], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]];

/** Random bytes, and valid text in a random form. */
const files = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...marks),
      fc.array(fc.constantFrom(0x61, 0x0a, 0x0d, 0x82, 0xa0, 0xc3, 0xfc, 0x41, 0x30), { maxLength: 40 }),
    )
    .map(([mark, body]) => Uint8Array.from([...mark, ...body])),
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => new Uint8Array(Buffer.from(text))),
  fc.string({ unit: "grapheme", maxLength: 40 }).map((text) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"))),
  fc
    .string({ unit: "grapheme", maxLength: 40 })
    .map((text) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le").swap16())),
);

function textOf(stored: Uint8Array, encoding?: string): Content | undefined {
  const content = decode(stored, encoding);
  return typeof content === "string" ? undefined : content;
}

/** Where characters of valid text start; any offset of bytes that are kept as they are. */
function boundaries({ bytes, stored }: Content): number[] {
  const all = Array.from({ length: bytes.length + 1 }, (_, i) => i);
  return stored ? all : all.filter((i) => i === bytes.length || (bytes[i] & 0xc0) !== 0x80);
}

function single(start: number, end: number, text: Uint8Array): PackedEdits {
  const builder = new EditBuilder();
  builder.add(start, end, text);
  return builder.build();
}

test("writing all of a decoded file anew gives its bytes", () => {
  fc.assert(
    fc.property(files, encodings, (stored, encoding) => {
      const content = textOf(stored, encoding);
      fc.pre(content !== undefined);
      const edits = toStored(stored, content!, single(0, content!.bytes.length, content!.bytes));
      expect(edits && applyEdits(stored, edits)).toEqual(stored);
    }),
    runs,
  );
});

test("offsets of a content name the same text in the file", () => {
  fc.assert(
    fc.property(files, encodings, fc.nat(), fc.nat(), (stored, encoding, one, other) => {
      const content = textOf(stored, encoding);
      fc.pre(content !== undefined);
      const places = boundaries(content!);
      const [start, end] = [one, other].map((n) => places[n % places.length]).toSorted((a, b) => a - b);
      const mapped = toStoredOffsets(stored, content!, Int32Array.of(start, end));
      fc.pre(mapped !== undefined);
      const edits = toStored(stored, content!, single(start, end, content!.bytes.subarray(start, end)))!;
      expect(applyEdits(stored, edits)).toEqual(stored);
      expect([edits.starts[0], edits.ends[0]]).toEqual([...mapped!]);
    }),
    runs,
  );
});

test("an edit of decoded text is the edit of the text in the file", () => {
  fc.assert(
    fc.property(
      files,
      fc.nat(),
      fc.nat(),
      fc.string({ unit: "grapheme", maxLength: 5 }),
      (stored, one, other, text) => {
        const content = textOf(stored);
        fc.pre(content !== undefined);
        const places = boundaries(content!);
        const [start, end] = [one, other].map((n) => places[n % places.length]).toSorted((a, b) => a - b);
        const edits = single(start, end, Buffer.from(text));
        const after = textOf(applyEdits(stored, toStored(stored, content!, edits)!));
        fc.pre(after?.bom === content!.bom);
        expect(Buffer.from(after!.bytes)).toEqual(Buffer.from(applyEdits(content!.bytes, edits)));
      },
    ),
    runs,
  );
});

test("bytes outside the matches are untouched, and equal replacements change nothing", () => {
  fc.assert(
    fc.property(files, fc.constantFrom("a", "\\w", "[^b]", "\\n", "^.*$", "(.)(.)?", "$"), (stored, pattern) => {
      fc.pre(textOf(stored) !== undefined);
      expect(replaceBytes(stored, pattern, "$0")).toEqual([Buffer.from(stored), 0]);
      if (!textOf(stored)!.stored) return;
      const [removed] = replaceBytes(stored, "a", "");
      expect(removed.filter((byte) => byte !== 0x61)).toEqual(Buffer.from(stored).filter((byte) => byte !== 0x61));
    }),
    runs,
  );
});

test("lines are those of a split at LF", () => {
  const texts = fc
    .array(fc.constantFrom("a", "bc", "\n", "\r\n", "\r"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const bytes = Buffer.from(text);
      const cursor = new LineCursor(bytes);
      const got = Array.from({ length: bytes.length + 1 }, (_, at) => {
        const { line, column, start, end } = cursor.seek(at);
        return [line, column, text.slice(start, end)];
      });
      const lines = text.split("\n");
      const wanted = Array.from({ length: bytes.length + 1 }, (_, at) => {
        const before = text.slice(0, at).split("\n");
        const line = lines[before.length - 1];
        const shown = before.length < lines.length ? line.replace(/\r$/, "") : line;
        return [before.length, before.at(-1)!.length + 1, shown];
      });
      expect(got).toEqual(wanted);
      const endings = text.match(/\r?\n/g) ?? [];
      const kinds = [...new Set(endings)].map((each) => (each === "\n" ? "lf" : "crlf"));
      expect(endOfLine(bytes)).toBe(kinds.length === 2 ? "mixed" : ((kinds[0] as "lf" | undefined) ?? "none"));
      expect(firstEnding(bytes)).toBe(kinds[0] as "lf" | undefined);
    }),
    runs,
  );
});

test("lossless strings give back their bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const text = toLosslessString(bytes);
      expect(new Uint8Array(fromLosslessString(text))).toEqual(bytes);
    }),
    runs,
  );
});
