import { expect, test } from "bun:test";
import { innermostFirst, PendingEdits, spliced } from "../../../src/match/script/nesting.ts";

test.each<readonly [string, readonly (readonly [number, number])[], readonly number[]]>([
  [
    "beside one another",
    [
      [0, 2],
      [2, 4],
      [5, 6],
    ],
    [0, 1, 2],
  ],
  [
    "inside one another",
    [
      [0, 9],
      [1, 4],
      [2, 3],
      [5, 8],
    ],
    [2, 1, 3, 0],
  ],
  [
    "two trees",
    [
      [0, 5],
      [1, 2],
      [6, 9],
      [6, 7],
    ],
    [1, 0, 3, 2],
  ],
  ["none", [], []],
])("matches %s", (_, ranges, expected) => {
  const spans = {
    count: ranges.length,
    starts: Int32Array.from(ranges, ([start]) => start),
    ends: Int32Array.from(ranges, ([, end]) => end),
  };
  expect([...innermostFirst(spans)]).toEqual([...expected]);
});

test("an edit takes the place of those inside it", () => {
  const pending = new PendingEdits();
  pending.replace({ start: 0, end: 1 }, "a");
  pending.replace({ start: 3, end: 4 }, "b");
  pending.replace({ start: 5, end: 6 }, "c");
  expect(pending.inside(2).map(({ text }) => text)).toEqual(["b", "c"]);
  expect(spliced({ start: 2, end: 7 }, pending.inside(2), (start, end) => "0123456789".slice(start, end))).toBe(
    "2b4c6",
  );
  pending.replace({ start: 2, end: 7 }, "d");
  expect(pending.all.map(({ text }) => text)).toEqual(["a", "d"]);
  pending.replace({ start: 2, end: 8 }, undefined);
  expect(pending.all.map(({ text }) => text)).toEqual(["a"]);
});
