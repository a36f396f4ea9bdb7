import { describe, expect, test } from "bun:test";
import { decode, hasNul, headLength, isBinary } from "../../src/text/decode.ts";
import { encodingNames, knownEncoding } from "../../src/text/encodings.ts";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const text = (value: string): Uint8Array => new Uint8Array(Buffer.from(value));
const utf16le = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, "utf16le"));
const utf16be = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, "utf16le").swap16());
const join = (...parts: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

/** A decoded file in short: `encoding bom text`, or why it is not searched. */
function decoded(stored: Uint8Array, encoding?: string): string {
  const content = decode(stored, encoding);
  if (typeof content === "string") return content;
  const way = content.stored ? "as stored" : "converted";
  return `${content.encoding} ${content.bom} ${way} ${Buffer.from(content.bytes).toString("latin1")}`;
}

const latin = (value: string): string => Buffer.from(value).toString("latin1");

describe("without an encoding that was asked for", () => {
  const table: readonly (readonly [what: string, stored: Uint8Array, expected: string])[] = [
    ["an empty file", bytes(), "utf-8 0 as stored "],
    ["plain text", text("grün\n"), `utf-8 0 as stored ${latin("grün\n")}`],
    ["a byte that is not UTF-8", bytes(0x66, 0xfc, 0x72), "utf-8 0 as stored f\xfcr"],
    ["a mark of UTF-8", join(bytes(0xef, 0xbb, 0xbf), text("é")), `utf-8-bom 3 as stored ${latin("é")}`],
    ["a mark of UTF-8 alone", bytes(0xef, 0xbb, 0xbf), "utf-8-bom 3 as stored "],
    [
      "two marks, of which the second is text",
      join(bytes(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf)),
      "utf-8-bom 3 as stored \xef\xbb\xbf",
    ],
    ["UTF-16, little end first", join(bytes(0xff, 0xfe), utf16le("aé😀")), `utf-16le 2 converted ${latin("aé😀")}`],
    ["UTF-16, big end first", join(bytes(0xfe, 0xff), utf16be("aé😀")), `utf-16be 2 converted ${latin("aé😀")}`],
    ["UTF-16 with a mark alone", bytes(0xff, 0xfe), "utf-16le 2 converted "],
    ["UTF-16 of odd length", bytes(0xff, 0xfe, 0x61), "encoding"],
    ["a lone surrogate", join(bytes(0xff, 0xfe), bytes(0x00, 0xd8, 0x61, 0x00)), "encoding"],
    ["UTF-32, little end first", bytes(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), "binary"],
    ["UTF-32, big end first", bytes(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), "binary"],
    ["a NUL", bytes(0x61, 0, 0x62), "binary"],
    ["UTF-16 without a mark", utf16le("abc"), "binary"],
    ["half a mark", bytes(0xef, 0xbb), "utf-8 0 as stored \xef\xbb"],
  ];
  test.each(table)("%s", (_what, stored, expected) => expect(decoded(stored)).toBe(expected));
});

describe("with an encoding that was asked for", () => {
  const table: readonly (readonly [what: string, encoding: string, stored: Uint8Array, expected: string])[] = [
    ["Latin-1", "latin1", bytes(0x66, 0xfc, 0x72), `latin1 0 converted ${latin("für")}`],
    [
      "a byte that Windows leaves undefined",
      "windows-1252",
      bytes(0x81),
      `windows-1252 0 converted ${latin("\u0081")}`,
    ],
    ["a byte that the encoding lacks", "iso-8859-3", bytes(0xa5), "encoding"],
    ["ASCII alone stays as it is", "windows-1252", text("abc"), "windows-1252 0 as stored abc"],
    ["Japanese", "shift_jis", bytes(0x82, 0xa0, 0x61), `shift_jis 0 converted ${latin("あa")}`],
    ["half a character", "shift_jis", bytes(0x82), "encoding"],
    ["bytes that would be written otherwise", "shift_jis", bytes(0xfa, 0x54), "encoding"],
    ["Chinese of four bytes", "gb18030", bytes(0x94, 0x39, 0xda, 0x33), `gb18030 0 converted ${latin("💩")}`],
    ["Korean", "EUC-KR", bytes(0xc7, 0xd1), `EUC-KR 0 converted ${latin("한")}`],
    ["UTF-16 without a mark", "utf-16le", utf16le("foo\n"), "utf-16le 0 converted foo\n"],
    ["UTF-16 with the big end first", "utf-16be", utf16be("foo\n"), "utf-16be 0 converted foo\n"],
    ["UTF-16 that holds a NUL", "utf-16le", utf16le("a\0b"), "binary"],
    ["UTF-8 must be valid", "utf-8", bytes(0xfc), "encoding"],
    ["UTF-8 that is valid", "utf8", text("é"), `utf8 0 as stored ${latin("é")}`],
    ["a mark counts more", "latin1", join(bytes(0xef, 0xbb, 0xbf), text("é")), `utf-8-bom 3 as stored ${latin("é")}`],
    ["a NUL", "latin1", bytes(0x61, 0), "binary"],
    ["a NUL beside a byte that the encoding lacks", "iso-8859-3", bytes(0xa5, 0), "binary"],
  ];
  test.each(table)("%s", (_what, encoding, stored, expected) => expect(decoded(stored, encoding)).toBe(expected));

  test("an unknown name is a bug of the caller", () => {
    expect(() => decode(text("a"), "klingon")).toThrow("klingon");
  });
});

test("a NUL behind the head makes a file binary only when it would be edited", () => {
  const long = join(new Uint8Array(headLength).fill(0x61), bytes(0));
  expect([isBinary(long), hasNul(long), typeof decode(long)]).toEqual([false, true, "object"]);
  expect(isBinary(join(new Uint8Array(headLength - 1).fill(0x61), bytes(0)))).toBe(true);
});

test("what a head says before a file is decoded", () => {
  const wide = utf16le("foo");
  expect([isBinary(wide), isBinary(wide, "utf-16le"), isBinary(join(bytes(0xff, 0xfe), wide))]).toEqual([
    true,
    false,
    false,
  ]);
});

test("names of encodings", () => {
  expect(encodingNames.filter((name) => !knownEncoding(name))).toEqual([]);
  expect(["Latin1", " UTF-8 ", "SJIS", "cp1252"].every(knownEncoding)).toBe(true);
  expect(["", "klingon", "iso-2022-jp", "replacement", "utf-7"].some(knownEncoding)).toBe(false);
});
