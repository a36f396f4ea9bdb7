/**
 * How processor time and memory grow with the input: whole processes on one file, or on many, that double from row to row.
 * Nothing may more than double with them, once the fixed cost of a start is small beside the work.
 * `bun bench/macro/growth.bench.ts [MEGABYTES] [DOUBLINGS] [WORD…]` prints a Markdown table; words pick rows by their title.
 * A megabyte stands for 10,000 files where files are counted.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const [megabytes = "2.5", doublings = "2", ...words] = process.argv.slice(2);
const main = process.env["SWATH_BENCH_MAIN"] ?? path.join(import.meta.dir, "../../src/cli/main.ts");
const time = "/usr/bin/time";
const root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-growth-"));
const tree = path.join(root, "tree");
const env = { ...process.env, XDG_STATE_HOME: path.join(root, "state") };

interface Growth {
  readonly title: string;
  /** Repeated until the file has its size; or the content of each file. */
  readonly unit: string;
  readonly argv: readonly string[];
  /** Many files grow in number. */
  readonly many?: true;
}

const filesInMegabyte = 10_000;
const filesInDirectory = 1000;

const line = "int value = compute(first, second); /* counted */\n";
const matches = "ab ";
/** Holds what the patterns need, so that no search for a fixed text rules it out, and nearly matches everywhere. */
const nearly = "zxqc aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab ";
const evil = [
  "(a+)+$",
  "(a|a)*b",
  "(a|a)*c$",
  "(\\w+\\s?)*:",
  "e.{15}z",
  "(\\w+\\s+){4}x$",
  "a*a*a*a*a*c$",
  "(.*)(.*)(.*)z$",
  "[a-z]*b[a-z ]{12}q",
  "(x+x+)+y|c$",
];

const growths: readonly Growth[] = [
  ...["plan", "plan --json --detail", "apply", "search --json --detail"].flatMap((command) => [
    { title: `${command}: a match on every line`, unit: line, argv: replacing(command, "compute", "evaluate") },
    { title: `${command}: a match in every three bytes`, unit: matches, argv: replacing(command, "ab", "cd") },
  ]),
  { title: "search: many files", unit: line, argv: ["search", "compute", "--json", "--limit", "1"], many: true },
  {
    title: "plan: many files",
    unit: line,
    argv: ["plan", "compute", "evaluate", "--json", "--limit", "1"],
    many: true,
  },
  { title: "search: one line", unit: "lorem ipsum ", argv: ["search", "dolor|sit"] },
  {
    title: "search: one line, matches",
    unit: "lorem ipsum ",
    argv: ["search", "[a-z]{3,}\\s", "--json", "--limit", "1"],
  },
  { title: "plan: captures on every line", unit: line, argv: ["plan", "(\\w+) = compute", "$1 = evaluate"] },
  { title: "rename: a name on every line", unit: line, argv: ["rename", "compute", "evaluate"] },
  ...evil.flatMap((pattern) => [
    { title: `search: \`${pattern.replaceAll("|", "\\|")}\`, lines`, unit: `${nearly}\n`, argv: ["search", pattern] },
    { title: `search: \`${pattern.replaceAll("|", "\\|")}\`, one line`, unit: nearly, argv: ["search", pattern] },
  ]),
];

write("| work | size | CPU | to half the size | memory | to half the size |\n|---|--:|--:|--:|--:|--:|\n");
try {
  for (const growth of growths) {
    if (words.length > 0 && !words.some((word) => growth.title.replaceAll("\\|", "|").includes(word))) continue;
    let last: Cost | undefined;
    for (let step = 0; step <= Number(doublings); step++) {
      const size = Number(megabytes) * 1e6 * 2 ** step;
      const cost = await costOf(growth, size);
      write(row(growth, step, size, cost, last));
      last = cost;
    }
  }
} finally {
  fs.rmSync(root, { recursive: true, force: true });
}

interface Cost {
  /** Milliseconds of user and system time. */
  readonly cpu: number;
  /** Largest resident size in MiB. */
  readonly memory: number;
  readonly exitCode: number;
}

function replacing(command: string, from: string, to: string): readonly string[] {
  const [verb = "", ...flags] = command.split(" ");
  return verb === "search" ? [verb, from, ...flags] : [verb, from, to, ...flags];
}

/** The least of three runs. Each has a fresh file; the process of `time` stands between, since a child takes over its parent's peak. */
async function costOf({ unit, argv, many }: Growth, size: number): Promise<Cost> {
  let least: Cost | undefined;
  for (let round = 0; round < (many ? 1 : 3); round++) {
    fs.rmSync(tree, { recursive: true, force: true });
    fs.mkdirSync(tree);
    if (many) layFiles(unit, size);
    else fs.writeFileSync(path.join(tree, "file.c"), unit.repeat(Math.ceil(size / unit.length)));
    const cost = await runOnce(argv);
    if (!least || cost.cpu < least.cpu) least = cost;
  }
  return least!;
}

function layFiles(content: string, size: number): void {
  const count = (size / 1e6) * filesInMegabyte;
  for (let file = 0; file < count; file++) {
    const directory = path.join(tree, String(Math.floor(file / filesInDirectory)));
    if (file % filesInDirectory === 0) fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, `${file}.c`), content);
  }
}

async function runOnce(argv: readonly string[]): Promise<Cost> {
  const report = path.join(root, "report");
  const swath = [process.execPath, main, ...argv, "--max-bytes", "1G", "--max-files", "10000000"];
  const child = Bun.spawn([time, "-f", "%U %S %M", "-o", report, ...swath], {
    cwd: tree,
    env,
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  const exitCode = await child.exited;
  const [user, system, kibibytes] = fs
    .readFileSync(report, "utf8")
    .trimEnd()
    .split("\n")
    .at(-1)!
    .split(" ")
    .map(Number);
  return { cpu: (user! + system!) * 1000, memory: kibibytes! / 1024, exitCode };
}

function row(
  { title, many }: Growth,
  step: number,
  size: number,
  { cpu, memory, exitCode }: Cost,
  last: Cost | undefined,
): string {
  const failed = exitCode > 1 ? ` (exit ${exitCode})` : "";
  const grown = (key: "cpu" | "memory", value: number): string => (last ? (value / last[key]).toFixed(2) : "");
  const figures = [
    `${(cpu / 1000).toFixed(2)} s`,
    grown("cpu", cpu),
    `${memory.toFixed(0)} MiB`,
    grown("memory", memory),
  ];
  const extent = many ? `${((size / 1e6) * filesInMegabyte).toLocaleString("en")} files` : `${size / 1e6} MB`;
  return `| ${step === 0 ? title : ""} | ${extent} | ${figures.join(" | ")} |${failed}\n`;
}

function write(text: string): void {
  process.stdout.write(text);
}
