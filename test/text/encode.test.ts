import { describe, expect, test } from "bun:test";
import type { Content } from "../../src/model/content.ts";
import { decode } from "../../src/text/decode.ts";
import { toStored, toStoredOffsets } from "../../src/text/encode.ts";
import { applyEdits } from "../../src/text/patch.ts";
import { packed } from "../edits.ts";

const utf16be = (value: string): Buffer => Buffer.from(`\ufeff${value}`, "utf16le").swap16();

function contentOf(stored: Uint8Array, encoding?: string): Content {
  const content = decode(stored, encoding);
  if (typeof content === "string") throw new Error(content);
  return content;
}

/** Replaces every `find` in the text and gives the stored bytes. */
function replaced(stored: Uint8Array, find: string, text: string, encoding?: string): Uint8Array | undefined {
  const content = contentOf(stored, encoding);
  const source = Buffer.from(content.bytes);
  const length = Buffer.byteLength(find);
  const edits: [number, number, string][] = [];
  for (let at = source.indexOf(find); at >= 0; at = source.indexOf(find, at + length))
    edits.push([at, at + length, text]);
  const mapped = toStored(stored, content, packed(...edits));
  return mapped && applyEdits(stored, mapped);
}

describe("edits come out in the encoding of the file", () => {
  const table: readonly (readonly [what: string, encoding: string | undefined, before: Buffer, after: Buffer])[] = [
    ["UTF-8", undefined, Buffer.from("😀 foo é foo"), Buffer.from("😀 fünf é fünf")],
    ["UTF-8 with a mark", undefined, Buffer.from("\ufefffoo foo"), Buffer.from("\ufefffünf fünf")],
    [
      "UTF-8 with a byte that is none",
      undefined,
      Buffer.from("\xfcfoo", "latin1"),
      Buffer.concat([Buffer.of(0xfc), Buffer.from("fünf")]),
    ],
    [
      "UTF-16, little end first",
      undefined,
      Buffer.from("\ufeff😀foo é\r\nfoo", "utf16le"),
      Buffer.from("\ufeff😀fünf é\r\nfünf", "utf16le"),
    ],
    ["UTF-16, big end first", undefined, utf16be("😀foo é\r\nfoo"), utf16be("😀fünf é\r\nfünf")],
    ["Latin-1", "latin1", Buffer.from("\xe9foo\xe9foo", "latin1"), Buffer.from("\xe9f\xfcnf\xe9f\xfcnf", "latin1")],
    ["Latin-1 in ASCII alone", "latin1", Buffer.from("foo foo"), Buffer.from("f\xfcnf f\xfcnf", "latin1")],
  ];
  test.each(table)("%s", (_what, encoding, before, after) => {
    expect(Buffer.from(replaced(before, "foo", "fünf", encoding)!).toString("hex")).toBe(after.toString("hex"));
  });

  test("Japanese", () => {
    const before = Buffer.from("82a0666f6f82a2", "hex");
    expect(Buffer.from(replaced(before, "foo", "う", "shift_jis")!).toString("hex")).toBe("82a082a482a2");
  });
});

test("text that the encoding lacks is refused", () => {
  expect(replaced(Buffer.from("foo"), "foo", "う", "latin1")).toBeUndefined();
  expect(replaced(Buffer.from("foo"), "foo", "ü", "shift_jis")).toBeUndefined();
});

test("the edits of a plain file are passed on as they are", () => {
  const stored = Buffer.from("foo");
  const edits = packed([0, 3, "bar"]);
  expect(toStored(stored, contentOf(stored), edits)).toBe(edits);
});

test("labels stay with their edits", () => {
  const stored = Buffer.from("\ufefffoo");
  const edits = { ...packed([0, 3, "bar"]), labels: Uint32Array.of(7) };
  const mapped = toStored(stored, contentOf(stored), edits)!;
  expect([mapped.labels, mapped.starts, mapped.ends]).toEqual([Uint32Array.of(7), Int32Array.of(3), Int32Array.of(6)]);
});

test("offsets of matches", () => {
  const stored = Buffer.from("\ufeffé😀x", "utf16le");
  expect(toStoredOffsets(stored, contentOf(stored), Int32Array.of(0, 2, 6, 6, 7))).toEqual(
    Int32Array.of(2, 4, 8, 8, 10),
  );
  const marked = Buffer.from("\ufeffé");
  expect(toStoredOffsets(marked, contentOf(marked), Int32Array.of(0, 2))).toEqual(Int32Array.of(3, 5));
});

test("a stored character that stands for two characters of text is not cut", () => {
  const stored = Buffer.from("8862", "hex");
  const content = contentOf(stored, "big5");
  expect(Buffer.from(content.bytes).toString()).toBe("\u00ca\u0304");
  expect(toStored(stored, content, packed([0, 2, "E"]))).toBeUndefined();
  expect(Buffer.from(applyEdits(stored, toStored(stored, content, packed([0, 4, "E"]))!)).toString()).toBe("E");
});
