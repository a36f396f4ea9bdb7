/** The work that swath and its peers are measured on. Peers that are not on the path take no part. */
import * as path from "node:path";
import type { Contestant, Task } from "./measure.ts";
import { WorkingCopy } from "./tree.ts";

/** The bundle when there is one, else the sources. `SWATH_BENCH_MAIN` names another. */
const main = process.env["SWATH_BENCH_MAIN"] ?? path.join(import.meta.dir, "../../src/cli/main.ts");
const swath = [process.execPath, main];

export function searchTasks(tree: string): Task[] {
  // RE2 and so swath take `\w` for ASCII, as rg does with --no-unicode; git grep has no such classes and is slow without them.
  const patterns = [
    ["a literal", "EXPORT_SYMBOL_GPL"],
    ["a literal that is nowhere", "EXPORT_SYMBOL_NOWHERE"],
    ["a class before a literal", "[A-Z]+_SUSPEND"],
    ["words around a literal", "\\b\\w+_\\w+_CTL\\b"],
    ["two words, any case", "(?i)pm_resume|suspend_late"],
    ["three words of no fixed text", "\\w{5}\\s+\\w{5}\\s+\\w{5}"],
  ] as const;
  return patterns.map(([what, pattern]) => ({
    title: `search for ${what}: \`${pattern.replaceAll("|", "\\|")}\``,
    contestants: onPath([
      { name: "swath", argv: [...swath, "search", pattern, tree] },
      { name: "rg", argv: ["rg", "--no-heading", "-n", "--column", "--no-unicode", pattern, tree] },
      ...(/^\w+$/.test(pattern)
        ? [{ name: "git grep", argv: ["git", "grep", "--no-index", "--exclude-standard", "-nF", pattern], cwd: tree }]
        : []),
    ]),
  }));
}

export function smallTreeTask(tree: string): Task {
  const part = path.join(tree, "kernel");
  return {
    title: "search a small tree (`kernel`, 560 files)",
    contestants: onPath([
      { name: "swath", argv: [...swath, "search", "EXPORT_SYMBOL_GPL", part] },
      { name: "rg", argv: ["rg", "--no-heading", "-n", "--column", "EXPORT_SYMBOL_GPL", part] },
    ]),
  };
}

/** Writes, in a fresh copy of a part of the tree for each run. What counts is the new text in the files afterwards. */
export function replaceTask(tree: string, part: string): { readonly task: Task; readonly copy: WorkingCopy } {
  const copy = new WorkingCopy(tree, part);
  const [from, to] = ["EXPORT_SYMBOL_GPL", "EXPORT_SYMBOL_FOO"] as const;
  const files = `rg -l -0 --no-ignore ${from} . | xargs -0`;
  const task: Task = {
    title: `replace in place (\`${part}\`): \`${from}\` by \`${to}\``,
    contestants: onPath([
      { name: "swath apply", argv: [...swath, "apply", from, to, "--syntax", "off"], cwd: copy.root },
      { name: "swath apply, syntax checked", argv: [...swath, "apply", from, to], cwd: copy.root },
      { name: "rg, sed -i", argv: shell(`${files} sed -i 's/${from}/${to}/g'`), cwd: copy.root },
      { name: "rg, sd", argv: shell(`${files} sd ${from} ${to}`), cwd: copy.root, needs: "sd" },
      { name: "fastmod", argv: ["fastmod", "--accept-all", from, to, "."], cwd: copy.root },
      { name: "recast", argv: ["recast", "apply", from, to, "."], cwd: copy.root },
      { name: "scooter", argv: ["scooter", "--no-tui", "-s", from, "-r", to, "."], cwd: copy.root },
    ]),
    prepare: () => copy.reset(),
    count: () => occurrences(copy.root, to),
  };
  return { task, copy };
}

function shell(script: string): readonly string[] {
  return ["sh", "-c", script];
}

/** By a tool that takes no part in the replacing. */
function occurrences(root: string, text: string): number {
  const argv = Bun.which("rg") ? ["rg", "-o", "--no-ignore", "-I", text, root] : ["grep", "-roh", text, root];
  return Bun.spawnSync(argv).stdout.toString().split("\n").length - 1;
}

function onPath(contestants: readonly (Contestant & { readonly needs?: string })[]): Contestant[] {
  return contestants.filter(({ argv, needs, name }) => {
    if (needs !== undefined) return Bun.which(needs) !== null;
    return name.startsWith("rg, ") ? Bun.which("rg") !== null : Bun.which(argv[0]!) !== null;
  });
}
