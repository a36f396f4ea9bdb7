import { describe, expect, test } from "bun:test";
import { swath } from "./fake.ts";

const yml = `
defaults: {hidden: true, max_files: 7, smart_case: true}
recipes:
  https: {pattern: "http://", replacement: "https://", literal: true, paths: [docs, .], at_least: 2}
  gate: {rules: rules, syntax: warn}
  bump: {pattern: v, script: tools/bump.ts}
`;
const tree = { "swath.yml": yml, "sub/dir/a.txt": "", "docs/a.md": "", "rules/r.yml": "id: r\nliteral: a\n" };

test("defaults of the nearest file upwards hold, and the command line wins", async () => {
  const { request } = await swath(["plan", "foo", "bar", "--max-files", "9"], { tree, cwd: "sub/dir" });
  expect([request!.settings.hidden, request!.settings.max_files, request!.settings.max_bytes]).toEqual([
    true,
    9,
    10 * 1024 ** 2,
  ]);
});

test("a default that clashes with a flag steps aside, and one of another verb is nothing", async () => {
  expect((await swath(["plan", "f", "g", "-l", "ts"], { tree })).request!.settings.smart_case).toBe(false);
  expect((await swath(["rename", "f", "g"], { tree })).request!.settings.smart_case).toBe(false);
});

test("globs and files are those of the file's directory, from anywhere below", async () => {
  const globs = '["!gen/**", "!/dist", "*.ts", "!sub/", "**/x", "!{a,b/c}"]';
  const given = {
    "swath.yml": `defaults: {glob: ${globs}}\nrecipes: {r: {pattern: a, replacement: b, glob: [sub/*], files_from: list}}\n`,
    "sub/dir/a.txt": "",
    list: "a.txt\n",
  };
  const globsIn = async (cwd: string) => (await swath(["plan", "f", "g"], { tree: given, cwd })).request!.settings.glob;
  expect(await globsIn("")).toEqual(["!gen/**", "!/dist", "*.ts", "!sub/", "**/x", "!{a,b/c}"]);
  expect(await globsIn("sub/dir")).toEqual([
    "!../../gen/**",
    "!../../dist",
    "*.ts",
    "!sub/",
    "../../**/x",
    "!../../{a,b/c}",
  ]);
  const { request } = await swath(["plan", "--recipe", "r"], { tree: given, cwd: "sub" });
  expect([request!.settings.glob, request!.settings.files_from]).toEqual([["../sub/*"], "../list"]);
});

test("the file is looked for no higher than the repository", async () => {
  const inner = { ...tree, "sub/.git": "gitdir: elsewhere" };
  expect((await swath(["plan", "f", "g"], { tree: inner, cwd: "sub/dir" })).request!.settings.hidden).toBe(false);
});

test("JSON with comments does as well", async () => {
  const jsonc = { "swath.jsonc": '{ // yes\n"defaults": { "follow": true } }' };
  expect((await swath(["plan", "f", "g"], { tree: jsonc })).request!.settings.follow).toBe(true);
});

/** The request that `check` makes of arguments. */
async function from(argv: readonly string[], cwd = "") {
  const { request } = await swath(["check", "-q", ...argv], { tree, cwd });
  const { pattern, replacement, paths, settings, explicitAtLeast } = request!;
  return { pattern, replacement, paths, explicitAtLeast, settings };
}

describe("recipes", () => {
  test("a pattern with its options and paths, from anywhere below", async () => {
    const { settings, ...rest } = await from(["--recipe", "https"], "sub");
    expect(rest).toEqual({
      pattern: "http://",
      replacement: "https://",
      paths: ["../docs", ".."],
      explicitAtLeast: true,
    });
    expect([settings.literal, settings.at_least, settings.recipe, settings.hidden]).toEqual([true, 2, undefined, true]);
  });
  test("paths and options of the caller win", async () => {
    const { settings, paths } = await from(["--recipe", "https", "--at-least", "0", "a.txt"], "sub/dir");
    expect([paths, settings.at_least]).toEqual([["a.txt"], 0]);
    expect((await from(["--recipe", "https", "--files-from", "a.txt"])).paths).toEqual([]);
    expect((await from(["--recipe", "https", "--staged"])).paths).toEqual(["docs", "."]);
  });
  test("rules and scripts lie beside the file", async () => {
    expect((await from(["--recipe", "gate"], "sub/dir")).settings).toMatchObject({
      rules: "../../rules",
      syntax: "warn",
    });
    expect(await from(["--recipe", "bump"], "sub")).toMatchObject({
      pattern: "v",
      settings: { script: "../tools/bump.ts" },
    });
  });
  test("an unknown one is met with the nearest", async () => {
    const run = await swath(["check", "--recipe", "http", "--json"], { tree });
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: "invalid_request",
      message: "swath.yml has no recipe http",
      suggestion: "Did you mean https?",
    });
    const inherited = await swath(["check", "--recipe", "toString", "--json"], { tree });
    expect(JSON.parse(inherited.stdout)).toMatchObject({ suggestion: "Its recipes are https, gate, bump." });
  });
});

test("a mistake in the file fails every run that would read it, and says where", async () => {
  const run = await swath(["search", "foo", "--json"], { tree: { "swath.yml": "defaults: {hiden: true}" } });
  expect([run.code, JSON.parse(run.stdout)]).toEqual([
    3,
    {
      kind: "error",
      error: "invalid_request",
      message: "swath.yml: unknown key defaults.hiden",
      exit_code: 3,
      remedies: [],
      error_class: "permanent",
      retryable: false,
      path: "swath.yml",
      line: 1,
      column: 12,
      suggestion: "Did you mean hidden?",
    },
  ]);
});

test("two files side by side are refused", async () => {
  const two = { "swath.yml": "defaults: {}", "swath.jsonc": "{}", "a.txt": "foo" };
  const run = await swath(["search", "foo", "--json"], { tree: two });
  expect(JSON.parse(run.stdout)).toMatchObject({
    error: "invalid_request",
    message: "swath.yml and swath.jsonc lie side by side, and only one of them can hold",
    path: "swath.jsonc",
  });
});

test("config shows each value with its source", async () => {
  const { stdout, code } = await swath(["config"], { tree, cwd: "sub" });
  expect(code).toBe(0);
  const lines = stdout.split("\n").map((line) => line.split(/\s{2,}/));
  expect(lines).toContainEqual(["max_files", "7", "../swath.yml"]);
  expect(lines).toContainEqual(["max_bytes", "10485760", "default"]);
  expect(stdout).toContain("\nrecipe https\n");
  const json = JSON.parse((await swath(["config", "--json"], { tree })).stdout);
  expect([json.kind, json.file, json.recipes]).toEqual(["config", "swath.yml", ["https", "gate", "bump"]]);
  expect(json.settings).toContainEqual({ name: "hidden", value: true, source: "swath.yml" });
  expect(JSON.parse((await swath(["config", "--json"])).stdout)).not.toHaveProperty("file");
});
