/** Ignore rules against git itself, and against the `ignore` package, on generated trees. */
import { expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import fc from "fast-check";
import ignore from "ignore";
import { addIgnoreFile } from "../../src/plan/ignore-file.ts";
import { RuleSet } from "../../src/plan/rule-set.ts";
import { Scope } from "../../src/plan/scope.ts";
import { filesOf, World } from "../plan/world.ts";

const names = [
  ..."abcA",
  ..."ab abc foo bar a.txt b.txt x.log foo.o foo.c.o asdf asdf. foobar fooz a-b .h .h.txt ü ü.txt é 日本".split(" "),
  ..."#x !y a\\b [a] * a*b -n".split(" "),
  "a b",
  "b ",
  "t\t",
];

const components = [
  ...names,
  ..."* ? ** *.txt *.o *.* a* *b foo* *.c.o .* ?? ?.txt ü* *[x a** foo** **bar a**b ***".split(" "),
  ..."[a-c] [!a] [^b-]* [[:alpha:]] [[:digit:]x]* [a []] []a]* [a-] [\\]] [\\[a]* [ü]* [[:foo:]] [[:alpha:] [.]*".split(
    " ",
  ),
  ..."[a-c-z]* [c-a]* a[/]b f[a-z/]o \\a \\* \\#x \\!y \\? \\[a\\] b\\ {a,b} *a*b* *o*o*".split(" "),
  "a\\ ",
];

const oddRules =
  "# |/|!|!/|//|/**|**/|!**/|/*|!/*/|\\|a\\/b|foo\\/|\\/a|a//b|**\\/b|a/**\\/b|*/|!*/|vendor/**|a/**/**/b|foo**/bar|a/foo**|**/**|**/*|**/**/*|/**/**/a|a/***/b|?/**|**/a/**|a/**/*|  ".split(
    "|",
  );

const rule = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(...oddRules) },
  {
    weight: 12,
    arbitrary: fc
      .record({
        parts: fc.array(fc.constantFrom(...components), { minLength: 1, maxLength: 4 }),
        join: fc.constantFrom("/", "/", "/**/"),
        head: fc.constantFrom("", "", "", "/", "**/"),
        tail: fc.constantFrom("", "", "", "/", " ", "\t", "\\ "),
        not: fc.constantFrom("", "", "!"),
      })
      .map(({ parts, join, head, tail, not }) => `${not}${head}${parts.join(join)}${tail}`),
  },
);

const ignoreFile = fc
  .record({
    rules: fc.array(rule, { minLength: 1, maxLength: 6 }),
    eol: fc.constantFrom("\n", "\n", "\n", "\r\n"),
    last: fc.boolean(),
    mark: fc.constantFrom("", "", "", "\uFEFF"),
  })
  .map(({ rules, eol, last, mark }) => mark + rules.join(eol) + (last ? eol : ""));

const filePath = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

const tree = fc.record({
  files: fc.array(filePath, { minLength: 3, maxLength: 30 }),
  ignoreFiles: fc.array(fc.tuple(fc.nat(), ignoreFile), { minLength: 1, maxLength: 4 }),
  exclude: fc.option(ignoreFile, { freq: 3 }),
  global: fc.option(ignoreFile, { freq: 3 }),
  fold: fc.constantFrom(false, false, false, true),
});

test("the walk lists what git lists", () => {
  fc.assert(
    fc.property(tree, (made) => {
      const world = new World();
      try {
        world.makeRepository("", made.fold ? "\tignoreCase = true\n" : "");
        const directories = writeFiles(world, made.files);
        for (const [at, text] of made.ignoreFiles)
          fs.writeFileSync(path.join(directories[at % directories.length]!, ".gitignore"), text);
        if (made.exclude !== null) fs.writeFileSync(path.join(world.root, ".git/info/exclude"), made.exclude);
        if (made.global !== null) {
          fs.mkdirSync(path.join(world.home, ".config/git"), { recursive: true });
          fs.writeFileSync(path.join(world.home, ".config/git/ignore"), made.global);
        }
        const listed = world.git("ls-files", "-z", "-co", "--exclude-standard").split("\0").filter(Boolean);
        expect(filesOf(world.host(), { hidden: true }).toSorted()).toEqual(listed.toSorted());
        sameFromBelow(world, directories);
      } finally {
        world.remove();
      }
    }),
    { numRuns: 60, seed: 1976 },
  );
}, 60_000);

/** From a sub-directory that is not ignored itself, git and the walk see the same part of the tree. */
function sameFromBelow(world: World, directories: readonly string[]): void {
  const below = path.relative(world.root, directories.at(-1)!);
  if (below === "" || below.endsWith(" ") || below.includes("\t")) return;
  const run = Bun.spawnSync(["git", "-C", world.root, "check-ignore", "-q", "--", ...parentsOf(below)], {
    env: { ...process.env, HOME: world.home, GIT_CONFIG_NOSYSTEM: "1" },
  });
  if (run.exitCode !== 1) return;
  const whole = filesOf(world.host(), { hidden: true }).filter((file) => file.startsWith(`${below}/`));
  expect(filesOf(world.host(below), { hidden: true })).toEqual(whole.map((file) => file.slice(below.length + 1)));
}

function parentsOf(directory: string): string[] {
  const parts = directory.split("/");
  return parts.map((_, i) => `:(literal)${parts.slice(0, i + 1).join("/")}`);
}

/** Writes files where no directory of that name is needed; returns all directories. */
function writeFiles(world: World, files: readonly string[]): string[] {
  const directories = new Set([world.root]);
  for (const file of files) {
    for (let at = path.dirname(path.join(world.root, file)); at !== world.root; at = path.dirname(at))
      directories.add(at);
  }
  for (const directory of directories) fs.mkdirSync(directory, { recursive: true });
  for (const file of files) {
    const absolute = path.join(world.root, file);
    if (!directories.has(absolute)) fs.writeFileSync(absolute, "");
  }
  return [...directories].toSorted();
}

const plainName = fc.constantFrom(..."a b ab foo bar a.txt b.txt x.log foo.o".split(" "));
const plainRule = fc
  .record({
    parts: fc.array(fc.oneof(plainName, fc.constantFrom("*", "?", "**", "*.txt", "a*", "[ab]", "[!a]*")), {
      minLength: 1,
      maxLength: 3,
    }),
    head: fc.constantFrom("", "/"),
    tail: fc.constantFrom("", "/"),
    not: fc.constantFrom("", "!"),
  })
  .map(({ parts, head, tail, not }) => `${not}${head}${parts.join("/")}${tail}`);

test("one ignore file means what the ignore package makes of it", () => {
  const paths = fc.array(plainName, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(plainRule, { minLength: 1, maxLength: 6 }), paths, (rules, parts) => {
      const oracle = ignore({ ignorecase: false }).add(rules.join("\n"));
      expect(isIgnored(rules.join("\n"), parts)).toBe(oracle.ignores(parts.join("/")));
    }),
    { numRuns: 2000, seed: 1976 },
  );
});

function isIgnored(text: string, parts: readonly string[]): boolean {
  const rules = new RuleSet({ unit: "bytes", fold: false });
  addIgnoreFile(rules, Buffer.from(text));
  let scope = Scope.empty.deeper(rules, "git", "/");
  let directory = "/";
  for (const [i, part] of parts.entries()) {
    if (scope.ignores(directory, part, i < parts.length - 1)) return true;
    scope = scope.enter(part);
    directory += `${part}/`;
  }
  return false;
}
