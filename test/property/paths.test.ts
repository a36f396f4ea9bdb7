/** Paths are in the order of their components' bytes, whichever way they are compared. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { comparePaths, inPathOrder } from "../../src/model/path-order.ts";

/** The order as it is defined. */
function byComponents(left: string, right: string): number {
  const [a, b] = [left.split("/"), right.split("/")];
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = Buffer.compare(Buffer.from(a[i]!), Buffer.from(b[i]!));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const alphabets = { ASCII: "ab-. Z\x01//", "any text": "a-/ü\uFFFD\uE000😀𝔸" };

for (const [what, letters] of Object.entries(alphabets)) {
  test(`random paths of ${what}`, () => {
    const path = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(path, { maxLength: 30 }), (paths) => {
        const items = paths.map((each, id) => ({ path: each, id }));
        const expected = items.toSorted((left, right) => byComponents(left.path, right.path));
        expect(inPathOrder(items, (item) => item.path)).toEqual(expected);
        expect(items.toSorted((left, right) => comparePaths(left.path, right.path))).toEqual(expected);
      }),
      { seed: 20261201, numRuns: 500 },
    );
  });
}
