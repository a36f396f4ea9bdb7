import { expect, test } from "bun:test";
import { hasDigest, quickDigest, sha256 } from "../../src/commit/preimage.ts";

test("both kinds of digest know their content and no other", () => {
  for (const text of ["", "a", "a\n", "x".repeat(100_000)]) {
    const content = Buffer.from(text);
    const other = Buffer.from(`${text}.`);
    for (const digest of [sha256(content), quickDigest(Bun.hash.xxHash3(content))]) {
      expect([digest, hasDigest(digest)(content)]).toEqual([digest, true]);
      expect([digest, hasDigest(digest)(other)]).toEqual([digest, false]);
    }
  }
});

test("what is no digest is the digest of nothing", () => {
  expect(hasDigest("")(Buffer.from(""))).toBe(false);
});
