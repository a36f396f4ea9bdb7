import { expect, test } from "bun:test";
import { applyEdits } from "../../src/text/patch.ts";
import { Room } from "../../src/text/room.ts";
import { packed } from "../edits.ts";

test("edits of every kind in one pass", () => {
  const long = "x".repeat(200);
  const source = Buffer.from(`one two ${long} three`);
  const edits = packed([0, 0, ">"], [0, 3, "1"], [4, 7, ""], [100, 100, long], [source.length, source.length, "!"]);
  expect(Buffer.from(applyEdits(source, edits)).toString()).toBe(
    `>1  ${long.slice(0, 92)}${long}${long.slice(92)} three!`,
  );
});

test("the source stays as it is, and no edits give a copy", () => {
  const source = Buffer.from("abc");
  const copy = applyEdits(source, packed());
  copy[0] = 0;
  applyEdits(source, packed([0, 3, "x"]));
  expect(source.toString()).toBe("abc");
});

test("in a room a result is the same, and lasts until the next one", () => {
  const room = new Room();
  const source = Buffer.from("abc");
  const first = applyEdits(source, packed([1, 2, "xyz"]), room);
  expect(Buffer.from(first).toString()).toBe("axyzc");
  const long = "y".repeat(1_000_000);
  expect(Buffer.from(applyEdits(source, packed([0, 3, long]), room)).toString()).toBe(long);
  expect(Buffer.from(applyEdits(source, packed([0, 3, ""]), room)).toString()).toBe("");
  const again = applyEdits(source, packed(), room);
  expect(Buffer.from(again).toString()).toBe("abc");
  expect(again.buffer).toBe(applyEdits(source, packed(), room).buffer);
});
