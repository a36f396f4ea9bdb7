/** What the walk meets: ignore files in all places, hidden entries, links, special files and unreadable directories. */
import { afterEach, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { comparePaths } from "../../src/model/path-order.ts";
import type { Where } from "../../src/plan/plan-files.ts";
import { filesOf, planned, type TreeEntry, World } from "./world.ts";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function worldOf(tree: Readonly<Record<string, TreeEntry>>, repository = true): World {
  const world = new World();
  worlds.push(world);
  if (repository) world.makeRepository();
  world.write(tree);
  return world;
}

interface Case {
  readonly why: string;
  readonly tree: Readonly<Record<string, TreeEntry>>;
  readonly where?: Partial<Where>;
  readonly from?: string;
  /** Without a repository. */
  readonly bare?: true;
  readonly files: readonly string[];
}

const cases: readonly Case[] = [
  {
    why: "a deeper ignore file overrules the one above",
    tree: {
      ".gitignore": "*.log\n",
      "sub/.gitignore": "!keep.log\n",
      "a.log": "",
      "sub/keep.log": "",
      "sub/b.log": "",
    },
    files: ["sub/keep.log"],
  },
  {
    why: "a file cannot be taken back from an ignored directory",
    tree: { ".gitignore": "build/\n!build/keep.txt\n", "build/keep.txt": "", "build/.gitignore": "!*\n", "a.txt": "" },
    files: ["a.txt"],
  },
  {
    why: "of one directory's ignore files the later named overrules",
    tree: {
      ".gitignore": "*.txt\n",
      ".ignore": "!a.txt\n!b.txt\n",
      ".swathignore": "a.txt\n",
      "a.txt": "",
      "b.txt": "",
      "c.txt": "",
    },
    files: ["b.txt"],
  },
  {
    why: "a deeper .gitignore overrules a .swathignore above",
    tree: { ".swathignore": "!a.log\n", "sub/.gitignore": "*.log\n", "a.log": "", "sub/a.log": "" },
    files: ["a.log"],
  },
  {
    why: "ignore files hold without a repository",
    tree: { ".gitignore": "*.log\n", "a.log": "", "a.txt": "" },
    bare: true,
    files: ["a.txt"],
  },
  {
    why: "ignore files of parents hold without a repository",
    tree: { ".gitignore": "/sub/gen/\n", "sub/gen/a": "", "sub/b": "", "sub/sub/gen/c": "" },
    from: "sub",
    bare: true,
    files: ["b", "sub/gen/c"],
  },
  {
    why: "an anchored rule above the working directory keeps its own base",
    tree: { ".gitignore": "/sub/gen/\n*.tmp\n", "sub/gen/a": "", "sub/b": "", "sub/b.tmp": "", "sub/sub/gen/c": "" },
    from: "sub",
    files: ["b", "sub/gen/c"],
  },
  {
    why: "rules above the repository root do not hold",
    tree: { ".gitignore": "*.txt\n", ".ignore": "*.txt\n", "repo/.git/HEAD": "x", "repo/a.txt": "" },
    bare: true,
    from: "repo",
    files: ["a.txt"],
  },
  {
    why: "a repository inside another has its own git rules, and the outer .ignore still holds",
    tree: {
      ".gitignore": "*.log\n",
      ".ignore": "*.tmp\n",
      "inner/.git/HEAD": "x",
      "inner/.git/info/exclude": "local\n",
      "inner/a.log": "",
      "inner/a.tmp": "",
      "inner/local": "",
      local: "",
    },
    files: ["inner/a.log", "local"],
  },
  {
    why: "a submodule's .git is a file that points elsewhere",
    tree: {
      ".git/modules/inner/HEAD": "x",
      ".git/modules/inner/info/exclude": "local\n",
      ".gitignore": "*.log\n",
      "inner/.git": "gitdir: ../.git/modules/inner\n",
      "inner/a.log": "",
      "inner/local": "",
    },
    files: ["inner/a.log"],
  },
  {
    why: "without ignore files nothing is left out but hidden entries and version control",
    tree: { ".gitignore": "*\n", "a.txt": "", ".env": "", ".hg/store": "" },
    where: { ignore: false },
    files: ["a.txt"],
  },
  {
    why: "a byte-order mark does not lose the first rule",
    tree: { ".gitignore": "\uFEFFdist/\n", "dist/a": "", b: "" },
    files: ["b"],
  },
  {
    why: "CRLF ends a rule, also on the last line without LF",
    tree: { ".gitignore": "dist/\r\n*.log\r", "dist/a": "", "b.log": "", c: "" },
    files: ["c"],
  },
  {
    why: "vendor/** with an exception shows the exception",
    tree: { ".gitignore": "vendor/**\n!vendor/manifest\n", "vendor/manifest": "", "vendor/x": "", "vendor/d/y": "" },
    files: ["vendor/manifest"],
  },
  { why: "** ignores everything", tree: { ".gitignore": "**\n", a: "", "b/c": "" }, files: [] },
  { why: "**/**/* ignores everything", tree: { ".gitignore": "**/**/*\n", a: "", "b/c": "" }, files: [] },
  {
    why: "a rule that ends in an escaped slash is read and matches nothing",
    tree: { ".gitignore": "foo\\/\nbar/\n", "foo/a": "", "bar/b": "" },
    files: ["foo/a"],
  },
  {
    why: "names that differ by a dot are told apart",
    tree: { ".gitignore": "asdf*\n!asdf./\n", "asdf/a": "", "asdf./b": "" },
    files: ["asdf./b"],
  },
  {
    why: "foo/** does not match foo itself",
    tree: { ".gitignore": "foo/**\n", foo: "", "bar/foo": "" },
    files: ["bar/foo", "foo"],
  },
  {
    why: "a rule for directories does not match a file",
    tree: { ".gitignore": "x/\n", x: "", "d/x/a": "" },
    files: ["x"],
  },
  {
    why: "? and classes stand for one byte, as in git",
    tree: { ".gitignore": "?.txt\n[é].md\n", "a.txt": "", "é.txt": "", "é.md": "" },
    files: ["é.md", "é.txt"],
  },
  {
    why: "hidden entries are left out, also when a rule takes them back",
    tree: { ".ignore": "!.env\n", ".env": "", ".ci/run": "", a: "" },
    files: ["a"],
  },
  {
    why: "hidden entries are shown on request, version control never",
    tree: { ".env": "", ".ci/run": "", ".hg/a": "", ".svn/b": "", ".jj/c": "", a: "", "sub/.git": "gitdir: nowhere\n" },
    where: { hidden: true },
    files: [".ci/run", ".env", "a"],
  },
  {
    why: "paths sort component by component by their bytes",
    tree: { "a/b": "", "a-b/x": "", "a.txt": "", B: "", "\u{1F600}": "", "\uFF5E": "", ü: "" },
    files: ["B", "a/b", "a-b/x", "a.txt", "ü", "\uFF5E", "\u{1F600}"],
  },
  {
    why: "links met on the walk are not followed",
    tree: { "real/a": "", alias: { link: "real" }, l: { link: "real/a" }, loop: { link: "loop" } },
    files: ["real/a"],
  },
  {
    why: "followed links that stay inside lead to files once, under their own names",
    tree: {
      ".gitignore": "gen/\n",
      "a/link": { link: "../gen/b" },
      "a/up": { link: ".." },
      "gen/b": "",
      "gen/c": "",
      "m/dir": { link: "../.hidden" },
      ".hidden/d": "",
      "m/nowhere": { link: "missing" },
      "m/round": { link: "round" },
      "../out.txt": "",
      "m/out": { link: "../../out.txt" },
      z: "",
    },
    where: { follow: true },
    files: [".hidden/d", "gen/b", "z"],
  },
  {
    why: "types and globs do not keep a link to a directory from being followed, a rule for directories neither",
    tree: { ".gitignore": "gen/\n", gen: { link: ".real" }, ".real/a.ts": "", ".real/b.md": "", "c.md": "" },
    where: { follow: true, types: ["ts"], globs: ["*.ts"] },
    files: [".real/a.ts"],
  },
  {
    why: "a followed link that a rule ignores or a glob leaves out leads nowhere",
    tree: { ".gitignore": "gen\n", gen: { link: ".real" }, out: { link: ".real" }, ".real/a.ts": "", b: "" },
    where: { follow: true, globs: ["!out"] },
    files: ["b"],
  },
];

describe("walk", () => {
  test.each(cases.map((item) => [item.why, item] as const))("%s", (_, item) => {
    const world = worldOf(item.tree, !item.bare);
    expect(filesOf(world.host(item.from), item.where)).toEqual(item.files);
  });

  test("info/exclude of a work tree lies in the common directory", () => {
    const world = worldOf(
      {
        "main/.git/HEAD": "x",
        "main/.git/info/exclude": "local\n",
        "main/.git/worktrees/w/HEAD": "x",
        "main/.git/worktrees/w/commondir": "../..\n",
        "w/.git": "gitdir: ../main/.git/worktrees/w\n",
        "w/local": "",
        "w/a": "",
      },
      false,
    );
    expect(filesOf(world.host("w"))).toEqual(["a"]);
  });

  test("git's own work tree is read like git reads it", () => {
    const world = worldOf({ "r/a": "", "r/.gitignore": "*.log\n" }, false);
    world.git("init", "-q", "r");
    world.git("-C", "r", "add", ".");
    world.git("-C", "r", "-c", "user.name=t", "-c", "user.email=t@e", "commit", "-qm", "x");
    world.git("-C", "r", "worktree", "add", "-q", "../w");
    world.write({ "r/.git/info/exclude": "local\n", "w/local": "", "w/b.log": "", "w/c": "" });
    expect(filesOf(world.host("w"), { hidden: true })).toEqual([".gitignore", "a", "c"]);
  });

  test("an absolute search path does not lose the global excludes", () => {
    const world = worldOf({ a: "", "b.bak": "" });
    fs.mkdirSync(path.join(world.home, ".config/git"), { recursive: true });
    fs.writeFileSync(path.join(world.home, ".config/git/ignore"), "*.bak\n");
    expect(filesOf(world.host(), { paths: [world.root] })).toEqual(["a"]);
  });

  test("roots inside one another, or twice, give each file once", () => {
    const world = worldOf({
      "src/a": "",
      b: "",
      "node_modules/p/c": "",
      "node_modules/q/d": "",
      ".gitignore": "node_modules/\n",
    });
    const where = { paths: [".", "src", "./src/a", "src/../src", "node_modules/p", path.join(world.root, "b")] };
    expect(filesOf(world.host(), where)).toEqual(["b!", "node_modules/p/c", "src/a!"]);
  });

  test("several roots give what each gives alone", () => {
    const world = worldOf({
      "x/.gitignore": "*.a\n",
      "x/1.a": "",
      "x/1.b": "",
      "y/.gitignore": "*.b\n",
      "y/1.a": "",
      "y/1.b": "",
      "x/d/.ignore": "!1.a\n",
      "x/d/1.a": "",
    });
    const [x, y, both] = [["x"], ["y"], ["y", "x"]].map((paths) => filesOf(world.host(), { paths }));
    expect(both).toEqual([...x!, ...y!]);
    expect(filesOf(world.host(), { paths: ["x/d", "."] })).toEqual(filesOf(world.host()));
  });

  test("files elsewhere are shown relative to the working directory, and visited where their shown paths sort", () => {
    const world = worldOf({
      "-top": "",
      "sub/+mid": "",
      "sub/app/a": "",
      "sub/app/-n/b": "",
      "sub/app/.c": "",
      "sub/lib/-d": "",
      "sub/zoo/e": "",
      "top/f": "",
    });
    const files = filesOf(world.host("sub/app"), { paths: ["../..", "../zoo/e"], hidden: true });
    expect(files).toEqual(["-n/b", "../+mid", "../../-top", "../../top/f", "../lib/-d", "../zoo/e!", ".c", "a"]);
    expect(files).toEqual(files.toSorted(comparePaths));
  });

  test("a special file is skipped with its reason, a hidden or ignored one is none of the run's business", () => {
    const world = worldOf({ ".gitignore": "ignored\n", a: "" });
    for (const name of ["pipe", "ignored", ".hidden"]) Bun.spawnSync(["mkfifo", path.join(world.root, name)]);
    const { files, summary } = planned(world.host());
    expect(files).toEqual(["a"]);
    expect(summary).toMatchObject({ considered: 2, skipped: [{ reason: "special", path: "pipe" }], errors: [] });
  });

  test("names that are not UTF-8 are skipped with their reason, a real U+FFFD is not", () => {
    const world = worldOf({ "a\uFFFD": "", ".gitignore": "*.o\n" });
    const raw = (text: string): Buffer => Buffer.concat([Buffer.from(`${world.root}/`), Buffer.from(text, "latin1")]);
    fs.writeFileSync(raw("b\xFF"), "");
    fs.writeFileSync(raw("c\xFF.o"), "");
    fs.mkdirSync(raw("d\xFF"));
    const { files, summary } = planned(world.host());
    expect(files).toEqual(["a\uFFFD"]);
    expect(summary.skipped).toEqual([
      { reason: "name_not_utf8", path: "b\uFFFD" },
      { reason: "name_not_utf8", path: "d\uFFFD" },
    ]);
  });

  test.each([false, true])(
    "a file in a directory that cannot be entered fails the run, partial or not (%p)",
    (partial) => {
      const world = worldOf({ "a/x": "", "shut/y": "" });
      const host = world.host();
      const refusing = Object.defineProperty(Object.create(host) as typeof host, "fs", {
        value: {
          ...host.fs,
          linkStat(file: string) {
            if (file.endsWith("shut/y")) throw Object.assign(new Error("denied"), { code: "EACCES" });
            return host.fs.linkStat(file);
          },
        },
      });
      expect(planned(refusing, { paths: ["a", "shut/y"], partial }).summary.problem).toMatchObject({
        kind: "walk",
        path: "shut/y",
        remedies: [],
      });
    },
  );

  test("an unreadable directory is skipped with its reason; as a root it is a problem", () => {
    const world = worldOf({ "a/x": "", "shut/y": "" });
    const host = world.host();
    const shut = path.join(world.root, "shut/");
    const refusing = Object.defineProperty(Object.create(host) as typeof host, "fs", {
      value: {
        ...host.fs,
        readDirectory(directory: string) {
          if (directory === shut) throw Object.assign(new Error("denied"), { code: "EACCES" });
          return host.fs.readDirectory(directory);
        },
      },
    });
    const problem = {
      kind: "walk",
      message: "cannot enter shut: permission denied (EACCES)",
      path: "shut",
      class: "permanent",
      details: { code: "EACCES" },
    } as const;
    const met = planned(refusing);
    expect(met.files).toEqual(["a/x"]);
    expect(met.summary.skipped).toEqual([{ reason: "unreadable", path: "shut" }]);
    expect(met.summary.errors).toEqual([]);
    expect(met.summary.warnings).toEqual([{ code: "unreadable", message: problem.message, path: "shut" }]);
    expect(planned(refusing, { paths: ["a", "shut"] }).summary.problem).toEqual(problem);
    expect(planned(refusing, { paths: ["a", "shut"], partial: true }).summary.errors).toEqual([
      { path: "shut", problem },
    ]);
    expect(filesOf(refusing, { paths: [".", "shut/y"] })).toEqual(["a/x", "shut/y!"]);
    world.write({ "a/link": { link: "../shut" } });
    for (const partial of [false, true]) {
      expect(planned(refusing, { follow: true, partial })).toEqual(met);
      expect(planned(refusing, { follow: true, partial, paths: ["a"] })).toMatchObject({
        files: ["a/x"],
        summary: { skipped: met.summary.skipped, warnings: met.summary.warnings, errors: [] },
      });
    }
  });

  test("a working directory that is gone", () => {
    const { problem } = planned(worldOf({}).host("gone")).summary;
    expect(problem?.message).toEndWith("/gone: no such file or directory (ENOENT)");
  });

  test("an ignore file that cannot be read is a warning", () => {
    const world = worldOf({ ".gitignore": "a\n", a: "" });
    const host = world.host();
    const refusing = Object.defineProperty(Object.create(host) as typeof host, "fs", {
      value: {
        ...host.fs,
        readFile(file: string) {
          if (file.endsWith(".gitignore")) throw Object.assign(new Error("denied"), { code: "EACCES" });
          return host.fs.readFile(file);
        },
      },
    });
    expect(planned(refusing).summary.warnings).toEqual([
      {
        code: "ignore_file_unreadable",
        message: "the rules of .gitignore do not hold: the file cannot be read (EACCES)",
        path: ".gitignore",
      },
    ]);
  });

  test("the records of applies are entered only where they are named", () => {
    const world = worldOf({
      ".local/state/swath/trees/1/undo/2/0/0": "old",
      ".local/state/other/a": "",
      "state/swath/b": "",
      "swath/c": "",
    });
    const atHome = { ...world.host(), home: world.root, cwd: world.root };
    const records = ".local/state/swath/trees/1/undo/2/0/0";
    const others = [".local/state/other/a", "swath/c"];
    expect(filesOf(atHome, { hidden: true })).toEqual([...others, "state/swath/b"].toSorted());
    expect(filesOf(atHome, { hidden: true, paths: [".local/state/swath"] })).toEqual([records]);
    const env = { XDG_STATE_HOME: `${world.root}/state` };
    expect(filesOf({ ...atHome, env }, { hidden: true })).toEqual([".local/state/other/a", records, "swath/c"]);
  });

  test("an ignored directory is never entered", () => {
    const world = worldOf({ ".gitignore": "big/\n", "big/x": "", "a/x": "" });
    const host = world.host();
    const entered = new Set<string>();
    const watching = Object.defineProperty(Object.create(host) as typeof host, "fs", {
      value: {
        ...host.fs,
        readDirectory(directory: string) {
          entered.add(path.relative(world.root, directory));
          return host.fs.readDirectory(directory);
        },
      },
    });
    filesOf(watching, { paths: [".", "big/x"] });
    expect([...entered]).toEqual(["", "a"]);
  });

  test("a .gitignore that is a link is not read, as in git; a linked .ignore is", () => {
    const world = worldOf({
      rules: "a\n",
      ".gitignore": { link: "rules" },
      a: "",
      "d/.ignore": { link: "../rules" },
      "d/a": "",
    });
    expect(filesOf(world.host())).toEqual(["a", "rules"]);
  });
});
