/** What lies about in a tree, and cannot be read as what it stands there for, neither holds a run up nor breaks it. */
import { afterAll, describe, expect, test } from "bun:test";
import * as childProcess from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { storesOf } from "../../src/commit/store.ts";
import { bunHost } from "../../src/host/bun.ts";
import { repositoryAt } from "../../src/plan/repository.ts";

const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-hostile-")));
afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }));

const main = path.join(import.meta.dir, "../../src/cli/main.ts");
let made = 0;

function tree(files: Readonly<Record<string, string>> = {}): string {
  const root = path.join(temporary, `tree${made++}`);
  const all = { ".git/HEAD": "ref: refs/heads/main\n", ".git/config": "", "a.txt": "needle\n", ...files };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  return root;
}

interface Outcome {
  readonly exit: number | null;
  readonly signal: string | null;
  readonly report: Record<string, unknown>;
}

/** Ended after five seconds, which is told as its signal. */
function swath(root: string, ...argv: string[]): Outcome {
  const env = { PATH: process.env["PATH"], HOME: temporary, XDG_STATE_HOME: path.join(temporary, "state") };
  const ran = childProcess.spawnSync(process.execPath, [main, ...argv, "--json"], {
    cwd: root,
    env,
    encoding: "utf8",
    timeout: 5000,
  });
  return { exit: ran.status, signal: ran.signal, report: JSON.parse(ran.stdout || "{}") };
}

const makeFifo = (file: string): void => void childProcess.spawnSync("mkfifo", [file]);
const found = { exit: 0, signal: null, report: { kind: "search", total_matches: 1 } };

describe("a pipe or a device in the place of a file that is read unasked", () => {
  const places = [".git/info/exclude", ".git/config", ".swathignore", "swath.yml"];
  const expected: Record<string, object> = {
    "swath.yml": {
      exit: 3,
      report: { error: "io", message: "cannot read swath.yml: it is not a regular file", path: "swath.yml" },
    },
  };
  test.each(places)("a pipe as %s", (name) => {
    const root = tree();
    fs.rmSync(path.join(root, name), { force: true });
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    makeFifo(path.join(root, name));
    expect(swath(root, "search", "needle", "a.txt", ".")).toMatchObject(expected[name] ?? found);
  });

  test("an ignore file that leads to a device without an end", () => {
    const root = tree();
    fs.symlinkSync("/dev/zero", path.join(root, ".ignore"));
    expect(swath(root, "search", "needle")).toMatchObject(found);
  });

  test("excludes that git's configuration looks for in a device", () => {
    const root = tree({ ".git/config": "[core]\n\texcludesFile = /dev/zero\n[include]\n\tpath = config\n" });
    expect(swath(root, "search", "needle")).toMatchObject(found);
  });

  test("a followed link to a pipe: the pipe is skipped once, as special", () => {
    const root = tree();
    makeFifo(path.join(root, "pipe"));
    fs.symlinkSync("pipe", path.join(root, "link"));
    const { report } = swath(root, "check", "needle", "pin", "--follow");
    expect(report).toMatchObject({ skipped: [{ reason: "special", count: 1, paths: ["pipe"] }] });
    expect(report).not.toHaveProperty("warnings");
  });
});

test("a .git that is a loop of links makes no repository, for reading and for writing", () => {
  const root = tree();
  fs.rmSync(path.join(root, ".git"), { recursive: true });
  fs.symlinkSync(".git", path.join(root, ".git"));
  expect(swath(root, "search", "needle")).toMatchObject(found);
  expect(swath(root, "apply", "needle", "pin")).toMatchObject({ exit: 0, report: { files_written: 1 } });
  expect(swath(root, "undo")).toMatchObject({ exit: 0, report: { files_restored: 1 } });
});

test("a directory that may not be looked into makes no repository: what enters it tells", () => {
  const refuse = () => {
    throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  };
  const host = { ...bunHost(), fs: { ...bunHost().fs, exists: refuse, stat: refuse }, env: {}, home: "/home/a" };
  expect(repositoryAt("/closed", host)).toBeUndefined();
  expect(storesOf("/closed", host)).toMatchObject([{ workspace: "/closed", inRepository: false }]);
});

test("a link that leads nowhere is not proposed in its own place", () => {
  const root = tree();
  fs.symlinkSync("nowhere", path.join(root, "dangling"));
  const { report } = swath(root, "search", "needle", "dangling");
  expect(report).toMatchObject({ error: "walk", path: "dangling" });
  expect(report).not.toHaveProperty("suggestion");
});

const aliases = ["a: &a [x, x, x, x, x, x, x, x, x]"];
for (const [name, of] of ["ba", "cb", "dc", "ed", "fe", "gf"].map((pair) => [...pair] as [string, string]))
  aliases.push(`${name}: &${name} [${Array.from({ length: 9 }, () => `*${of}`).join(", ")}]`);

describe("YAML that grows without measure", () => {
  test("aliases of aliases in a configuration", () => {
    const root = tree({ "swath.yml": aliases.join("\n") });
    expect(swath(root, "search", "needle")).toMatchObject({ exit: 3, report: { error: "invalid_request" } });
  });

  test.each([
    ["aliases of aliases", aliases.join("\n")],
    ["an alias inside its anchor", "id: a\nlanguage: ts\nrule: &r\n  any: [*r, { pattern: a }]\n"],
    ["a list that holds itself", "id: a\nlanguage: ts\nrule:\n  all: &l [*l]\n"],
  ])("%s in a rule file", (_, text) => {
    const root = tree({ "r.yml": text });
    for (const argv of [
      ["check", "--rules", "r.yml"],
      ["test", "r.yml"],
    ])
      expect(swath(root, ...argv)).toMatchObject({ exit: 3, report: { error: "invalid_rule", path: "r.yml" } });
  });
});

test("a pipe in the place of the lock refuses those who write", () => {
  const root = tree();
  fs.mkdirSync(path.join(root, ".git/swath"));
  makeFifo(path.join(root, ".git/swath/lock"));
  const { exit, signal, report } = swath(root, "apply", "needle", "pin");
  expect({ exit, signal, error: report["error"] }).toEqual({ exit: 3, signal: null, error: "io" });
});
