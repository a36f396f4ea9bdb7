/**
 * swath against every peer on the path, on the Linux tree: whole processes in turn, ratios, peak memory.
 * `bun bench/macro/macro.bench.ts [ROUNDS] [WORD…]` prints a Markdown table; words pick tasks by their title.
 */
import { compare, type Row, type Task } from "./measure.ts";
import { planTask, replaceTask, searchTasks, smallTreeTask } from "./tasks.ts";
import { benchTree } from "./tree.ts";

const [rounds = "7", ...words] = process.argv.slice(2);
const tree = await benchTree();
const { task: replacing, copy } = replaceTask(tree, "drivers/net");
try {
  const tasks = [...searchTasks(tree), smallTreeTask(tree), planTask(tree), replacing];
  write("| task (count) | tool | time | CPU | memory | time ratio | CPU ratio |\n|---|---|--:|--:|--:|--:|--:|\n");
  for (const task of tasks) {
    if (words.length > 0 && !words.some((word) => task.title.includes(word))) continue;
    write(table(task, await compare(task, Number(rounds))));
  }
} finally {
  copy.remove();
}

function table(task: Task, rows: readonly Row[]): string {
  return rows
    .map(({ name, wall, cpu, memory, count, ratio, cpuRatio, agrees }, i) => {
      const first = i === 0 ? `${task.title} (${count})` : "";
      const verdict =
        ratio !== undefined ? `${ratio.toFixed(2)} | ${cpuRatio!.toFixed(2)}` : agrees ? "|" : `void (${count}) |`;
      return `| ${first} | ${name} | ${seconds(wall)} | ${seconds(cpu)} | ${memory.toFixed(0)} MiB | ${verdict} |\n`;
    })
    .join("");
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)} s`;
}

function write(text: string): void {
  process.stdout.write(text);
}
