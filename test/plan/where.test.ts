/** What a command line says about where to look: named files, links, globs, types, lists of paths, budgets. */
import { afterEach, describe, expect, test } from "bun:test";
import * as path from "node:path";
import { planFiles, type Where } from "../../src/plan/plan-files.ts";
import { everything, filesOf, planned, type TreeEntry, World } from "./world.ts";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function worldOf(tree: Readonly<Record<string, TreeEntry>>): World {
  const world = new World();
  worlds.push(world);
  world.makeRepository();
  world.write(tree);
  return world;
}

const sources = {
  ".gitignore": "dist/\n*.gen.ts\n",
  ".env": "",
  ".ci/run.ts": "",
  "dist/out.ts": "",
  "d.ts": "",
  "src/a.ts": "",
  "src/a.gen.ts": "",
  "src/c.js": "",
  "src/x/b.ts": "",
  "src/x/y/e.md": "",
  "test/a.ts": "",
} as const;

interface Case {
  readonly why: string;
  readonly where: Partial<Where>;
  readonly files: readonly string[];
}

const inSources: readonly Case[] = [
  {
    why: "a named file passes ignore, hidden, type and glob filters, and the engine's own",
    where: { paths: [".env", "dist/out.ts"], globs: ["*.md"], types: ["js"], keep: () => false },
    files: [".env!", "dist/out.ts!"],
  },
  {
    why: "the engine's own filter holds for the others",
    where: { paths: ["src"], keep: (name) => name.endsWith(".js") },
    files: ["src/c.js"],
  },
  {
    why: "a named ignored directory is searched, rules below it hold",
    where: { paths: ["dist"] },
    files: ["dist/out.ts"],
  },
  { why: "a named hidden directory is searched", where: { paths: [".ci"] }, files: [".ci/run.ts"] },
  { why: "a glob with **", where: { paths: ["src/**/*.ts"] }, files: ["src/a.ts", "src/x/b.ts"] },
  { why: "a glob without slashes looks in one directory", where: { paths: ["*.ts"] }, files: ["d.ts"] },
  { why: "a glob in a directory looks in that one", where: { paths: ["./src/*.ts"] }, files: ["src/a.ts"] },
  {
    why: "a glob that matches a directory asks for all of it",
    where: { paths: ["*/x"] },
    files: ["src/x/b.ts", "src/x/y/e.md"],
  },
  { why: "braces", where: { paths: ["{src,test}/*.{ts,js}"] }, files: ["src/a.ts", "src/c.js", "test/a.ts"] },
  { why: "braces around whole paths", where: { paths: ["src/{a.ts,x/b.ts}"] }, files: ["src/a.ts", "src/x/b.ts"] },
  { why: "a glob below an ignored directory that it names", where: { paths: ["dist/*.ts"] }, files: ["dist/out.ts"] },
  {
    why: "globs and directories together",
    where: { paths: ["src/**/*.md", "test", "*.ts"] },
    files: ["d.ts", "src/x/y/e.md", "test/a.ts"],
  },
  {
    why: "a glob that matches nothing but what is named",
    where: { paths: ["src/x/b.ts", "src/x/*.ts", "**/.env", ".env"] },
    files: [".env!", "src/x/b.ts!"],
  },
  {
    why: "a named file inside a glob's reach",
    where: { paths: ["src/*.ts", "src/c.js"] },
    files: ["src/a.ts", "src/c.js!"],
  },
  {
    why: "-g without a slash matches at any depth",
    where: { globs: ["*.ts"] },
    files: ["d.ts", "src/a.ts", "src/x/b.ts", "test/a.ts"],
  },
  { why: "-g with a slash is relative to the working directory", where: { globs: ["src/*.ts"] }, files: ["src/a.ts"] },
  { why: "-g with a leading ./", where: { globs: ["./*.ts"] }, files: ["d.ts"] },
  { why: "-g with ! leaves out", where: { globs: ["!*.ts"] }, files: ["src/c.js", "src/x/y/e.md"] },
  {
    why: "of several -g the last that matches decides",
    where: { globs: ["src/**/*.ts", "!src/*.ts", "src/a.ts"] },
    files: ["src/a.ts", "src/x/b.ts"],
  },
  {
    why: "-g ! on a directory leaves all of it out",
    where: { globs: ["!src/x"] },
    files: ["d.ts", "src/a.ts", "src/c.js", "test/a.ts"],
  },
  { why: "-g with braces", where: { globs: ["{src,test}/a.*", "!*.{gen.ts,js}"] }, files: ["src/a.ts", "test/a.ts"] },
  { why: "-g does not bring back what is ignored or hidden", where: { globs: ["*.gen.ts", ".env"] }, files: [] },
  { why: "types limit the walk", where: { types: ["js", "md"] }, files: ["src/c.js", "src/x/y/e.md"] },
  { why: "types can be left out", where: { typesNot: ["ts", "md"] }, files: ["src/c.js"] },
  {
    why: "a type left out wins over one taken in",
    where: { types: ["all"], typesNot: ["ts"] },
    files: ["src/c.js", "src/x/y/e.md"],
  },
  {
    why: "an empty list means no files",
    where: { filesFrom: { bytes: new Uint8Array(), nullSeparated: false } },
    files: [],
  },
  {
    why: "a list of paths replaces the paths; its entries pass as named files do",
    where: {
      paths: ["test"],
      filesFrom: { bytes: Buffer.from("src/c.js\r\n\n./dist/out.ts\nsrc/x"), nullSeparated: false },
    },
    files: ["dist/out.ts!", "src/c.js!", "src/x/b.ts", "src/x/y/e.md"],
  },
  {
    why: "a byte-order mark before a list is none of its letters",
    where: { filesFrom: { bytes: Buffer.from("\ufeffsrc/c.js\n"), nullSeparated: false } },
    files: ["src/c.js!"],
  },
  {
    why: "only what git reports, named or not",
    where: { paths: ["src", "test/a.ts"], gitFiles: new Set(["/elsewhere"]) },
    files: [],
  },
];

describe("where", () => {
  test.each(inSources.map((item) => [item.why, item] as const))("%s", (_, item) => {
    expect(filesOf(worldOf(sources).host(), item.where)).toEqual(item.files);
  });

  test("git's files are met on the walk", () => {
    const world = worldOf(sources);
    const gitFiles = new Set(["src/x/b.ts", "src/a.gen.ts", "d.ts"].map((name) => path.join(world.root, name)));
    expect(filesOf(world.host(), { gitFiles })).toEqual(["d.ts", "src/x/b.ts"]);
    expect(filesOf(world.host(), { gitFiles, paths: ["src/a.gen.ts", "d.ts"] })).toEqual(["d.ts!", "src/a.gen.ts!"]);
  });

  test("a glob need not match where git reports nothing", () => {
    const where = { paths: ["src/x/**/*.md", "test/*"], gitFiles: new Set<string>() };
    expect(filesOf(worldOf(sources).host(), where)).toEqual([]);
  });

  test("the caller gets its turn between directories", () => {
    const host = worldOf(sources).host();
    const seen: string[] = [];
    const sink = { files: (_: unknown, names: readonly string[]) => seen.push(...names) > 0 };
    const steps = planFiles({ ...everything, paths: ["src"] }, host, sink);
    let turns = 0;
    while (!steps.next().done && seen.length === 0) turns++;
    expect(seen).toEqual(["a.ts", "c.js"]);
    expect(turns).toBeGreaterThan(0);
    steps.return(undefined as never);
    expect(seen).toEqual(["a.ts", "c.js"]);
  });

  test("-g ** matches above the working directory too", () => {
    const world = worldOf({ "app/src/node_modules/a": "", "app/src/b": "", "e2e/c": "" });
    const files = filesOf(world.host("e2e"), { paths: ["../app/src"], globs: ["!**/node_modules/**"] });
    expect(files).toEqual(["../app/src/b"]);
    expect(filesOf(world.host("e2e"), { paths: ["../app", "."], globs: ["../app/*/b"] })).toEqual(files);
  });

  test.each([
    [["../src/gen/**"], ["gen/a"]],
    [["!../src/gen/**"], ["../o/c", "b"]],
    [["!../*/gen"], ["../o/c", "b"]],
    [["../**"], ["../o/c", "b", "gen/a"]],
    [["!../**/gen/**"], ["../o/c", "b"]],
    [["!../src/**", "b"], ["b"]],
    [["b", "!../src/**"], []],
    [["../src/*", "!b", "gen/*"], ["gen/a"]],
    [["!../../*/src/b"], ["../o/c", "gen/a"]],
  ])("-g may lead up and come down into the working directory again: %j", (globs, files) => {
    const world = worldOf({ "src/gen/a": "", "src/b": "", "o/c": "" });
    expect(filesOf(world.host("src"), { paths: [".."], globs })).toEqual(files);
  });

  test("-g ** does not look at the directories above the working directory", () => {
    const world = worldOf({ "src/a.ts": "", "src/src/b.ts": "" });
    expect(filesOf(world.host("src"), { globs: ["**/src/*.ts"] })).toEqual(["src/b.ts"]);
  });

  test("a path that exists is never read as a glob", () => {
    const world = worldOf({ "[id]/page.ts": "", "i/page.ts": "", "a*b": "", axb: "", "{x,y}.ts": "" });
    expect(filesOf(world.host(), { paths: ["[id]", "a*b", "{x,y}.ts"] })).toEqual([
      "[id]/page.ts",
      "a*b!",
      "{x,y}.ts!",
    ]);
    expect(filesOf(world.host(), { paths: ["\\[id\\]/*"] })).toEqual(["[id]/page.ts"]);
  });

  test("a named link stands for its target", () => {
    const world = worldOf({ "data/a.txt": "", "l.txt": { link: "data/a.txt" }, dir: { link: "data" } });
    expect(filesOf(world.host(), { paths: ["l.txt", "."] })).toEqual(["data/a.txt!"]);
    expect(filesOf(world.host(), { paths: ["dir"] })).toEqual(["data/a.txt"]);
    expect(filesOf(world.host(), { paths: ["dir/a.txt", "l.txt"] })).toEqual(["data/a.txt!"]);
  });

  test("entries of a list that are not UTF-8 are skipped with their reason", () => {
    const world = worldOf({ a: "", "b c": "" });
    const bytes = Buffer.concat([Buffer.from("b c\0"), Buffer.from([0xff]), Buffer.from("\0a\0")]);
    const { files, summary } = planned(world.host(), { filesFrom: { bytes, nullSeparated: true } });
    expect(files).toEqual(["a!", "b c!"]);
    expect(summary.skipped).toEqual([{ reason: "name_not_utf8", path: "\uFFFD" }]);
  });
});

describe("the budget of files", () => {
  const tree = { a: "", "b/c": "", d: "", "e/f": "" };

  test("more files than allowed are a problem", () => {
    const { files, summary } = planned(worldOf(tree).host(), { maxFiles: 2 });
    expect(files).toHaveLength(2);
    expect(summary.problem).toEqual({
      kind: "too_many_files",
      message: "there are more than 2 files to consider, the most that max_files allows",
      suggestion: "name fewer paths, limit the run by type or glob, or allow more files with max_files",
      details: { max_files: 2 },
    });
    expect(planned(worldOf(tree).host(), { maxFiles: 4 }).summary).toMatchObject({
      considered: 4,
      filesBudgetDropped: 0,
    });
  });

  test("a partial run keeps the first in path order and counts the rest", () => {
    const { files, summary } = planned(worldOf(tree).host(), { maxFiles: 2, partial: true });
    expect(files).toEqual(["a", "b/c"]);
    expect(summary).toMatchObject({
      considered: 4,
      filesBudgetDropped: 2,
      firstDropped: ["d", "e/f"],
      stoppedEarly: false,
    });
    expect(summary.problem).toBeUndefined();
  });

  test("the sink can stop the walk", () => {
    const { files, summary } = planned(worldOf(tree).host(), { paths: ["*", "*/*"] }, 2);
    expect(files).toEqual(["a", "b/c"]);
    expect(summary).toMatchObject({ considered: 2, stoppedEarly: true });
    expect(summary.problem).toBeUndefined();
  });
});

describe("what cannot be planned", () => {
  const refused: readonly { where: Partial<Where>; problem: object }[] = [
    {
      where: { paths: ["src", "src/x/bb.ts"] },
      problem: {
        kind: "walk",
        message: "cannot enter src/x/bb.ts: no such file or directory (ENOENT)",
        path: "src/x/bb.ts",
        similar_paths: ["src/x/b.ts"],
        suggestion: "name src/x/b.ts instead",
        class: "permanent",
        details: { code: "ENOENT" },
        remedies: [],
      },
    },
    {
      where: { paths: ["scr/a.ts"] },
      problem: {
        kind: "walk",
        message: "cannot enter scr/a.ts: no such file or directory (ENOENT)",
        path: "scr/a.ts",
        similar_paths: ["src/a.ts"],
        suggestion: "name src/a.ts instead",
        class: "permanent",
        details: { code: "ENOENT" },
        remedies: [],
      },
    },
    {
      where: { filesFrom: { bytes: Buffer.from('"src/\\303\\274.ts"\n'), nullSeparated: false } },
      problem: {
        kind: "walk",
        message: 'cannot enter "src/\\303\\274.ts": no such file or directory (ENOENT)',
        path: '"src/\\303\\274.ts"',
        suggestion: "git has put this name in quotes: let it list with -z, and read the list with --null-separated",
        class: "permanent",
        details: { code: "ENOENT" },
        remedies: [],
      },
    },
    {
      where: { paths: ["d.ts/"] },
      problem: {
        kind: "walk",
        message: "cannot enter d.ts: a component of the path is not a directory (ENOTDIR)",
        path: "d.ts",
        class: "permanent",
        details: { code: "ENOTDIR" },
        similar_paths: ["d.ts"],
        suggestion: "name d.ts instead",
        remedies: [],
      },
    },
    {
      where: { paths: ["src/*.tsx"] },
      problem: {
        kind: "walk",
        message: "no file matches the glob src/*.tsx; ignored and hidden files do not count",
        path: "src/*.tsx",
        remedies: [],
        suggestion: "name the file itself, or use --hidden or --no-ignore where the files are left out",
      },
    },
    {
      where: { paths: ["src/[ab*.ts"] },
      problem: {
        kind: "invalid_glob",
        message:
          "cannot read the glob 'src/[ab*.ts': a character class is not closed or names an unknown kind (column 5)",
        column: 5,
        suggestion: "put a backslash before a character that stands for itself",
        details: { glob: "src/[ab*.ts" },
      },
    },
    {
      where: { globs: ["!ü/{a,b"] },
      problem: {
        kind: "invalid_glob",
        message: "cannot read the glob '!ü/{a,b': an opening brace is not closed (column 5)",
        column: 5,
        suggestion: "put a backslash before a character that stands for itself",
        details: { glob: "!ü/{a,b" },
      },
    },
    {
      where: { types: ["markdwon"] },
      problem: {
        kind: "invalid_glob",
        message: "there is no file type 'markdwon'",
        suggestion: "did you mean the type 'markdown'?",
        details: { type: "markdwon" },
      },
    },
    ...[
      { type: "yml", meant: "yaml" },
      { type: "tsx", meant: "ts' or 'typescript" },
      { type: "proto", meant: "protobuf" },
    ].map(({ type, meant }) => ({
      where: { types: [type] },
      problem: {
        kind: "invalid_glob",
        message: `there is no file type '${type}'`,
        suggestion: `use the type '${meant}'`,
        details: { type },
      },
    })),
    {
      where: { typesNot: [""] },
      problem: {
        kind: "invalid_glob",
        message: "there is no file type ''",
        suggestion: "use a glob such as --glob '*.ext' instead",
        details: { type: "" },
      },
    },
    {
      where: { globs: ["!"] },
      problem: {
        kind: "invalid_glob",
        message: "cannot read the glob '!': it is empty (column 2)",
        column: 2,
        details: { glob: "!" },
      },
    },
    {
      where: { types: ["rs"] },
      problem: {
        kind: "invalid_glob",
        message: "there is no file type 'rs'",
        suggestion: "use the type 'rust'",
        details: { type: "rs" },
      },
    },
    {
      where: { types: ["rb"] },
      problem: {
        kind: "invalid_glob",
        message: "there is no file type 'rb'",
        suggestion: "use the type 'puppet' or 'ruby'",
        details: { type: "rb" },
      },
    },
    {
      where: { types: ["qqqqqqqq"] },
      problem: {
        kind: "invalid_glob",
        message: "there is no file type 'qqqqqqqq'",
        suggestion: "use a glob such as --glob '*.ext' instead",
        details: { type: "qqqqqqqq" },
      },
    },
    {
      where: { paths: [".git"] },
      problem: {
        kind: "walk",
        message: "cannot enter .git: the data of version control is never searched",
        path: ".git",
        remedies: [],
      },
    },
    {
      where: { paths: [".git/*"] },
      problem: {
        kind: "walk",
        message: "cannot enter .git: the data of version control is never searched",
        path: ".git",
        remedies: [],
      },
    },
    {
      where: { paths: [""] },
      problem: { kind: "walk", message: "cannot enter '': no path looks like this", path: "", remedies: [] },
    },
  ];

  test.each(refused.map((item) => [JSON.stringify(item.where), item] as const))("%s", (_, item) => {
    const { files, summary } = planned(worldOf(sources).host(), item.where);
    expect(files.filter((file) => file.endsWith("!"))).toEqual([]);
    expect(summary.problem as object).toEqual(item.problem);
  });

  test("a device", () => {
    const world = worldOf({});
    const shown = path.relative(world.root, "/dev/null");
    expect(planned(world.host(), { paths: ["/dev/null"] }).summary.problem as object).toEqual({
      kind: "io",
      message: `cannot read ${shown}: it is not a regular file`,
      path: shown,
      remedies: [],
    });
  });

  test("a named link that leads nowhere or in circles", () => {
    const world = worldOf({ gone: { link: "missing" }, round: { link: "round" } });
    expect(planned(world.host(), { paths: ["gone"] }).summary.problem).toMatchObject({ kind: "walk", path: "gone" });
    expect(planned(world.host(), { paths: ["round"] }).summary.problem).toMatchObject({ kind: "walk", path: "round" });
  });
});

test("a missing name of one letter is not like every other letter", () => {
  const host = worldOf({ a: "", b: "", B2: "", "c/d.ts": "" }).host();
  const similar = (missing: string) => planned(host, { paths: [missing] }).summary.problem?.similar_paths;
  expect(["x", "~/d.ts", "2", "A/d.ts"].map(similar)).toEqual([undefined, undefined, undefined, ["a"]]);
});
