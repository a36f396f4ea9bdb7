import { expect, test } from "bun:test";
import { RepeatedText } from "../../src/text/repeated-text.ts";

test("texts are what their bytes say, in any order and as often as asked", () => {
  const bytes = Buffer.from("foo bar foo béé\xff");
  const texts = new RepeatedText(new Uint8Array(bytes));
  const places = [
    [0, 3],
    [8, 11],
    [4, 7],
    [0, 0],
    [12, 17],
    [0, 3],
    [8, 10],
    [17, bytes.length],
    [0, 3],
  ] as const;
  expect(places.map(([start, end]) => texts.at(start, end))).toEqual(
    places.map(([start, end]) => bytes.toString("utf8", start, end)),
  );
});
