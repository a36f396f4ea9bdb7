/** Globs given as paths against fast-glob, and globs over one name by table. */
import { afterAll, describe, expect, test } from "bun:test";
import fastGlob from "fast-glob";
import fc from "fast-check";
import { compileGlob, matchGlob } from "../../src/plan/glob.ts";
import { compilePathGlob, matchPathGlob } from "../../src/plan/path-glob.ts";
import { expandGlob, isGlob } from "../../src/plan/user-glob.ts";
import { planned, World } from "./world.ts";

const directories = ["", "a/", "a/b/", "a/b/c/", "b/", "b/a/", "src/", "src/x/", "src/x/y/", "[a]/"];
const world = new World(
  Object.fromEntries(
    directories.flatMap((directory) => ["a.ts", "b.js", "ü.ts", "x-1.md"].map((name) => [directory + name, ""])),
  ),
);
afterAll(() => world.remove());

const component = fc.constantFrom(
  "a",
  "b",
  "src",
  "x",
  "*",
  "**",
  "[a-c]",
  "[!a]",
  "{a,src}",
  "{a,b/a}",
  "s*",
  "\\[a\\]",
  "**",
);
const last = fc.constantFrom("*.ts", "*.{ts,js}", "a.ts", "?.ts", "[ab].*", "*-[0-9].md", "{a.ts,b.js}", "*", "ü.*");

test("a glob as a path finds the files that fast-glob finds", () => {
  fc.assert(
    fc.property(fc.array(component, { maxLength: 3 }), last, (parts, end) => {
      const glob = [...parts, end].join("/");
      fc.pre(isGlob(glob));
      const expected = fastGlob.sync(glob, { cwd: world.root, followSymbolicLinks: false, unique: true });
      const { files, summary } = planned(world.host(), { paths: [glob] });
      // A glob that matches a directory asks for all of it, which fast-glob does not.
      const found = end === "*" ? files.filter((file) => expected.includes(file)) : files;
      expect(found.toSorted()).toEqual(expected.map((file) => file.replace(/^\.\//, "")).toSorted());
      expect(summary.problem?.kind).toBe(expected.length > 0 || files.length > 0 ? undefined : "walk");
    }),
    { numRuns: 150, seed: 1976 },
  );
});

describe("a glob over one name", () => {
  const cases: readonly [glob: string, matches: readonly string[], others: readonly string[]][] = [
    ["*", ["", "a", ".a"], []],
    ["a*b*c", ["abc", "a-b-c", "abbcbc"], ["ab", "abcd"]],
    ["?", ["a", "ü", "\u{1F600}"], ["", "ab"]],
    ["[a-c]", ["a", "c"], ["d", "-"]],
    ["[!a-c]", ["d", "-"], ["a", ""]],
    ["[^\\]]", ["a", "\\"], ["]"]],
    ["[]-]", ["]", "-"], ["a"]],
    ["[[:upper:]_]*", ["A", "_a"], ["a"]],
    ["[[:space:]]", [" ", "\t"], ["\v"]],
    ["[a", [], ["[a", "a"]],
    ["[[:word:]]", [], ["a", ":"]],
    ["a\\", [], ["a", "a\\"]],
    ["\\*\\?", ["*?"], ["ab"]],
    ["[α-ω]", ["β"], ["b"]],
  ];
  test.each(cases)("%s", (text, matches, others) => {
    const glob = compileGlob(text);
    const matched = (name: string): boolean => glob !== undefined && matchGlob(glob, name);
    expect(matches.filter((name) => !matched(name))).toEqual([]);
    expect(others.filter(matched)).toEqual([]);
  });

  test("many stars cost no more than the product of the lengths", () => {
    const name = "a".repeat(4000);
    expect(matchGlob(compileGlob(`${"*a".repeat(40)}*b`)!, name)).toBe(false);
    expect(matchPathGlob(compilePathGlob(`${"*a**/".repeat(20)}b`, false)!, name, false)).toBe(false);
  });
});

describe("braces", () => {
  const cases: readonly [glob: string, expanded: readonly string[] | string][] = [
    ["a", ["a"]],
    ["{a,b}c", ["ac", "bc"]],
    ["{a,{b,c}d}", ["a", "bd", "cd"]],
    ["x{,y}", ["x", "xy"]],
    ["{a}", ["a"]],
    ["[{]a,b[}]", ["[{]a,b[}]"]],
    ["\\{a,b\\}", ["\\{a,b\\}"]],
    ["{a,b", "an opening brace is not closed (column 1)"],
    ["a}", "a closing brace has no opening one (column 2)"],
    ["[a/b]", "a character class cannot hold a slash (column 1)"],
    ["ab\\", "it ends in a backslash that escapes nothing (column 3)"],
    ["", "it is empty (column 1)"],
    ["{a,b}".repeat(12), "its braces stand for more than 1000 globs (column 1)"],
  ];
  test.each(cases)("%s", (glob, expanded) => {
    const result = expandGlob(glob);
    if (result.ok) expect(result.value).toEqual(expanded as readonly string[]);
    else expect(result.problem.message).toBe(`cannot read the glob '${glob}': ${expanded as string}`);
  });
});
