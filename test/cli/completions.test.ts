import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { completionScripts } from "../../src/cli/commands/completions.ts";
import { verbs } from "../../src/cli/verbs.ts";
import { expectGolden } from "../golden.ts";
import { swath } from "./fake.ts";

describe("scripts", () => {
  for (const [shell, script] of Object.entries(completionScripts))
    test(shell, async () => {
      expectGolden(`cli/completions.${shell}`, script());
      expect(await swath(["completions", shell])).toMatchObject({ code: 0, stdout: script(), stderr: "" });
      for (const verb of Object.keys(verbs)) expect(script()).toContain(verb);
    });
});

test("names that a shell could take for a pattern stand in quotes", () => {
  for (const shell of ["zsh", "fish", "powershell"] as const) expect(completionScripts[shell]()).toContain("'c#'");
});

test("a shell that is not known is met with the nearest", async () => {
  expect((await swath(["completions", "bsh"])).stderr).toContain("Did you mean bash?");
  expect(await swath(["completions"])).toMatchObject({ code: 3, stdout: "" });
});

describe("bash", () => {
  const cases: readonly (readonly [line: readonly string[], has: readonly string[], lacks: readonly string[]])[] = [
    [["swath", ""], ["plan", "apply", "--help"], ["--json"]],
    [["swath", "pl"], ["plan"], ["apply"]],
    [["swath", "plan", "--at"], ["--at-least", "--at-most"], ["--json"]],
    [["swath", "plan", "foo", "-"], ["-F", "--literal", "--fixed-strings", "--no-ignore", "--help"], ["--fsync"]],
    [["swath", "apply", "--fsync", ""], ["auto", "always", "never"], ["--json"]],
    [["swath", "plan", "--color", "a"], ["auto", "always"], ["never"]],
    [["swath", "search", "-l", "t"], ["typescript", "ts", "tsx"], ["python"]],
    [["swath", "rename", "--lang", "py"], ["python", "py"], []],
    [["swath", "plan", "foo", "bar", "-t", "ty"], ["typescript"], ["ts"]],
    [["swath", "plan", "foo", "bar", "--type-not", "t"], ["ts", "toml"], ["js"]],
    [["swath", "check", "--recipe", ""], ["https", "no-log"], ["max_files"]],
    [["swath", "completions", ""], ["bash", "zsh", "fish", "powershell"], []],
    [["swath", "schema", "pl"], ["plan", "plan-file"], ["apply"]],
    [["swath", "help", "pa"], ["patterns"], []],
    [["swath", "plan", "--color", "="], ["auto", "always", "never"], ["--json"]],
    [["swath", "apply", "--fsync", "=", "a"], ["auto", "always"], ["never"]],
  ];
  for (const [line, has, lacks] of cases)
    test(line.join(" "), () => {
      const offered = complete(line);
      expect(offered).toEqual(expect.arrayContaining([...has]));
      for (const word of lacks) expect(offered).not.toContain(word);
    });
});

test("bash offers files itself, so that it quotes their names", () => {
  for (const line of [
    ["plan", "foo", "bar", "package.j"],
    ["nonsense", "package.j"],
    ["read", ""],
  ])
    expect(complete(["swath", ...line])).toEqual([""]);
  expect(completionScripts.bash()).toEndWith("complete -o default -F _swath swath\n");
});

/** What `swath config` prints where there are recipes. */
const config = "max_files  100000  default\nrecipe https: no plain links\nrecipe no-log\n";

/** What bash offers for the last word of a line. */
function complete(line: readonly string[]): string[] {
  const words = line.map((word) => `'${word}'`).join(" ");
  const script = `swath() { [[ "$*" == config ]] && printf '${config}'; }\n${completionScripts.bash()}\nCOMP_WORDS=(${words})\nCOMP_CWORD=${line.length - 1}\n_swath\nprintf '%s\\n' "\${COMPREPLY[@]}"\n`;
  const run = spawnSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
  expect([run.status, run.stderr]).toEqual([0, ""]);
  return run.stdout.trim().split("\n");
}
