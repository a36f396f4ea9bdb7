/** Runs whole processes in turn and compares them. A ratio counts only when both did the same work. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

export interface Contestant {
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What it found, asked once and not measured; the lines that each run prints when absent. */
  readonly tally?: () => number;
}

interface Sample {
  /** Milliseconds from start to end. */
  readonly wall: number;
  /** Milliseconds of user and system time. */
  readonly cpu: number;
  /** What the contestant counted: lines, or what the task's own counter says. */
  readonly count: number;
}

export interface Task {
  readonly title: string;
  /** The first one is compared with each of the others. */
  readonly contestants: readonly Contestant[];
  /** What has to be done before each run. */
  readonly prepare?: () => void;
  /** What a run has done; the number of lines it printed when absent. */
  readonly count?: () => number;
}

export interface Row {
  readonly name: string;
  readonly wall: number;
  readonly cpu: number;
  /** Largest resident size in MiB, of the first round; NaN where GNU time is missing. */
  readonly memory: number;
  readonly count: number;
  /** Medians of the pairwise ratios of time and of CPU time, first contestant to this one; undefined for the first itself and when the counts differ. */
  readonly ratio: number | undefined;
  readonly cpuRatio: number | undefined;
  readonly agrees: boolean;
}

/** Every contestant once in each round, so that all see the same machine. A round before them warms caches and measures memory. */
export async function compare(task: Task, rounds: number): Promise<Row[]> {
  const samples = new Map<Contestant, Sample[]>(task.contestants.map((contestant) => [contestant, []]));
  const memory = new Map<Contestant, number>();
  const tallies = new Map<Contestant, number | undefined>();
  for (const contestant of task.contestants) {
    task.prepare?.();
    memory.set(contestant, await peakMemory(contestant));
    tallies.set(contestant, contestant.tally?.());
  }
  for (let round = 0; round < rounds; round++) {
    for (const [contestant, kept] of samples) {
      task.prepare?.();
      const sample = await runOnce(contestant, task.count);
      kept.push({ ...sample, count: tallies.get(contestant) ?? sample.count });
    }
  }
  const own = samples.get(task.contestants[0]!)!;
  return [...samples].map(([contestant, kept]) => {
    const agrees =
      kept.every(({ count }) => count === own[0]!.count) && (task.count === undefined || own[0]!.count > 0);
    const ratioOf = (key: "wall" | "cpu"): number | undefined =>
      kept === own || !agrees ? undefined : median(kept.map((sample, i) => own[i]![key] / sample[key]));
    const of = (key: keyof Sample): number => median(kept.map((sample) => sample[key]));
    const { name } = contestant;
    return {
      name,
      wall: of("wall"),
      cpu: of("cpu"),
      memory: memory.get(contestant)!,
      count: kept[0]!.count,
      ratio: ratioOf("wall"),
      cpuRatio: ratioOf("cpu"),
      agrees,
    };
  });
}

async function runOnce({ argv, cwd, env }: Contestant, count: (() => number) | undefined): Promise<Sample> {
  const started = performance.now();
  const child = Bun.spawn([...argv], {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...process.env, ...env } }),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  let lines = 0;
  for await (const chunk of child.stdout)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  await child.exited;
  const wall = performance.now() - started;
  const usage = child.resourceUsage()!;
  return {
    wall,
    cpu: Number(usage.cpuTime.total) / 1000,
    count: count ? count() : lines,
  };
}

/** A process takes over the peak of the one that starts it, so a small one has to stand between. */
async function peakMemory({ argv, cwd, env }: Contestant): Promise<number> {
  const time = "/usr/bin/time";
  const report = path.join(os.tmpdir(), `swath-bench-${process.pid}.txt`);
  if (!fs.existsSync(time)) return NaN;
  const child = Bun.spawn([time, "-f", "%M", "-o", report, ...argv], {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...process.env, ...env } }),
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  await child.exited;
  const kibibytes = fs.readFileSync(report, "utf8").trimEnd().split("\n").at(-1);
  fs.rmSync(report);
  return Number(kibibytes) / 1024;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
