/** Where a run may write, and whose rules hold there. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as path from "node:path";
import { readIgnoreConfig } from "../../src/plan/git-config.ts";
import { repositoryAbove } from "../../src/plan/repository.ts";
import { repositoryIgnores } from "../../src/plan/repository-ignores.ts";
import { findWorkspace } from "../../src/plan/workspace.ts";
import { filesOf, planned, World } from "./world.ts";

let world: World;
beforeEach(() => {
  world = new World({
    "repo/.git/HEAD": "ref: refs/heads/main\n",
    "repo/a/b/c.txt": "",
    "repo/inner/.git/HEAD": "ref: refs/heads/main\n",
    "repo/inner/d.txt": "",
    "repo/fake/.git/config": "",
    "repo/fake/e.txt": "",
    "free/x/1.txt": "",
    "free/y/2.txt": "",
    "repo/away": { link: "../free" },
    "repo/away.txt": { link: "../free/x/1.txt" },
    "free/back": { link: "../repo/a" },
  });
});
afterEach(() => world.remove());

describe("workspace", () => {
  const cases: readonly { from: string; paths: readonly string[]; root: string }[] = [
    { from: "repo", paths: [], root: "repo" },
    { from: "repo/a/b", paths: ["."], root: "repo" },
    { from: "repo/a", paths: ["b/c.txt"], root: "repo" },
    { from: "repo", paths: ["inner"], root: "repo/inner" },
    { from: "repo", paths: ["inner", "a"], root: "repo" },
    { from: "repo/fake", paths: ["e.txt"], root: "repo" },
    { from: "repo", paths: ["not/there.txt"], root: "repo" },
    { from: "repo", paths: ["away/x"], root: "repo" },
    { from: "repo", paths: ["away.txt"], root: "repo" },
    { from: "repo", paths: ["../free/x"], root: "free/x" },
    { from: "free", paths: ["x/1.txt"], root: "free/x" },
    { from: "free", paths: ["x", "y/2.txt"], root: "free" },
    { from: "free", paths: ["x/1.txt", "x"], root: "free/x" },
    { from: "free", paths: ["back"], root: "repo/a" },
    { from: "free", paths: ["x/*.txt", "y"], root: "free" },
    { from: "", paths: ["repo", "free"], root: "" },
  ];
  test.each(cases)("from $from: $paths", ({ from, paths, root }) => {
    expect(path.relative(world.root, findWorkspace(paths, world.host(from)).root)).toBe(root);
  });

  test("the planner finds the same one", () => {
    for (const { from, paths, root } of cases) {
      const { summary } = planned(world.host(from), { paths });
      if (!summary.problem) expect(path.relative(world.root, summary.workspace)).toBe(root);
    }
  });
});

describe("git's configuration", () => {
  const cases: readonly [why: string, files: Readonly<Record<string, string>>, expected: string | undefined][] = [
    ["nothing is set", {}, undefined],
    ["the user's file", { ".gitconfig": "[core]\n\texcludesFile = ~/mine\n" }, "HOME/mine"],
    ["section and name in any case", { ".gitconfig": "[CORE]\nExcludesfile=/x" }, "/x"],
    ["the last one counts", { ".gitconfig": "[core]\nexcludesfile = /x\n[core] excludesfile = /y\n" }, "/y"],
    ["another section", { ".gitconfig": '[core "x"]\nexcludesfile = /x\n[corex]\nexcludesfile = /y\n' }, undefined],
    [
      "comments and quotes",
      { ".gitconfig": '[core] ; c\n# excludesfile = /x\nexcludesfile = "/a # b" ; c\n' },
      "/a # b",
    ],
    ["escapes and a value over two lines", { ".gitconfig": "[core]\nexcludesfile = /a\\\n/b\\\\c   \n" }, "/a/b\\c"],
    [
      "the newer place is read before the older",
      { ".gitconfig": "[core]\nexcludesfile=/x\n", ".config/git/config": "[core]\nexcludesfile=/y\n" },
      "/x",
    ],
    [
      "an include",
      { ".gitconfig": "[include]\npath = sub/more\n", "sub/more": "[core]\nexcludesfile=~/z\n" },
      "HOME/z",
    ],
    ["an include of itself ends", { ".gitconfig": "[include]\npath = .gitconfig\n[core]\nexcludesfile=/x\n" }, "/x"],
    ["turned off", { ".gitconfig": "[core]\nexcludesfile =\n" }, ""],
  ];
  test.each(cases)("%s", (_, files, expected) => {
    expect(excludesOf(files)).toBe(expected);
  });

  test.each([
    "gitdir:ROOT/repo/",
    "gitdir:ROOT/repo",
    "gitdir:ROOT/repo/.git",
    "gitdir:ROOT/",
    "gitdir:ROOT/*/.git",
    "gitdir:ROOT/*.git",
    "gitdir:repo/",
    "gitdir:repo/.git",
    "gitdir:re?o/.git",
    "gitdir:REPO/",
    "gitdir/i:REPO/",
    "gitdir:~/",
    "gitdir:./",
    "gitdir:./../tree/",
    "onbranch:main",
    "onbranch:m*",
    "onbranch:main/",
    "onbranch:other",
    "hostname:main",
  ])("a conditional include holds where git says so: %s", (given) => {
    const condition = given.replace("ROOT", world.root);
    world.makeRepository("repo");
    const files = { ".gitconfig": `[includeIf "${condition}"]\npath = more\n`, more: "[core]\nexcludesfile=/z\n" };
    const mine = excludesOf(files);
    expect(mine ?? "").toBe(world.git("-C", "repo", "config", "--default", "", "--get", "core.excludesfile").trim());
  });

  test("an include for the directory beside its file", () => {
    world.write({
      more: "[core]\nexcludesfile=/z\n",
      top: '[includeIf "gitdir:./repo/"]\npath = more\n',
      "inc/one": '[includeIf "gitdir:./../repo/"]\npath = ../more\n',
    });
    const read = (file: string): string | undefined => {
      const host = world.host("repo");
      return readIgnoreConfig(host, [path.join(world.root, file)], repositoryAbove(host.cwd, host)).excludesFile;
    };
    expect([read("top"), read("inc/one")]).toEqual(["/z", undefined]);
  });

  test("variables of the environment", () => {
    const files = { ".gitconfig": "[core]\nexcludesfile=/x\n", other: "[core]\nexcludesfile=/y\n" };
    expect(excludesOf(files, { GIT_CONFIG_GLOBAL: path.join(world.home, "other") })).toBe("/y");
    expect(excludesOf(files, { GIT_CONFIG_GLOBAL: "" })).toBeUndefined();
    expect(excludesOf(files, { XDG_CONFIG_HOME: path.join(world.home, "none") })).toBe("/x");
    expect(
      excludesOf(files, { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "Core.ExcludesFile", GIT_CONFIG_VALUE_0: "/z" }),
    ).toBe("/z");
  });

  test("a repository's own setting overrules, and is relative to it", () => {
    world.write({ "repo/.git/config": "[core]\nexcludesFile = rules\nignoreCase = yes\n", "repo/rules": "C.TXT\n" });
    const ignores = repositoryIgnores(repositoryAbove(path.join(world.root, "repo/a"), world.host()), world.host());
    expect(ignores).toEqual({
      config: { excludesFile: "rules", ignoreCase: true },
      excludePath: path.join(world.root, "repo/.git/info/exclude"),
      globalPath: path.join(world.root, "repo/rules"),
    });
    expect(filesOf(world.host("repo/a"))).toEqual([]);
    expect(filesOf(world.host("repo/inner"))).toEqual(["d.txt"]);
  });
});

function excludesOf(files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
  const host = world.host("repo", env);
  for (const [name, text] of Object.entries(files)) world.write({ [`../home/${name}`]: text });
  return readIgnoreConfig(host, [], repositoryAbove(host.cwd, host)).excludesFile?.replace(world.home, "HOME");
}
