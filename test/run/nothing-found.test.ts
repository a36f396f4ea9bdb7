/** A pattern that parses as something else than was meant finds nothing: how it was read is said wherever nothing was found. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { apply, check, plan, search } from "../../src/index.ts";

let cwd = "";

beforeAll(() => {
  cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-nothing-"));
  fs.writeFileSync(path.join(cwd, "a.ts"), "const port = { number: 80 };\n");
});

afterAll(() => fs.rmSync(cwd, { recursive: true }));

const label = { pattern: "number: 80", replacement: "number: 443", lang: "ts" };
const read = expect.stringMatching(/^[Nn]othing matches "number: 80", which typescript reads as labeled_statement/);

test("as a warning where that is no error", async () => {
  const warnings = [{ code: "pattern_parsed_as", message: read }];
  const { pattern, lang } = label;
  for (const report of [
    await search({ pattern, lang }, { cwd }),
    await check(label, { cwd }),
    await plan({ ...label, at_least: 0 }, { cwd }),
  ])
    expect(report).toMatchObject({ total_matches: 0, warnings });
});

test("not where nothing was searched, or not all of it", async () => {
  const { pattern, lang } = label;
  fs.writeFileSync(path.join(cwd, "empty.md"), "");
  for (const given of [{ paths: ["*.md"] }, { timeout: 1e-6 }]) {
    const report = await search({ pattern, lang, ...given }, { cwd });
    expect(report).toMatchObject({ kind: "search", files_scanned: 0 });
    expect("warnings" in report).toBe(false);
  }
});

test("as the advice of the error where it is one", async () => {
  for (const verb of [plan, apply])
    expect(await verb(label, { cwd })).toMatchObject({ error: "too_few_matches", suggestion: read });
});

test.each([
  ["a rewrite that changes nothing", { replacement: "{ number: $A }" }],
  ["a script that keeps all", { script: "keep.ts" }],
])("not where something was found: %s", async (_, given) => {
  fs.writeFileSync(path.join(cwd, "keep.ts"), "export default () => null;\n");
  const wanted = { pattern: "{ number: $A }", lang: "ts", paths: ["a.ts"], ...given };
  const report = await plan({ ...wanted, at_least: 0 }, { cwd });
  expect([report.kind, "warnings" in report]).toEqual(["plan", false]);
  const refused = await plan({ ...wanted, at_least: 1 }, { cwd });
  expect(refused).toMatchObject({ error: "too_few_matches", suggestion: "Pass at_least 0 if that is fine." });
});

test("not where it is known that the rewrite was made", async () => {
  const done = { pattern: "left($A)", replacement: "{ number: 80 }", lang: "ts" };
  const report = await plan(done, { cwd });
  expect([report.kind, "warnings" in report]).toEqual(["plan", false]);
});

test("a language without files is named", async () => {
  const report = await plan({ ...label, lang: "go", pattern: "f($A)" }, { cwd });
  expect(report).toMatchObject({
    suggestion: "No file of the language go was searched: check the paths, globs, types and ignore rules",
  });
});

test("of a rule whose call is read as none; a gate that is merely passed says nothing", async () => {
  fs.writeFileSync(path.join(cwd, "a.c"), "void f(void) { kfree(p); }\n");
  const rule = (id: string, language: string, pattern: string) =>
    `id: ${id}\nlanguage: ${language}\nrule: { pattern: ${JSON.stringify(pattern)} }\nfix: x\n`;
  const misread = rule("free", "c", "kfree($X)");
  const sound = [rule("call", "c", "kvfree($X);"), rule("object", "ts", "{ a: $B }"), rule("name", "ts", "f($A)")];
  const warningsOf = async (...rules: readonly string[]) => {
    fs.writeFileSync(path.join(cwd, "rules.yml"), rules.join("---\n"));
    const report = await check({ rules: "rules.yml", paths: ["a.c", "a.ts"] }, { cwd });
    return report.kind === "check" ? (report.warnings ?? []) : report;
  };
  expect(await warningsOf(...sound)).toEqual([]);
  expect(await warningsOf(...sound, misread)).toEqual([
    {
      code: "pattern_parsed_as",
      message: expect.stringContaining('nothing matches "kfree($X)" of the rule free, which c reads as macro_type'),
    },
  ]);
  const found = rule("found", "ts", "port").replace("fix: x\n", "");
  expect(await warningsOf(misread, found)).toEqual([]);
});

test("a near miss far down in a file is told by its line in that file", async () => {
  const line = `${"x".repeat(99)}\n`;
  const lines = 180_000;
  fs.writeFileSync(path.join(cwd, "long.txt"), `${line.repeat(lines)}fetchUsre loadUser\n`);
  const report = await plan({ pattern: "fetchUser", replacement: "loadUser", paths: ["long.txt"] }, { cwd });
  expect(report).toMatchObject({ error: "too_few_matches", candidates: [{ path: "long.txt", line: lines + 1 }] });
});
