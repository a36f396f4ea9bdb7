/** The examples that `swath VERB --help` and the reference give are run, each in a fresh tree, and what they print is a golden file. */
import { describe, expect, test } from "bun:test";
import { verbs } from "../../src/cli/verbs.ts";
import { expectGolden } from "../golden.ts";
import { openShell } from "./shell.ts";

/** What has to be done before an example can work. */
const before: Readonly<Record<string, string>> = {
  "swath apply --plan ../fix.plan": "swath plan foo bar --plan-out ../fix.plan -q",
  "swath check foo bar --staged": "echo foo > new.txt; git add new.txt",
  "swath undo": "swath apply foo bar -q",
};

/** An apply is named anew in each run. */
const named: Readonly<Record<string, string>> = {
  "swath undo mh2k3x1a-5z":
    "swath apply foo bar 2>&1 | sed -n 's/^swath undo \\(.*\\) puts it back$/\\1/p' | xargs swath undo",
};

const examples = Object.values(verbs).flatMap((verb) => verb.examples.map(([command]) => command));
/** What asks on the terminal cannot be run without one. */
const runnable = examples.filter((command) => !command.includes(" --review"));
const printed: string[] = [];

describe("examples", () => {
  for (const command of runnable)
    test(
      command,
      () => {
        using shell = openShell("examples");
        if (command in before) expect(shell.run(before[command]!)).toEqual({ status: 0, output: "" });
        const { status, output } = shell.run(`exec < /dev/null; ${named[command] ?? command}`);
        printed.push(`$ ${command}\n${steady(output.replaceAll(shell.tree, "TREE"))}exit status ${status}\n`);
        expect([command, status]).toEqual([command, command.startsWith("swath check ") ? 1 : 0]);
      },
      20_000,
    );

  test("what they print", () => expectGolden("docs/examples.txt", printed.join("\n")));
});

/** Without what differs from run to run, and of long answers the beginning. */
function steady(output: string): string {
  const lines = output
    .replaceAll(/\b[0-9a-z]{8}-[0-9a-z]+\b/g, "ID")
    .replaceAll(/"(elapsed_ms|permissions|modified)":[^,}]+/g, '"$1":0')
    .split("\n")
    .slice(0, -1)
    .map((line) => `${line.slice(0, 300)}\n`);
  return lines.length > 20 ? `${lines.slice(0, 20).join("")}…\n` : lines.join("");
}
