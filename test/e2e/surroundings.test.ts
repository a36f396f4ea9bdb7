/** The real command where something that it takes for granted is missing. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const main = path.join(import.meta.dir, "../../src/cli/main.ts");
const library = path.join(import.meta.dir, "../../src/index.ts");
let tree = "";

beforeAll(() => {
  tree = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-surroundings-")));
  for (let i = 0; i < 100; i++) fs.writeFileSync(path.join(tree, `f${i}.txt`), "foo\n");
});

afterAll(() => fs.rmSync(tree, { recursive: true }));

/** Runs a script of the shell in which `$BUN` and `$MAIN` are what they say. */
function shell(script: string, env: NodeJS.ProcessEnv = {}) {
  const given = { ...process.env, BUN: process.execPath, MAIN: main, LIBRARY: library, ...env };
  const { status, stdout, stderr } = spawnSync("bash", ["-c", script], { cwd: tree, encoding: "utf8", env: given });
  return { code: status, stdout, stderr };
}

const gone = "mkdir gone && cd gone && rmdir ../gone && ";

test.each(["search foo --json", "apply foo bar --json", "undo --json", "read f1.txt"])(
  "a working directory that was removed is told of: %s",
  (argv) => {
    const { code, stdout, stderr } = shell(`${gone}exec "$BUN" "$MAIN" ${argv}`);
    expect([code, stderr]).toEqual([3, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      message: "cannot enter the working directory: no such file or directory (ENOENT)",
      suggestion: "Change to a directory that is there and run again.",
    });
  },
);

test("what needs no working directory works without one", () => {
  for (const argv of ["--version", "help", "schema plan", "completions bash"])
    expect(shell(`${gone}exec "$BUN" "$MAIN" ${argv}`)).toMatchObject({ code: 0, stderr: "" });
});

test("the library too fails with a report, and works where a directory is named", () => {
  const script = (controls: string): string =>
    `${gone}exec "$BUN" -e 'import { search } from "${library}"; console.log(JSON.stringify(await search({ pattern: "foo" }, ${controls})))'`;
  expect(JSON.parse(shell(script("{}")).stdout)).toMatchObject({ kind: "error", error: "walk", remedies: [] });
  expect(JSON.parse(shell(script(`{ cwd: "${tree}" }`)).stdout)).toMatchObject({ kind: "search", total_matches: 100 });
});

test("few open files are enough", () => {
  const limited = 'ulimit -n 32; "$BUN" "$MAIN"';
  const env = { XDG_STATE_HOME: path.join(tree, ".state") };
  expect(shell(`${limited} apply foo bar --json`, env)).toMatchObject({ code: 0, stderr: "" });
  expect(shell(`${limited} undo --json`, env)).toMatchObject({ code: 0, stderr: "" });
  expect(fs.readFileSync(path.join(tree, "f99.txt"), "utf8")).toBe("foo\n");
});

test.each(["", "/nonexistent"])("a home that is not there (%j) keeps nobody from searching", (HOME) => {
  const { code, stdout } = shell('exec "$BUN" "$MAIN" search foo --json', { HOME, XDG_CONFIG_HOME: undefined });
  expect([code, JSON.parse(stdout).total_matches]).toEqual([0, 100]);
});

test.each(["plan foo bar --stdin", "search foo --json --files-from -", "edit f1.txt --edits -"])(
  "a standard input that cannot be read is told of: %s",
  (argv) => {
    const { code, stdout, stderr } = shell(`exec "$BUN" "$MAIN" ${argv} < .`);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain("cannot read standard input: it is a directory (EISDIR)");
  },
);
