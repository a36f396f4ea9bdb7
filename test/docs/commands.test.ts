/**
 * No command line in the README or in `docs/` may rot. Those in `console` fences are run, and what they print is compared;
 * all others must at least be read without a mistake. `UPDATE=1 bun test test/docs` writes what was printed into the pages.
 */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { parseFlags } from "../../src/cli/flags.ts";
import { topicNames } from "../../src/cli/topics.ts";
import { flagsOf, isVerb } from "../../src/cli/verbs.ts";
import { schemaNames } from "../../src/schema/names.ts";
import { commandLines, partsOf, stepsOf, wordsOf } from "./page.ts";
import { openShell, type Shell } from "./shell.ts";

const root = path.join(import.meta.dir, "../..");
const guides = fs.readdirSync(path.join(root, "docs")).filter((name) => name.endsWith(".md"));
const pages = ["README.md", ...guides.map((name) => `docs/${name}`)];
const read = (page: string): string => fs.readFileSync(path.join(root, page), "utf8");

describe("what the pages show is what is printed", () => {
  for (const page of pages.filter((name) => partsOf(read(name)).some(({ kind }) => kind === "console")))
    test(
      page,
      () => {
        const before = read(page);
        const after = replay(before);
        if (process.env["UPDATE"] === "1") fs.writeFileSync(path.join(root, page), after);
        else expect(after).toBe(before);
      },
      60_000,
    );
});

describe("every command line is read without a mistake", () => {
  for (const page of pages)
    test(page, () => {
      const mistaken = commandLines(read(page)).map((line) => [line, mistakeIn(line)]);
      expect(mistaken.filter(([, mistake]) => mistake !== undefined)).toEqual([]);
    });
});

test("the commands of the README exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = [...read("README.md").matchAll(/^npx -y bun@([\d.]+) run (\w+)/gm)];
  expect(named.map(([, version, script]) => [version, script])).toEqual([
    ["1.4.5", "demo"],
    ["1.4.5", "verify"],
  ]);
  for (const [, , script] of named) expect(Object.keys(scripts)).toContain(script!);
});

test("links between the pages lead somewhere", () => {
  for (const page of pages)
    for (const [, target] of read(page).matchAll(/\]\(([\w./-]+)\)/g))
      expect([page, target, fs.existsSync(path.join(root, path.dirname(page), target!))]).toEqual([page, target, true]);
});

/** The page with what its commands print now. Identifiers of applies, which differ from run to run, stay as they are. */
function replay(page: string): string {
  const lines = page.split("\n");
  const printed = new Map<number, { readonly shown: number; readonly output: readonly string[] }>();
  let shell: Shell | undefined;
  try {
    for (const part of partsOf(page)) {
      if (part.kind === "tree") {
        shell?.[Symbol.dispose]();
        shell = openShell(part.name);
      }
      if (part.kind === "file") inTree(shell, part.line).write(part.path, part.text);
      if (part.kind !== "console") continue;
      const steps = stepsOf(part);
      for (const [i, { line, command, shown }] of steps.entries()) {
        const { status, output } = inTree(shell, line).run(command);
        if (status !== 0 && steps[i + 1]?.command !== "echo $?")
          throw new Error(
            `line ${line}: "${command}" ends with ${status}, and no "echo $?" after it says so\n${output}`,
          );
        const same = withoutIds(output) === withoutIds(shown.map((text) => `${text}\n`).join(""));
        printed.set(line, { shown: shown.length, output: same ? shown : output.split("\n").slice(0, -1) });
      }
    }
  } finally {
    shell?.[Symbol.dispose]();
  }
  for (const [line, { shown, output }] of [...printed].toReversed()) lines.splice(line, shown, ...output);
  return lines.join("\n");
}

function inTree(shell: Shell | undefined, line: number): Shell {
  if (!shell) throw new Error(`line ${line}: no <!-- tree: NAME --> stands before`);
  return shell;
}

function withoutIds(text: string): string {
  return text.replace(/\b[0-9a-z]{8}-[0-9a-z]+\b/g, "ID");
}

/** Words in capitals stand for something, and a line that ends in an option only speaks of it. */
function mistakeIn(line: string): string | undefined {
  const [, verb = "", ...rest] = wordsOf(line);
  if (verb === "VERB" || verb === "--help" || verb === "--version") return undefined;
  if (!isVerb(verb)) return `no verb ${verb}`;
  const { mistakes, operands } = parseFlags(rest, flagsOf(verb));
  const [first] = operands.map(({ text }) => text);
  const names: readonly string[] | undefined = { help: topicNames, schema: schemaNames }[verb as string];
  if (names && first && !names.includes(first) && !/^[A-Z|[\]]+$/.test(first) && !isVerb(first))
    return `no page ${first}`;
  const real = mistakes.filter(({ message }) => !/, and "[A-Z]+" was given$|^--\S+ needs a value/.test(message));
  return real.length === 0 ? undefined : real.map(({ message }) => message).join("; ");
}
