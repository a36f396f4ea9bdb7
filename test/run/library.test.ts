/** The library is what its types say, and fails by reports alone. */
import { expect, test } from "bun:test";
import * as swath from "../../src/index.ts";
import type * as library from "../../src/library.ts";

test("it has what its types name, and nothing else", () => {
  const declared: typeof library = swath;
  const names: Record<keyof typeof library, true> = {
    plan: true,
    apply: true,
    check: true,
    search: true,
    rename: true,
    recover: true,
    undo: true,
    toolPolicies: true,
  };
  expect(Object.keys(declared).toSorted()).toEqual(Object.keys(names).toSorted());
});

test("a working directory that is not there is a report", async () => {
  const cwd = "/nowhere/at/all";
  const failed = { kind: "error", error: "io", message: expect.stringContaining("cannot enter /nowhere/at/all") };
  expect(await swath.plan({ pattern: "a", replacement: "b" }, { cwd })).toMatchObject(failed);
  expect(await swath.recover([], {}, { cwd })).toMatchObject(failed);
  expect(await swath.undo(undefined, {}, { cwd })).toMatchObject(failed);
});
