/** Rules that are easily read otherwise than git does: each in a directory of its own, with git as the judge. */
import { afterAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { filesOf, World } from "./world.ts";

const cases: readonly [rules: string, files: readonly string[]][] = [
  ["foo**/bar", ["foobar", "foo/bar", "foo/x/bar", "fooz/y/bar", "x/foo/bar"]],
  ["a/foo**", ["a/foo", "a/fooz", "a/foo-/x", "a/fo", "foo"]],
  ["a**b", ["ab", "axb", "a/b", "d/axb"]],
  ["x/a**b", ["x/ab", "x/a/b", "x/a/c/b"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b", "a/xb", "d/a/b"]],
  ["**\\/b", ["b", "x/b", "x/y/b"]],
  ["a\\/b", ["a/b", "x/a/b"]],
  ["\\/a", ["a", "x/a"]],
  ["//a", ["a", "x/a"]],
  ["a//b", ["a/b"]],
  ["f[a-z/]o", ["foo", "f/o", "x/foo"]],
  ["[!a]/b", ["x/b", "a/b"]],
  ["***/b", ["b", "x/b", "x/y/b"]],
  ["/**", ["a", "x/b"]],
  ["**/a/**", ["a/b", "x/a/b/c", "x/b"]],
  ["a/*", ["a/b", "a/b-/c", "a"]],
  ["*/", ["a", "x/b"]],
  ["!*/\n*\n!*.c", ["a.c", "a.h", "x/b.c"]],
  ["*\n!*/\n!*.c", ["a.c", "a.h", "x/b.c", "x/b.h"]],
  ["a  \nb\\ \nc\t", ["a", "b ", "b", "c", "c\t"]],
  ["\\#x\n#y\n\\!z\n\\!w\n!z", ["#x", "#y", "!z", "z", "w", "!w"]],
  ["a\\", ["a", "a\\"]],
  ["[a", ["[a", "a"]],
  ["[[:alpha:]]\n[[:foo:]]", ["a", "1", ":", "f"]],
  ["[]]\n[!]a-c]", ["]", "a", "d", "-"]],
  ["ü", ["ü", "u"]],
  ["?", ["a", "ü"]],
  ["??", ["ab", "ü", "\u{1F600}"]],
  ["[ü]x", ["üx", "ux"]],
  ["*\u00fc*", ["a\u00fcb", "\u00fc", "a"]],
  ["\0a\nb", ["a", "b"]],
  ["", ["a"]],
];

const world = new World();
afterAll(() => world.remove());

test("odd rules mean what they mean to git", () => {
  world.makeRepository();
  for (const [i, [rules, files]] of cases.entries()) {
    const directory = path.join(world.root, `case-${String(i).padStart(2, "0")}`);
    fs.mkdirSync(directory);
    for (const file of files) {
      fs.mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
      const isDirectory = files.some((other) => other.startsWith(`${file}/`));
      if (!isDirectory) fs.writeFileSync(path.join(directory, file), "");
    }
    fs.writeFileSync(path.join(directory, ".gitignore"), rules);
  }
  const listed = world.git("ls-files", "-z", "-co", "--exclude-standard").split("\0").filter(Boolean);
  expect(describeByCase(filesOf(world.host(), { hidden: true }))).toEqual(describeByCase(listed));
  expect(listed.length).toBeLessThan(cases.flatMap(([, files]) => files).length);
});

function describeByCase(files: readonly string[]): readonly (readonly [string, readonly string[]])[] {
  return cases.map(([rules], i) => {
    const prefix = `case-${String(i).padStart(2, "0")}/`;
    const own = files.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
    return [rules, own.toSorted()] as const;
  });
}

test("a hundred thousand rules, or one of a megabyte, mean what a few do", () => {
  const place = new World();
  place.write({
    "globs/.gitignore": Array.from({ length: 100_000 }, (_, i) => `pat${i}*.o\n`).join(""),
    "globs/pat99999-a.o": "",
    "globs/pat99999-a.c": "",
    "long/.gitignore": `${"a".repeat(1_200_000)}*\nb*\n`,
    "long/a": "",
    "long/b": "",
    "ends/.gitignore": Array.from({ length: 100_000 }, (_, i) => `*.extension${i}\n`).join(""),
    "ends/a.extension7": "",
    "ends/a.extension": "",
  });
  try {
    expect(filesOf(place.host())).toEqual(["ends/a.extension", "globs/pat99999-a.c", "long/a"]);
  } finally {
    place.remove();
  }
});
