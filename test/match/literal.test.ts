/** A plain text is counted as it is found, at word boundaries too. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { literalMatcher } from "../../src/match/literal.ts";

test("as many matches are counted as are found", () => {
  const letters = fc.constantFrom(..."aab_ é\n");
  const text = fc.string({ unit: letters, maxLength: 60 });
  const needle = fc.string({ unit: letters, minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, needle, fc.boolean(), fc.nat(5), (content, sought, word, before) => {
      const bytes = Buffer.from(content);
      const matcher = literalMatcher(sought, "file", word, 0);
      const piece = {
        bytes,
        start: Math.min(before, bytes.length),
        end: bytes.length,
        first: before === 0,
        last: true,
      };
      expect(matcher.count!(piece)).toBe(matcher.find(piece, false).count);
    }),
    { seed: 20261201, numRuns: 3000 },
  );
  const repeated = Buffer.from("abab ab");
  const all = { bytes: repeated, start: 0, end: repeated.length, first: true, last: true };
  expect([false, true].map((word) => literalMatcher("ab", "file", word, 0).count!(all))).toEqual([3, 1]);
});
