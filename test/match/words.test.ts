import { expect, test } from "bun:test";
import { isWordCharacter, wordAfter, wordBefore } from "../../src/match/words.ts";

test("word characters are letters, marks, digits and connectors", () => {
  const word = ["a", "Z", "0", "_", "é", "ß", "א", "中", "\u0301", "٣", "\u203f", "𝒳"];
  const other = [" ", "-", ".", "\n", "€", "😀", "½", "\u00a0", "’"];
  expect(word.map((each) => isWordCharacter(each.codePointAt(0)!))).toEqual(word.map(() => true));
  expect(other.map((each) => isWordCharacter(each.codePointAt(0)!))).toEqual(other.map(() => false));
});

test("neighbours are whole characters, and nothing beyond the given bounds", () => {
  const bytes = Uint8Array.from([...Buffer.from("é-中"), 0xe9, ...Buffer.from("a")]);
  expect([0, 2, 3, 6, 7, 8].map((at) => wordBefore(bytes, 0, at))).toEqual([false, true, false, true, false, true]);
  expect([0, 2, 3, 6, 7, 8].map((at) => wordAfter(bytes, at, bytes.length))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
  expect(wordBefore(bytes, 2, 2)).toBe(false);
  expect(wordAfter(bytes, 3, 5)).toBe(false);
});
