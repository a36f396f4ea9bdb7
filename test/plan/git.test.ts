/** The sets of files that git reports, from git itself. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { runGit } from "../../src/host/git.ts";
import { gitFiles, type GitSelection } from "../../src/plan/git.ts";
import { World } from "./world.ts";

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.remove());

const none: GitSelection = { changed: false, staged: false };

function reported(selection: Partial<GitSelection>, directory = ""): readonly string[] | string {
  const found = gitFiles({ ...none, ...selection }, path.join(world.root, directory), runGit);
  if (!found.ok) return `${found.problem.kind}: ${found.problem.message}`;
  return [...found.value].map((file) => path.relative(world.root, file)).toSorted();
}

function commit(message: string): void {
  world.git("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-qm", message);
}

/** Two commits on main, a branch with one of its own, and changes of every kind in the work tree. */
function history(): void {
  world.write({
    ".gitignore": "*.log\n",
    keep: "1",
    edit: "1",
    drop: "1",
    "old name": "long enough to be seen as renamed\n",
  });
  world.git("init", "-q", "-b", "main");
  world.git("add", ".");
  commit("first");
  world.git("checkout", "-qb", "topic");
  world.write({ "sub/on-topic": "1" });
  world.git("add", ".");
  commit("topic");
  world.git("checkout", "-q", "main");
  world.write({ "on-main": "1" });
  world.git("add", ".");
  commit("second");
  world.git("checkout", "-q", "topic");
  world.write({ edit: "2", "sub/new ü": "", "a.log": "", "sub/staged": "1" });
  world.git("add", "sub/staged");
  world.git("mv", "old name", "new name");
  fs.rmSync(path.join(world.root, "drop"));
}

describe("git's sets", () => {
  test("changed, staged and since, without deleted and ignored files", () => {
    history();
    expect(reported({ changed: true })).toEqual(["edit", "new name", "sub/new ü", "sub/staged"]);
    expect(reported({ staged: true })).toEqual(["new name", "sub/staged"]);
    expect(reported({ since: "main" })).toEqual(["edit", "new name", "sub/new ü", "sub/on-topic", "sub/staged"]);
    expect(reported({ since: "HEAD" })).toEqual(reported({ changed: true }) as string[]);
    expect(reported({ changed: true }, "sub")).toEqual(reported({ changed: true }) as string[]);
  });

  test("sets add up", () => {
    history();
    world.git("stash", "-q");
    world.write({ "sub/new ü": "", keep: "2" });
    world.git("add", "keep");
    world.write({ keep: "1" });
    expect(reported({ changed: true })).toEqual(["sub/new ü"]);
    expect(reported({ staged: true })).toEqual(["keep"]);
    expect(reported({ changed: true, staged: true })).toEqual(["keep", "sub/new ü"]);
  });

  test("another work tree has its own changes", () => {
    history();
    world.git("worktree", "add", "-q", "../linked", "main");
    fs.writeFileSync(path.join(world.base, "linked/keep"), "3");
    expect(reported({ changed: true }, "../linked")).toEqual(["../linked/keep"]);
  });

  test("before the first commit every file is changed", () => {
    world.git("init", "-q");
    world.write({ a: "", b: "" });
    world.git("add", "a");
    expect(reported({ changed: true })).toEqual(["a", "b"]);
    expect(reported({ staged: true })).toEqual(["a"]);
  });

  test("what git refuses is said in its own words", () => {
    expect(reported({ changed: true })).toMatch(
      /^invalid_request: git cannot tell which files belong to a work tree: not a git repository/,
    );
    history();
    expect(reported({ since: "nowhere" })).toBe(
      "invalid_request: git cannot tell which files changed since nowhere: Needed a single revision",
    );
    expect(reported({ since: "--output=x" })).toBe(
      "invalid_request: git cannot tell which files changed since --output=x: Needed a single revision",
    );
    world.git("checkout", "-q", "--orphan", "apart");
    commit("apart");
    expect(reported({ since: "main" })).toBe(
      "invalid_request: git cannot tell which files changed since main: main and HEAD have no commit in common",
    );
    expect(fs.existsSync(path.join(world.root, "x"))).toBe(false);
  });

  test("what it says on several lines is one sentence", () => {
    const stderr = "error: x is a tree\nfatal: it cannot be owned by you:\n\n\tgit config --add x";
    const found = gitFiles({ ...none, changed: true }, world.root, () => ({
      exitCode: 128,
      stdout: new Uint8Array(),
      stderr,
    }));
    expect(found).toMatchObject({
      problem: { message: expect.stringMatching(/: x is a tree; it cannot be owned by you: git config --add x$/) },
    });
  });

  test("without git there is no answer", () => {
    const found = gitFiles({ ...none, changed: true }, world.root, () => undefined);
    expect(found).toEqual({
      ok: false,
      problem: {
        kind: "invalid_request",
        message: "git cannot tell which files belong to a work tree: git cannot be started",
        details: { command: "git rev-parse --show-toplevel" },
        suggestion: "name the files as paths or with --files-from instead",
      },
    });
  });
});
