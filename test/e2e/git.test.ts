/** The command line in real repositories: the sets of files that git reports, and diffs that `git apply` takes. */
import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const main = path.join(import.meta.dir, "../../src/cli/main.ts");
const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-git-")));
afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

const env = {
  ...process.env,
  XDG_STATE_HOME: path.join(base, "state"),
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@example.org",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@example.org",
  NO_COLOR: "1",
};

let root = "";
let made = 0;
beforeEach(() => {
  root = path.join(base, String(made++), "repo");
  fs.mkdirSync(root, { recursive: true });
  git("init", "-q", "-b", "main");
});

function git(...args: readonly string[]): void {
  const run = spawnSync("git", args, { cwd: root, env, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`git ${args.join(" ")}: ${run.stderr}`);
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
}

function commitAll(): void {
  git("add", "-A");
  git("commit", "-q", "-m", "x");
}

function swath(args: readonly string[], directory = "", more: Readonly<Record<string, string>> = {}) {
  const cwd = path.join(root, directory);
  return spawnSync(process.execPath, [main, ...args], { cwd, env: { ...env, ...more }, encoding: "utf8" });
}

function found(args: readonly string[], directory = "", more: Readonly<Record<string, string>> = {}): string[] {
  const { stdout } = swath(["search", "foo", ...args, "--json"], directory, more);
  return (JSON.parse(stdout) as { files: { path: string }[] }).files.map((file) => file.path);
}

test("annotations and logs name files as the repository does, also from a directory below it", () => {
  write({ "a/b.txt": "foo\n", "c.txt": "foo\n" });
  commitAll();
  const { stdout } = swath(["check", "foo", "bar", ".", "../c.txt", "--github", "--sarif", "out.sarif"], "a");
  expect(stdout.match(/file=[^,]+/g)).toEqual(["file=c.txt", "file=a/b.txt"]);
  const log = fs.readFileSync(path.join(root, "a/out.sarif"), "utf8");
  expect(new Set(log.match(/"uri": "[^"]+\.txt"/g))).toEqual(new Set([`"uri": "c.txt"`, `"uri": "a/b.txt"`]));
});

test("what an earlier run wrote beside its report is not searched by the next one, unless it is named", () => {
  write({ "a/b.txt": "foo\n" });
  const gate = ["check", "foo", "bar", "--sarif", "out.sarif", "--patch", "a/fix.patch", "--json"];
  const first = JSON.parse(swath(gate).stdout) as object;
  expect(first).toMatchObject({ outcome: "changes", files_scanned: 1, total_matches: 1 });
  expect(JSON.parse(swath(gate).stdout)).toEqual(first);
  expect(JSON.parse(swath([...gate, "a/fix.patch"]).stdout)).toMatchObject({ error: "invalid_request" });
  expect(found(["a"])).toEqual(["a/b.txt", "a/fix.patch"]);
});

describe("the sets of files", () => {
  beforeEach(() => {
    write({
      "old.txt": "foo\n",
      "gone.txt": "foo\n",
      "moved.txt": "foo\n",
      "same.txt": "foo\n",
      ".gitignore": "*.tmp\n",
    });
    write({ "sub/é b.txt": "foo\n", "sub/.h.txt": "foo\n" });
    commitAll();
    git("checkout", "-q", "-b", "topic");
    write({ "topic.txt": "foo\n" });
    commitAll();
    git("mv", "moved.txt", 'to "q".txt');
    write({
      "old.txt": "foo 2\n",
      "sub/é b.txt": "foo 2\n",
      "sub/.h.txt": "foo 2\n",
      "new.txt": "foo\n",
      "x.tmp": "foo\n",
    });
    fs.rmSync(path.join(root, "gone.txt"));
    git("add", "sub/é b.txt");
  });

  test.each([
    [["--changed"], "", ["new.txt", "old.txt", "sub/é b.txt", 'to "q".txt']],
    [["--staged"], "", ["sub/é b.txt", 'to "q".txt']],
    [["--since", "main"], "", ["new.txt", "old.txt", "sub/é b.txt", 'to "q".txt', "topic.txt"]],
    [["--since=main", "--staged"], "", ["new.txt", "old.txt", "sub/é b.txt", 'to "q".txt', "topic.txt"]],
    [["--changed", "--hidden", "-g", "sub/**"], "", ["sub/.h.txt", "sub/é b.txt"]],
    [["--changed"], "sub", ["é b.txt"]],
    [["--changed", ".."], "sub", ["../new.txt", "../old.txt", '../to "q".txt', "é b.txt"]],
    [["--changed", "same.txt", "old.txt"], "", ["old.txt"]],
    [["--changed", "-g", "nothing.*"], "", []],
  ] as const)("%p in %p", (args, directory, files) => expect(found(args, directory)).toEqual([...files]));

  test("a commit that git does not know is told in its words, with what may be missing", () => {
    const { status, stdout } = swath(["check", "foo", "bar", "--since", "nope", "--json"]);
    expect([status, JSON.parse(stdout)]).toMatchObject([
      3,
      {
        error: "invalid_request",
        message: expect.stringContaining("nope"),
        suggestion: expect.stringContaining("fetch-depth"),
      },
    ]);
  });

  test("a shallow clone is told to fetch what lies between two revisions that it has", () => {
    git("commit", "-q", "-am", "x");
    git("clone", "-q", "--depth", "1", "--no-single-branch", `file://${root}`, "../shallow");
    const { status, stdout } = swath(["check", "foo", "bar", "--since", "origin/main", "--json"], "../shallow");
    expect([status, JSON.parse(stdout)]).toMatchObject([
      3,
      {
        message: expect.stringContaining("origin/main and HEAD have no commit in common"),
        suggestion: expect.stringContaining("has to fetch the commits between them first (fetch-depth: 0)"),
      },
    ]);
  });

  test("a work tree has its own changes, also in a directory of it for a hook, to which git tells its directory", () => {
    git("worktree", "add", "-q", "../other", "main");
    write({ "../other/same.txt": "foo 3\n", "../other/sub/é b.txt": "foo 3\n" });
    expect(found(["--changed"], "../other")).toEqual(["same.txt", "sub/é b.txt"]);
    const GIT_DIR = path.join(root, ".git/worktrees/other");
    expect(found(["--changed"], "../other/sub", { GIT_DIR })).toEqual(["é b.txt"]);
    expect(found(["--changed"], "sub", { GIT_DIR: path.join(root, ".git") })).toEqual(["é b.txt"]);
    const elsewhere = { GIT_DIR, GIT_WORK_TREE: path.join(root, "../other") };
    expect(found(["--changed", "../../other/sub"], "sub", elsewhere)).toEqual(["../../other/sub/é b.txt"]);
  });
});

describe("a diff", () => {
  const apply = (diff: string, directory: string) =>
    spawnSync("git", ["apply", "-"], { cwd: path.join(root, directory), env, input: diff, encoding: "utf8" });

  test.each(["", "sub", "sub/deep er"])("printed in '%s' is applied there and at the top", (directory) => {
    write({
      "foo.txt": "foo\n",
      "sub/foo.txt": "x\r\nfoo",
      "sub/deep er/ü.sh": "foo\n",
      "sub/deep er/foo.bin": "\0foo",
    });
    fs.chmodSync(path.join(root, "sub/deep er/ü.sh"), 0o755);
    commitAll();
    const untouched = (name: string): boolean => !name.startsWith(directory);
    const expected = [
      untouched("foo.txt") ? ["foo.txt", "foo\n"] : ["barBaz.txt", "barBaz\n"],
      untouched("sub/foo.txt") ? ["sub/foo.txt", "x\r\nfoo"] : ["sub/barBaz.txt", "x\r\nbarBaz"],
      ["sub/deep er/ü.sh", "barBaz\n"],
      ["sub/deep er/barBaz.bin", "\0foo"],
    ];
    const { stdout: diff } = swath(["rename", "foo", "barBaz", "--paths"], directory);
    for (const at of new Set([directory, ""])) {
      expect(apply(diff, at).stderr).toBe("");
      expect(expected.map(([name]) => [name, fs.readFileSync(path.join(root, name!), "utf8")])).toEqual(expected);
      git("add", "-A");
      git("reset", "-q", "--hard");
    }
  });

  test("written beside a report names the same places", () => {
    write({ "sub/a.txt": "foo\n" });
    const { stdout } = swath(["plan", "foo", "bar", "--patch", "../p.diff", "--json"], "sub");
    expect(JSON.parse(stdout).changes).toEqual([{ path: "a.txt", matches: 1 }]);
    expect(apply(fs.readFileSync(path.join(root, "p.diff"), "utf8"), "sub").stderr).toBe("");
    expect(fs.readFileSync(path.join(root, "sub/a.txt"), "utf8")).toBe("bar\n");
  });

  test("of places above, without a repository, is one for the directory that holds them all", () => {
    write({ "../plain/top.txt": "foo\n", "../plain/a/b/c.txt": "foo\n", "../plain/a/b/foo.txt": "" });
    const seen = (...args: readonly string[]): string => {
      const { stdout } = swath(["rename", "foo", "bar", "--paths", ...args], "../plain/a/b");
      return stdout;
    };
    const named = (diff: string): string[] => [...diff.matchAll(/^diff --git (.*)/gm)].map(([, names]) => names!);
    expect(named(seen())).toEqual(["a/c.txt b/c.txt", "a/foo.txt b/bar.txt"]);
    const diff = seen("../../top.txt", ".");
    expect(named(diff)).toEqual(["a/top.txt b/top.txt", "a/a/b/c.txt b/a/b/c.txt", "a/a/b/foo.txt b/a/b/bar.txt"]);
    expect(apply(diff, "../plain").stderr).toBe("");
    expect(fs.readFileSync(path.join(root, "../plain/top.txt"), "utf8")).toBe("bar\n");
  });
});
