/** A recipe's paths hold unless others are given; what git reports only narrows them. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { check, plan } from "../../src/index.ts";

let cwd = "";

beforeAll(() => {
  cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-recipe-"));
  for (const directory of ["docs", "src"]) fs.mkdirSync(path.join(cwd, directory));
  for (const file of ["docs/a.md", "src/a.ts"]) fs.writeFileSync(path.join(cwd, file), "colour\n");
  fs.writeFileSync(
    path.join(cwd, "swath.yml"),
    "recipes: { us: { pattern: colour, replacement: color, paths: [docs] } }\n",
  );
  spawnSync("git", ["init", "-q"], { cwd });
});

afterAll(() => fs.rmSync(cwd, { recursive: true }));

test("the paths of a recipe and those that replace them", async () => {
  fs.writeFileSync(path.join(cwd, "list.txt"), "src/a.ts\n");
  const planned = async (options: object) => {
    const report = await plan({ recipe: "us", ...options }, { cwd });
    return report.kind === "plan" ? report.changes.map((change) => change.path) : report;
  };
  expect(await planned({})).toEqual(["docs/a.md"]);
  expect(await planned({ changed: true })).toEqual(["docs/a.md"]);
  expect(await planned({ paths: ["src"] })).toEqual(["src/a.ts"]);
  expect(await planned({ files_from: "list.txt" })).toEqual(["src/a.ts"]);
  expect(await check({ recipe: "us", staged: true }, { cwd })).toMatchObject({ files_scanned: 0 });
});

test("the configuration is not searched by its own recipes, unless it is named", async () => {
  const planned = async (...paths: string[]) => {
    const report = await plan({ recipe: "us", paths }, { cwd });
    return report.kind === "plan" ? report.changes.map((change) => change.path) : report;
  };
  expect(await planned(".")).toEqual(["docs/a.md", "src/a.ts"]);
  expect(await planned("swath.yml", "docs")).toEqual(["docs/a.md", "swath.yml"]);
});

test("what git reports is named among what kept all files from being searched", async () => {
  const nothing = await plan({ recipe: "us", staged: true }, { cwd });
  expect(nothing).toMatchObject({
    error: "too_few_matches",
    suggestion: "No file was searched: check the paths, globs, types, ignore rules and what git reports",
  });
});

test("no pattern and no replacement can stand beside what takes their place, which is named", async () => {
  for (const name of ["pattern", "replacement"] as const)
    expect(await plan({ recipe: "us", [name]: "x" } as never, { cwd })).toMatchObject({
      error: "invalid_request",
      message: `plan takes no ${name}: --recipe takes its place`,
    });
  expect(await plan({ pattern: "a", replacement: "b", script: "s.ts" } as never, { cwd })).toMatchObject({
    error: "invalid_request",
    message: "plan takes no replacement: --script takes its place",
  });
});

test("what the caller says of where and how wins over what a recipe says otherwise", async () => {
  fs.writeFileSync(path.join(cwd, "src/b.ts"), "f();\n");
  fs.writeFileSync(path.join(cwd, "nul.txt"), "docs/a.md\0");
  fs.writeFileSync(path.join(cwd, "r.yml"), "id: us\nregex: colour\nreplace: color\n");
  fs.writeFileSync(path.join(cwd, "list.txt"), "src/a.ts\n");
  fs.writeFileSync(
    path.join(cwd, "swath.yml"),
    [
      "recipes:",
      '  broken: { pattern: "f[(]", literal: false, replacement: "g((", syntax: block, paths: [src/b.ts] }',
      '  allowed: { pattern: "f[(]", replacement: "g((", allow_syntax_errors: true, paths: [src/b.ts] }',
      "  listed: { pattern: colour, replacement: color, files_from: nul.txt, null_separated: true }",
      "  rules: { rules: r.yml }",
    ].join("\n"),
  );
  const planned = async (recipe: string, options: object) => {
    const report = await plan({ recipe, ...options }, { cwd });
    return report.kind === "plan" ? report.changes.map((change) => change.path) : (report as { error: string }).error;
  };
  expect(await planned("broken", {})).toBe("syntax_regression");
  expect(await planned("broken", { allow_syntax_errors: true })).toEqual(["src/b.ts"]);
  expect(await planned("allowed", {})).toEqual(["src/b.ts"]);
  expect(await planned("allowed", { syntax: "block" })).toBe("syntax_regression");
  expect(await planned("listed", {})).toEqual(["docs/a.md"]);
  expect(await planned("listed", { paths: ["src"] })).toEqual(["src/a.ts"]);
  expect(await planned("listed", { files_from: "list.txt" })).toEqual(["src/a.ts"]);
  expect(await planned("rules", { word: true })).toBe("invalid_request");
});
