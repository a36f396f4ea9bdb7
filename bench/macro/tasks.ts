/** The work that swath and its peers are measured on. Peers that are not on the path take no part. */
import * as fs from "node:fs";
import * as path from "node:path";
import type { Contestant, Task } from "./measure.ts";
import { WorkingCopy } from "./tree.ts";

/** The bundle when it was built, else the sources. `SWATH_BENCH_MAIN` names another. */
const [bundle, source] = ["../../dist/src/cli/main.js", "../../src/cli/main.ts"].map((file) =>
  path.join(import.meta.dir, file),
);
const main = process.env["SWATH_BENCH_MAIN"] ?? (fs.existsSync(bundle!) ? bundle! : source!);
const swath = [process.execPath, main];
/** Everything is counted and one match is listed: what `rg -c` does, but for its list of files. */
const counting = ["search", "--json", "--limit", "1"];
const plainReads = { SWATH_NO_FFI: "1" };

const tenWords =
  "kmalloc|kzalloc_node|pm_runtime|dma_alloc|devm_kasprintf|rcu_dereference|spin_lock_irqsave|platform_get_irq|clk_prepare|of_node_put";

/** Classes are spelled out where a pattern has them: rg takes `\w` and `\s` for Unicode's, RE2 and so swath for ASCII's. */
export function searchTasks(tree: string): Task[] {
  const patterns = [
    ["a literal that is rare", "pm_runtime_resume"],
    ["a literal in 3,000 files", "EXPORT_SYMBOL_GPL"],
    ["a literal that is nowhere", "EXPORT_SYMBOL_NOWHERE"],
    ["a word", "EXPORT_SYMBOL_GPL", "-w"],
    ["a literal, any case", "export_symbol_gpl", "-i"],
    ["a class before a literal", "[A-Z]+_SUSPEND"],
    ["a whole line", "^[ \\t]*return[ \\t]+-E[A-Z]+;$"],
    ["two words, any case", "(?i)pm_resume|suspend_late"],
    ["ten words", tenWords],
    ["three words of no fixed text", "[A-Za-z]{5}[ \\t]+[A-Za-z]{5}[ \\t]+[A-Za-z]{5}"],
    ["calls of no fixed text", "[a-z]{3,}\\([a-z]+\\)"],
    ["two lines", "\\}\\nEXPORT_SYMBOL_GPL\\(", "-U"],
  ] as const;
  return patterns.map(([what, pattern, ...flags]) => ({
    title: `search for ${what}: \`${[...flags, pattern].join(" ").replaceAll("|", "\\|")}\``,
    contestants: searching(tree, pattern, flags),
  }));
}

export function smallTreeTask(tree: string): Task {
  return {
    title: "search a small tree (`kernel`, 560 files)",
    contestants: searching(path.join(tree, "kernel"), "EXPORT_SYMBOL_GPL", []),
  };
}

/** What it costs to plan a rewrite, beside a search for the same. */
export function planTask(tree: string): Task {
  const [from, to] = ["EXPORT_SYMBOL_GPL", "EXPORT_SYMBOL_FOO"] as const;
  const plan = (...flags: string[]): readonly string[] => [...swath, "plan", "--syntax", "off", ...flags, from, to];
  const summary = plan("--json", "--limit", "1");
  return {
    title: `plan a rewrite: \`${from}\` to \`${to}\``,
    contestants: [
      { name: "swath plan", argv: summary, cwd: tree, tally: () => total(summary, tree) },
      { name: "swath plan, with its diff", argv: plan(), cwd: tree, tally: () => occurrencesIn(plan(), tree, to) },
      ...searching(tree, from, []).slice(0, 1),
    ],
  };
}

function searching(tree: string, pattern: string, flags: readonly string[]): Contestant[] {
  const own = [...swath, ...counting, ...flags, pattern];
  const rg = ["rg", ...flags, pattern, "."];
  const tally = (): number => total(own, tree);
  return onPath([
    { name: "swath", argv: own, cwd: tree, tally },
    { name: "rg -c", argv: rg.toSpliced(1, 0, "-c"), cwd: tree, tally: () => sumOfCounts(rg, tree) },
    { name: "swath, node:fs alone", argv: own, cwd: tree, tally, env: plainReads },
    ...(/^\w+$/.test(pattern) && flags.length === 0
      ? [
          {
            name: "git grep -c",
            argv: gitGrep("-c", pattern),
            cwd: tree,
            tally: () => lines(gitGrep("-oh", pattern), tree),
          },
        ]
      : []),
  ]);
}

/** Matches as a report counts them. */
function total(argv: readonly string[], cwd: string): number {
  return JSON.parse(Bun.spawnSync([...argv], { cwd }).stdout.toString()).total_matches;
}

function gitGrep(flag: string, text: string): readonly string[] {
  return ["git", "grep", "--untracked", flag, "-F", text];
}

function lines(argv: readonly string[], cwd: string): number {
  return occurrencesIn(argv, cwd, "\n");
}

function occurrencesIn(argv: readonly string[], cwd: string, text: string): number {
  return (
    Bun.spawnSync([...argv], { cwd })
      .stdout.toString()
      .split(text).length - 1
  );
}

/** Matches as rg counts them, over all files. */
function sumOfCounts(rg: readonly string[], cwd: string): number {
  const { stdout } = Bun.spawnSync(rg.toSpliced(1, 0, "--count-matches", "--no-filename"), { cwd });
  return stdout
    .toString()
    .split("\n")
    .reduce((sum, count) => sum + Number(count), 0);
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
      {
        name: "swath apply, node:fs alone",
        argv: [...swath, "apply", from, to, "--syntax", "off"],
        cwd: copy.root,
        env: plainReads,
      },
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
