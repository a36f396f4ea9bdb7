/** The planner's walk with ignore rules, against a bare reading of all directories and against `rg --files` where it is installed. */
import * as fs from "node:fs";
import { bench, run } from "mitata";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { planFiles } from "../../src/plan/plan-files.ts";

const root = fs.realpathSync(process.argv[2] ?? process.cwd());
const host = Object.defineProperty(bunHost(), "cwd", { value: root }) as Host;

bench("read all directories", () => countEntries(`${root}/`));
bench("walk, no ignore files", () => countFiles(false));
bench("walk", () => countFiles(true));
if (Bun.which("rg")) {
  const command = ["rg", "--no-config", "--no-require-git", "--files", "--hidden", "-g", "!.git", root];
  const listed = Bun.spawnSync(command).stdout.toString().split("\n").length - 1;
  if (listed !== countFiles(true)) throw new Error(`rg lists ${listed} files, the walk ${countFiles(true)}`);
  bench("rg --files", () => Bun.spawnSync(command));
}

await run();

function countFiles(ignore: boolean): number {
  let count = 0;
  const sink = {
    files: (_: unknown, names: readonly string[]) => {
      count += names.length;
      return true;
    },
  };
  const where = {
    paths: [],
    types: [],
    typesNot: [],
    globs: [],
    hidden: true,
    ignore,
    follow: false,
    maxFiles: 1e9,
    partial: false,
    inOrder: false,
  };
  const steps = planFiles(where, host, sink);
  while (!steps.next().done);
  return count;
}

function countEntries(directory: string): number {
  let count = 0;
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    count++;
    if (entry.isDirectory()) count += countEntries(`${directory}${entry.name}/`);
  }
  return count;
}
