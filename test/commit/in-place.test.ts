import { expect, test } from "bun:test";
import { isTorn } from "../../src/commit/in-place.ts";

const block = 512;
const old = Buffer.from(`foo ${"o".repeat(2 * block)}`);
const fresh = Buffer.from(`barbar ${"n".repeat(2 * block)}`);
const zeros = Buffer.alloc(block);

const torn: readonly (readonly [why: string, bytes: Uint8Array])[] = [
  ["only the first block was written", Buffer.concat([fresh.subarray(0, block), old.subarray(block)])],
  ["only the second block was written", Buffer.concat([old.subarray(0, block), fresh.subarray(block)])],
  ["a block was cut short", Buffer.concat([fresh.subarray(0, 100), old.subarray(100)])],
  ["a block was cut short while it was put back", Buffer.concat([old.subarray(0, 100), fresh.subarray(100)])],
  ["a block was never written", Buffer.concat([fresh.subarray(0, block), zeros, fresh.subarray(2 * block)])],
  ["the old content behind the new end", Buffer.concat([old, fresh.subarray(old.length)])],
  ["the old content with the new length", Buffer.concat([old, Buffer.alloc(fresh.length - old.length)])],
  ["cut short", fresh.subarray(0, block + 7)],
];

test.each(torn)("%s", (_, bytes) => {
  expect(isTorn(bytes, old, fresh)).toBe(true);
  expect(isTorn(bytes, fresh, old)).toBe(true);
});

const foreign: readonly (readonly [why: string, bytes: Uint8Array])[] = [
  ["a letter of somebody else", Buffer.concat([old.subarray(0, 100), Buffer.from("!"), old.subarray(101)])],
  ["longer than both", Buffer.concat([fresh, Buffer.from("n")])],
  [
    "old, new and old again within a block",
    Buffer.concat([old.subarray(0, 9), fresh.subarray(9, 20), old.subarray(20)]),
  ],
];

test.each(foreign)("no write leaves %s", (_, bytes) => {
  expect(isTorn(bytes, old, fresh)).toBe(false);
});
