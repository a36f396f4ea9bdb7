/**
 * Structural search against ast-grep on a part of the Linux tree: whole processes in turn, ratios, peak memory. What
 * decides is how many files hold the words of the pattern, keywords and operators too, where they can stand; a pattern
 * without any shows the cost of parsing alone.
 * Ten rules that only find, in one run, each with a name to look for, and with one of them replaced by one without.
 * `bun bench/macro/structural.bench.ts [ROUNDS] [PART]` prints a Markdown table, with more rows for the TypeScript tree
 * that `SWATH_BENCH_TYPESCRIPT` names.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { compare, type Contestant } from "./measure.ts";
import { benchTree } from "./tree.ts";

const [rounds = "5", part = "drivers/net/ethernet"] = process.argv.slice(2);
const tree = path.join(await benchTree(), part);
const typescript = process.env["SWATH_BENCH_TYPESCRIPT"];
const main = process.env["SWATH_BENCH_MAIN"] ?? path.join(import.meta.dir, "../../src/cli/main.ts");

const patterns = [
  ["a name that is nowhere", "pci_zalloc_nowhere($$$A)"],
  ["a rare call", "$R = pci_enable_sriov($D, $N);"],
  ["a name in one file of 25", "netif_carrier_on($X);"],
  ["a call with constants", "memset($A, 0, sizeof($B));"],
  ["a common statement", "kfree($X);"],
  ["an operator in most of the text", "$A = $B ? $C : $D;"],
  ["no word at all", "$A[$B] = $C;"],
] as const;

const typescriptPatterns = [
  ["TypeScript, a name that is nowhere", "isNowhere($$$A)"],
  ["TypeScript, a name in one file of 30", "asyncScheduler.schedule($$$A)"],
  ["TypeScript, a keyword in one file of 6", "$A instanceof $B"],
  ["TypeScript, a name in one file of 3", "pipe($$$A)"],
  ["TypeScript, an operator in most of the text", "$A ? $B : $C"],
  ["TypeScript, an index in most of the text", "$A[$B]"],
  ["TypeScript, no word at all", "$A = $B"],
] as const;

const named = path.join(import.meta.dir, "rules-c.yml");
const unnamed = path.join(os.tmpdir(), `swath-bench-rules-${process.pid}.yml`);
fs.writeFileSync(unnamed, fs.readFileSync(named, "utf8").replace("udelay($N);", "$A[$B] = $C;"));

process.stdout.write("| pattern | tool | time | CPU | memory | swath to it |\n|---|---|--:|--:|--:|--:|\n");
for (const [what, pattern] of patterns) await tell(what, `: \`${pattern}\``, searches(pattern, "c", tree));
await tell("ten rules with names", "", scans(named));
await tell("ten rules, one of them without a word", "", scans(unnamed));
fs.rmSync(unnamed);
if (typescript !== undefined)
  for (const [what, pattern] of typescriptPatterns)
    await tell(what, `: \`${pattern}\``, searches(pattern, "ts", path.resolve(typescript)));

async function tell(what: string, pattern: string, contestants: readonly Contestant[]): Promise<void> {
  const rows = await compare({ title: what, contestants }, Number(rounds));
  for (const [i, { name, wall, cpu, memory, count, ratio, agrees }] of rows.entries()) {
    const title = i === 0 ? `${what}${pattern} (${count})` : "";
    const verdict = ratio !== undefined ? ratio.toFixed(2) : agrees ? "" : `void: counts ${count}`;
    process.stdout.write(
      `| ${title} | ${name} | ${(wall / 1000).toFixed(2)} s | ${(cpu / 1000).toFixed(2)} s | ${memory.toFixed(0)} MiB | ${verdict} |\n`,
    );
  }
}

function searches(pattern: string, language: string, root: string): readonly Contestant[] {
  const argv = [process.execPath, main, "search", "--json", "-l", language, pattern, root];
  const tally = (): number => JSON.parse(Bun.spawnSync(argv).stdout.toString()).total_matches;
  return withPeer({ name: "swath", argv, tally }, ["run", "-l", language, "-p", pattern], root);
}

function scans(rules: string): readonly Contestant[] {
  const argv = [process.execPath, main, "check", "--json", "--rules", rules, tree];
  const tally = (): number => JSON.parse(Bun.spawnSync(argv).stdout.toString()).findings.length;
  return withPeer({ name: "swath", argv, tally }, ["scan", "-r", rules], tree);
}

function withPeer(own: Contestant, peerArgs: readonly string[], root: string): readonly Contestant[] {
  const peer = Bun.which("ast-grep");
  return peer === null ? [own] : [own, { name: "ast-grep", argv: [peer, ...peerArgs, "--json=stream", root] }];
}
