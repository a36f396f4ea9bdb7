/**
 * The table of other tools' command lines: what swath's print is a golden file, and where the other tool is installed it
 * must leave the same tree behind.
 */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { expectGolden } from "../golden.ts";
import { partsOf } from "./page.ts";
import { openShell, type Shell } from "./shell.ts";

const page = fs.readFileSync(path.join(import.meta.dir, "../../docs/coming-from.md"), "utf8");
const rows = [...page.matchAll(/^\| ([\w, -]+) \| `(.+)` \| `(.+)` \|$/gm)].map(([, tools, there, here]) => ({
  tools: tools!.split(", ").map((tool) => (tool === "ripgrep" ? "rg" : tool)),
  there: there!.replaceAll("\\|", "|"),
  here: here!.replaceAll("\\|", "|"),
}));
/** What asks on the terminal cannot be run without one. */
const runnable = rows.filter(({ here }) => !here.includes(" --review "));

test("the table is read whole", () => {
  expect(rows.length).toBe(page.split("\n").filter((line) => /^\| \w/.test(line)).length - 1);
});

const printed: string[] = [];

describe("what the command lines do, and the other tool's where it is installed", () => {
  for (const { tools, there, here } of runnable)
    test(
      here,
      () => {
        const { status, output, tree } = outcomeOf(here);
        printed.push(`$ ${here}\n${output.replace(/\b[0-9a-z]{8}-[0-9a-z]+\b/g, "ID")}exit status ${status}\n`);
        if (tools.every((tool) => Bun.which(tool))) expect([there, outcomeOf(there).tree]).toEqual([there, tree]);
      },
      20_000,
    );

  test("what they print", () => expectGolden("docs/coming-from.txt", printed.join("\n")));
});

function open(): Shell {
  const [first, ...parts] = partsOf(page);
  if (first?.kind !== "tree") throw new Error("the page has no tree");
  const shell = openShell(first.name);
  for (const part of parts) if (part.kind === "file") shell.write(part.path, part.text);
  return shell;
}

function outcomeOf(command: string) {
  using shell = open();
  const { status, output } = shell.run(command);
  const names = fs.readdirSync(shell.tree, { recursive: true, encoding: "utf8" }).toSorted();
  const files = names.filter((name) => !/^(\.git|node_modules)(\/|$)/.test(name));
  const tree = files.map((name) => {
    const file = path.join(shell.tree, name);
    return [name, fs.statSync(file).isFile() ? fs.readFileSync(file, "utf8") : undefined];
  });
  return { status, output, tree };
}
