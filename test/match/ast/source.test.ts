import { expect, test } from "bun:test";
import { sourceText } from "../../../src/match/ast/source.ts";

const long = "aé😀\r\n".repeat(200);

const rows: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["plain text", Buffer.from("abc\r\n")],
  ["nothing", Buffer.alloc(0)],
  ["all lengths of characters", Buffer.from("aéक😀z")],
  ["a mark and a NUL inside", Buffer.from("a\ufeff\0b")],
  ["more than one stride", Buffer.from(long)],
  ["exactly one stride", Buffer.from("é".repeat(256))],
  ["stray bytes", Buffer.from([0x61, 0xe9, 0xc3, 0xa9, 0xff, 0xf0, 0x9f, 0x98, 0x80, 0x80])],
  ["a sequence cut off", Buffer.from([0x61, 0xe2, 0x82])],
  ["half a pair and overlong forms", Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0xaf, 0xf5, 0x61])],
  ["stray bytes over strides", Buffer.concat([Buffer.from(long), Buffer.from([0xff]), Buffer.from(long)])],
];

test.each(rows)("%s: every character leads back to its bytes", (_, bytes) => {
  const { text, byteAt } = sourceText(bytes);
  let at = 0;
  for (let unit = 0; unit < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(unit)!);
    expect(byteAt(unit)).toBe(at);
    const stray = /[\uf780-\uf7ff]/.test(character) && bytes[at] === character.charCodeAt(0) - 0xf700;
    at += stray ? 1 : Buffer.byteLength(character);
    unit += character.length;
  }
  expect(byteAt(text.length)).toBe(bytes.length);
});

test("offsets may be asked for in any order", () => {
  const { text, byteAt } = sourceText(Buffer.from(long));
  const units = [text.length, 0, 702, 2, 258, 254, 256];
  expect(units.map(byteAt)).toEqual(units.map((unit) => Buffer.byteLength(text.slice(0, unit))));
});
