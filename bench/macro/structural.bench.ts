/**
 * Structural search against ast-grep on a part of the Linux tree: whole processes in turn, ratios, peak memory. What
 * decides is how many files hold the words of the pattern; a pattern without a word shows the cost of parsing alone.
 * `bun bench/macro/structural.bench.ts [ROUNDS] [PART]` prints a Markdown table.
 */
import * as path from "node:path";
import { compare, type Task } from "./measure.ts";
import { benchTree } from "./tree.ts";

const [rounds = "5", part = "drivers/net/ethernet"] = process.argv.slice(2);
const root = path.join(await benchTree(), part);
const main = process.env["SWATH_BENCH_MAIN"] ?? path.join(import.meta.dir, "../../src/cli/main.ts");

const patterns = [
  ["a name that is nowhere", "pci_zalloc_nowhere($$$A)"],
  ["a rare statement", "netif_carrier_on($X);"],
  ["a call with constants", "memset($A, 0, sizeof($B));"],
  ["a common statement", "kfree($X);"],
  ["no word at all", "$A = $B ? $C : $D;"],
] as const;

process.stdout.write("| pattern | tool | time | CPU | memory | swath to it |\n|---|---|--:|--:|--:|--:|\n");
for (const [what, pattern] of patterns) {
  const rows = await compare(taskOf(what, pattern), Number(rounds));
  for (const [i, { name, wall, cpu, memory, count, ratio, agrees }] of rows.entries()) {
    const title = i === 0 ? `${what}: \`${pattern}\` (${count})` : "";
    const verdict = ratio !== undefined ? ratio.toFixed(2) : agrees ? "" : `void: counts ${count}`;
    process.stdout.write(
      `| ${title} | ${name} | ${(wall / 1000).toFixed(2)} s | ${(cpu / 1000).toFixed(2)} s | ${memory.toFixed(0)} MiB | ${verdict} |\n`,
    );
  }
}

/** Counts are of matching lines: ast-grep tells each match on a line of its own. */
function taskOf(what: string, pattern: string): Task {
  const contestants = [{ name: "swath", argv: [process.execPath, main, "search", "-l", "c", pattern, root] }];
  const peer = Bun.which("ast-grep");
  if (peer !== null)
    contestants.push({ name: "ast-grep", argv: [peer, "run", "-l", "c", "-p", pattern, "--json=stream", root] });
  return { title: what, contestants };
}
