/** The table of file types, against ripgrep where it is installed. */
import { expect, test } from "bun:test";
import { compileTypes } from "../../src/plan/name-filter.ts";
import { fileTypes } from "../../src/plan/types.ts";

function namesOf(only: readonly string[], without: readonly string[], names: readonly string[]): readonly string[] {
  const filter = compileTypes(only, without);
  if (!filter.ok) throw new Error(filter.problem.message);
  return names.filter((name) => filter.value?.(name) ?? true);
}

test("types match file names by name, extension and glob", () => {
  const names = [
    "Makefile",
    "makefile.am",
    "a.mk",
    "x.h",
    "x.H",
    "x.cpp",
    "x.c.in",
    "a.min.js",
    "a.mjs",
    "LICENSE",
    "README",
  ];
  expect(namesOf(["make"], [], names)).toEqual(["Makefile", "makefile.am", "a.mk"]);
  expect(namesOf(["c", "cpp"], [], names)).toEqual(["x.h", "x.H", "x.cpp", "x.c.in"]);
  expect(namesOf(["c", "cpp"], ["h"], names)).toEqual(["x.H", "x.cpp", "x.c.in"]);
  expect(namesOf(["js"], ["minified"], names)).toEqual(["a.mjs"]);
  expect(namesOf(["license"], [], names)).toEqual(["LICENSE"]);
  expect(namesOf([], [], names)).toEqual(names);
});

test.skipIf(!hasRipgrep13())("every type of ripgrep 13 is known, with its globs", () => {
  const listed = Bun.spawnSync(["rg", "--no-config", "--type-list"]).stdout.toString().trim().split("\n");
  const missing = listed.filter((line) => {
    const [name, globs] = line.split(": ");
    const known = new Set(fileTypes[name!]?.split(" "));
    return !globs!.split(", ").every((glob) => known.has(glob));
  });
  expect(missing).toEqual([]);
});

function hasRipgrep13(): boolean {
  return Bun.which("rg") !== null && Bun.spawnSync(["rg", "--version"]).stdout.toString().startsWith("ripgrep 13.");
}
