import { expect, test } from "bun:test";
import fc from "fast-check";
import { orderChanges } from "../../src/commit/rename-order.ts";
import type { NameChange } from "../../src/model/path.ts";

/** What the names of a directory lead to after the steps; a step onto a taken name is a failure. */
function carryOut(names: readonly string[], steps: readonly NameChange[]): Map<string, string> {
  const directory = new Map(names.map((name) => [name, name]));
  for (const { from, to } of steps) {
    if (!directory.has(from)) throw new Error(`${from} is not there`);
    if (directory.has(to)) throw new Error(`${to} is taken`);
    directory.set(to, directory.get(from)!);
    directory.delete(from);
  }
  return directory;
}

function order(changes: readonly NameChange[]): NameChange[] {
  let temporaries = 0;
  return orderChanges(
    changes,
    () => `temporary-${temporaries++}`,
    () => false,
  );
}

const cases: Record<string, [Record<string, string>, number]> = {
  "a swap takes one more step": [{ a: "b", b: "a" }, 3],
  "a chain takes none": [{ a: "b", b: "c", c: "d" }, 3],
  "a cycle with a tail": [{ a: "b", b: "c", c: "a", tail: "new" }, 5],
  "two cycles": [{ a: "b", b: "a", x: "y", y: "z", z: "x" }, 7],
  "only the case": [{ foo: "Foo" }, 1],
  "a swap by case": [{ foo: "BAR", bar: "FOO" }, 3],
};

for (const [name, [pairs, count]] of Object.entries(cases)) {
  test(name, () => {
    const changes = Object.entries(pairs).map(([from, to]) => ({ from, to }));
    const steps = order(changes);
    const expected = new Map(changes.map(({ from, to }) => [to, from]));
    expect({ count: steps.length, result: carryOut(Object.keys(pairs), steps) }).toEqual({ count, result: expected });
  });
}

test("any renames without collisions come out right", () => {
  const names = Array.from({ length: 8 }, (_, index) => `n${index}`);
  const permutations = fc.tuple(
    fc.subarray(names),
    fc.shuffledSubarray([...names, "x", "y"], { minLength: 8, maxLength: 8 }),
  );
  fc.assert(
    fc.property(permutations, ([sources, targets]) => {
      const staying = names.filter((name) => !sources.includes(name));
      const free = targets.filter((name) => !staying.includes(name));
      const changes = sources
        .map((from, index) => ({ from, to: free[index] ?? `fresh-${from}` }))
        .filter(({ from, to }) => from !== to);
      const moved = new Map(changes.map(({ from, to }) => [from, to]));
      const expected = new Map(names.map((name) => [moved.get(name) ?? name, name]));
      expect(carryOut(names, order(changes))).toEqual(expected);
    }),
    { numRuns: 300, seed: 5 },
  );
});

test("changes that must not be made directly go through a temporary name", () => {
  const steps = orderChanges(
    [{ from: "foo", to: "Foo" }],
    () => "temporary",
    () => true,
  );
  expect(steps).toEqual([
    { from: "foo", to: "temporary" },
    { from: "temporary", to: "Foo" },
  ]);
});
