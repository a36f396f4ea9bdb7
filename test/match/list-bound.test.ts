import fc from "fast-check";
import { expect, test } from "bun:test";
import { ListBound } from "../../src/match/list-bound.ts";
import { comparePaths } from "../../src/model/path-order.ts";
import { jobOf, textSpec } from "../pool/tree.ts";

test("what a report lists is what it would list of files that list all they may", () => {
  const files = fc.uniqueArray(
    fc.record({ path: fc.stringMatching(/^[ab-]{1,3}(?:\/[ab.]{1,2})?$/), matches: fc.integer({ min: 0, max: 4 }) }),
    { selector: ({ path }) => path, maxLength: 20 },
  );
  const listed = (found: readonly { path: string; matches: number }[], limit: number): string[] =>
    found
      .toSorted((a, b) => comparePaths(a.path, b.path))
      .flatMap(({ path, matches }) => Array.from({ length: matches }, (_, index) => `${path}:${index}`))
      .slice(0, limit);
  const property = fc.property(files, fc.integer({ min: 0, max: 6 }), (given, limit) => {
    const bound = new ListBound(jobOf(textSpec("x"), { limit }));
    const bounded = given.map(({ path, matches }) => {
      const count = Math.min(matches, bound.of(path));
      bound.add(path, count);
      return { path, matches: count };
    });
    expect(listed(bounded, limit)).toEqual(listed(given, limit));
  });
  fc.assert(property, { numRuns: 2000, seed: 23 });
});

test("in the order of paths nothing is listed once there is enough", () => {
  const bound = new ListBound(jobOf(textSpec("x"), { limit: 3 }));
  expect(bound.of("a/b")).toBe(3);
  bound.add("a/b", 2);
  bound.add("a/c", 0);
  expect(bound.of("a-b")).toBe(3);
  bound.add("a-b", 3);
  expect([bound.of("b"), bound.of("a/z"), bound.of("a-b/c")]).toEqual([0, 3, 0]);
});
