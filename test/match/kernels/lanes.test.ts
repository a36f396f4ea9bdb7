import { expect, test } from "bun:test";
import { laneCount, makeLanes } from "../../../src/match/kernels/lanes.ts";

test("all lanes stop before the first byte that one of them cannot settle", () => {
  const lanes = makeLanes();
  const [inState, column] = [16, 1];
  lanes.table.fill(inState, 0, 64);
  lanes.table[inState + column] = -1;
  lanes.columns.fill(0);
  lanes.columns["x".charCodeAt(0)] = column;
  lanes.text.fill("a".charCodeAt(0));
  lanes.text[2050] = "x".charCodeAt(0);
  const places = [0, 1000, 2000, 3000];
  lanes.lanes.set([...places, inState, inState, inState, inState]);
  expect(lanes.run(900)).toBe(50);
  expect([...lanes.lanes]).toEqual([...places.map((at) => at + 50), inState, inState, inState, inState]);
  expect(lanes.run(900)).toBe(0);
  lanes.text[2050] = "a".charCodeAt(0);
  expect(lanes.run(900)).toBe(900);
  expect([...lanes.lanes].slice(0, laneCount)).toEqual(places.map((at) => at + 950));
});

test("states go from one to the other by the table", () => {
  const lanes = makeLanes();
  lanes.columns.set([0, 1, 2, 3]);
  lanes.table.set([16, 20, 24, 28], 16);
  lanes.table.set([20, 20, 20, 20], 20);
  lanes.text.set([1, 0, 0, 0, 2, 0, 0, 0], 0);
  lanes.table.set([24, 24, 28, 24], 24);
  lanes.lanes.set([0, 0, 0, 4, 16, 16, 16, 16]);
  expect(lanes.run(1)).toBe(1);
  expect([...lanes.lanes]).toEqual([1, 1, 1, 5, 20, 20, 20, 24]);
});
