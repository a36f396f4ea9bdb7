/**
 * The main job on real files: plans of text, code and names, a gate and a refusal, over the sources of swath's own
 * dependencies, or text over a directory of yours (`npx -y bun@1.4.5 run demo DIR`). Writes nothing. Long outputs are cut.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

interface Scene {
  readonly says: string;
  readonly args: readonly string[];
  /** A command of the demo that ends otherwise makes the demo fail. */
  readonly status: readonly number[];
}

const root = path.join(import.meta.dir, "..");
const [given] = process.argv.slice(2);
const directory = given ?? path.join(root, "node_modules");

/** Among the dependencies, where each finds a handful. They are ignored by git, hence `--no-ignore`. */
const amongDependencies: readonly Scene[] = [
  {
    says: "Text: what would change, as a diff that git apply takes. Nothing is written.",
    args: ["plan", 'require\\("(events|fs|os|path|util)"\\)', 'require("node:$1")', "fast-glob", "fastq", "@nodelib"],
    status: [0],
  },
  {
    says: "Code: ast-grep patterns see calls, not characters.",
    args: ["plan", "-l", "js", "$TEXT.substr($FROM)", "$TEXT.slice($FROM)", "yaml/dist"],
    status: [0],
  },
  {
    says: "Names: every spelling, and the paths, in one transaction.",
    args: [
      "rename",
      "fillRange",
      "spanRange",
      "--paths",
      "fill-range",
      "braces/package.json",
      "micromatch/package.json",
    ],
    status: [0],
  },
  {
    says: "A gate for CI: status 1 if anything would change, and one line of JSON for machines.",
    args: ["check", "-F", "new Buffer(", "Buffer.from(", "-t", "js", "--json", "-v"],
    status: [1],
  },
  {
    says: "A rewrite that would change its own result is refused, with the ways out.",
    args: ["plan", "isGlob", "isGlobPattern", "is-glob"],
    status: [3],
  },
];

/** Over any tree: what each finds there, and whether, is open. */
const anywhere: readonly Scene[] = [
  {
    says: "Text: what would change, as a diff that git apply takes. Nothing is written.",
    args: ["plan", "[ \\t]+$", "", "--at-least", "0", "--syntax", "off", "-v"],
    status: [0],
  },
  {
    says: "A gate for CI: status 1 if anything would change, and one line of JSON for machines.",
    args: ["check", "-F", "http://", "https://", "--allow-syntax-errors", "--json", "-v"],
    status: [0, 1],
  },
  { says: "Where it matches.", args: ["search", "-w", "TODO|FIXME", "-v"], status: [0] },
];

// Whoever reads only the head of the demo has seen enough.
process.stdout.on("error", () => process.exit(0));
if (!fs.existsSync(directory)) {
  print(`there is no directory ${directory}\n`);
  process.exit(1);
}

print(`in ${path.relative(process.cwd(), directory) || "."}:\n`);
let failed = false;
for (const { says, args, status } of given === undefined ? amongDependencies : anywhere) {
  const all = given === undefined ? [...args, "--no-ignore"] : args;
  print(`\n# ${says}\n$ swath ${all.map(quoted).join(" ")}\n`);
  const run = spawnSync(process.execPath, [path.join(root, "src/cli/main.ts"), ...all], {
    cwd: directory,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: "1" }) },
  });
  if (run.error) throw run.error;
  print(`${firstOf(lines(run.stdout), 18)}${lastOf(lines(run.stderr), 10)}(exit status ${run.status})\n`);
  failed ||= !status.includes(run.status ?? -1);
}
process.exitCode = failed ? 1 : 0;

/** Lines of at most 160 characters. */
function lines(text: string): readonly string[] {
  const all = text.split("\n").slice(0, -1);
  return all.map((line) => `${line.length > 160 ? `${line.slice(0, 159)}…` : line}\n`);
}

function firstOf(all: readonly string[], most: number): string {
  const more = all.length - most;
  return more > 1 ? `${all.slice(0, most).join("")}… ${more} more lines\n` : all.join("");
}

function lastOf(all: readonly string[], most: number): string {
  const more = all.length - most;
  return more > 1 ? `… ${more} more lines\n${all.slice(more).join("")}` : all.join("");
}

function quoted(word: string): string {
  return /^[\w./=@-]+$/.test(word) ? word : `'${word}'`;
}

function print(text: string): void {
  process.stdout.write(text);
}
