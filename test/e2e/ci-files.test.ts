/** The definitions for pre-commit and GitHub Actions, read as their tools read them and run as they would be. */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { parse } from "yaml";
import { parseFlags } from "../../src/cli/flags.ts";
import { flagsOf, isVerb } from "../../src/cli/verbs.ts";
import manifest from "../../package.json";

const root = path.join(import.meta.dir, "../..");
const read = (name: string) => parse(fs.readFileSync(path.join(root, name), "utf8"));

test("every hook calls a verb with flags it has, on the runtime that the package pins", () => {
  for (const hook of read(".pre-commit-hooks.yaml")) {
    const [command, verb, ...flags] = hook.entry.split(" ");
    expect([command, isVerb(verb), parseFlags(flags, flagsOf(verb)).mistakes]).toEqual(["swath", true, []]);
    expect([hook.language, hook.additional_dependencies]).toEqual(["node", [`bun@${manifest.dependencies.bun}`]]);
  }
});

describe("the action", () => {
  const action = read("action.yml");
  const [install, check] = action.runs.steps;

  test("pins the runtime of the package", () => expect(install.run).toContain(`bun@${manifest.dependencies.bun} `));

  test("takes its inputs through the environment alone", () => {
    expect(check.run).not.toContain("${{");
    for (const name of Object.keys(action.inputs)) expect(JSON.stringify(check)).toContain(`inputs.${name}`);
  });

  const run = (input: string, sarif = "") => {
    const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-action-"));
    fs.writeFileSync(path.join(cwd, "a b.txt"), "x\nfoo\n");
    const env = { ...process.env, SWATH_HOME: root, SWATH_ARGUMENTS: input, SWATH_SARIF: sarif };
    const { status, stdout } = spawnSync("bash", ["-eo", "pipefail", "-c", check.run], { cwd, env, encoding: "utf8" });
    const log = sarif && JSON.parse(fs.readFileSync(path.join(cwd, sarif), "utf8"));
    fs.rmSync(cwd, { recursive: true });
    return { status, stdout, results: log ? log.runs[0].results.length : undefined };
  };

  test("fails with an annotation where something would change", () => {
    expect(run("foo\nb$a $(r)\na b.txt\n-F\n", "out.sarif")).toEqual({
      status: 1,
      stdout: '::error file=a b.txt,line=2,endLine=2,col=1,endColumn=4,title=swath::replace "foo" with "b$a $(r)"\n',
      results: 1,
    });
  });

  test("passes where nothing would change", () => expect(run("zzz\nyyy\n")).toMatchObject({ status: 0, stdout: "" }));
});
