import { expect, test } from "bun:test";
import { bytesOf, flagName, flagOf } from "../../src/model/flag.ts";

test("an option and its flag", () => {
  expect([flagName("max_total_bytes"), flagOf("max_total_bytes")]).toEqual(["max-total-bytes", "--max-total-bytes"]);
});

test("sizes, and what is none", () => {
  const sizes = ["0", "12", "3k", "3K", "2M", "1g"].map(bytesOf);
  expect(sizes).toEqual([0, 12, 3072, 3072, 2 * 1024 ** 2, 1024 ** 3]);
  for (const none of ["", "K", "1T", "1.5M", "-1", "1 K", "9007199254740993", "9999999999G"])
    expect([none, bytesOf(none)]).toEqual([none, undefined]);
});
