import { expect, test } from "bun:test";
import { fromLosslessString, toLosslessString } from "../../src/text/lossless.ts";

test("bytes that are not UTF-8 survive a change of case", () => {
  const source = Buffer.concat([
    Buffer.from("é"),
    Buffer.of(0xfc, 0xe2, 0x82),
    Buffer.from("😀x"),
    Buffer.of(0xed, 0xa0, 0x80),
  ]);
  const text = toLosslessString(source);
  expect(Buffer.from(fromLosslessString(text))).toEqual(source);
  expect(Buffer.from(fromLosslessString(text.toUpperCase())).toString("latin1")).toBe(
    Buffer.concat([
      Buffer.from("É"),
      Buffer.of(0xfc, 0xe2, 0x82),
      Buffer.from("😀X"),
      Buffer.of(0xed, 0xa0, 0x80),
    ]).toString("latin1"),
  );
});
