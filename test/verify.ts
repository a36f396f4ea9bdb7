/**
 * Everything that must hold before a change lands, in one command: types, format, lint, unused code, tests.
 * Ends with the line `N passed, N failed`, where a failed check counts as one.
 */
import { spawnSync } from "node:child_process";
import * as path from "node:path";

const root = path.join(import.meta.dir, "..");
const bun = process.execPath;
const tool = (name: string): string => path.join(root, "node_modules/.bin", name);

interface Check {
  readonly name: string;
  readonly command: readonly string[];
}

const checks: readonly Check[] = [
  { name: "types", command: [bun, "check"] },
  { name: "format", command: [bun, "fmt", "--check", "src", "workers", "test", "bench"] },
  { name: "lint", command: [tool("oxlint"), "--deny-warnings", "src", "workers", "test", "bench"] },
  { name: "unused code", command: [bun, tool("knip")] },
];

let passed = 0;
let failed = 0;
for (const check of checks) {
  const { status } = run(check.command);
  if (status === 0) passed++;
  else failed++;
  print(`${status === 0 ? "ok" : "FAILED"}: ${check.name}\n`);
}

/** In milliseconds: a test that hangs ends, and one that a busy machine slows down does not. */
const timeout = "30000";
const tests = run([bun, "test", "--timeout", timeout, ...process.argv.slice(2)]);
const count = (word: string): number => Number(tests.output.match(new RegExp(`^\\s*(\\d+) ${word}$`, "m"))?.[1] ?? 0);
passed += count("pass");
failed += count("fail");
if (tests.status !== 0 && count("fail") === 0) failed++;
print(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function run(command: readonly string[]): { readonly status: number; readonly output: string } {
  const child = spawnSync(command[0]!, command.slice(1), { cwd: root, maxBuffer: 1 << 28, encoding: "utf8" });
  const output = child.stdout + child.stderr;
  if (child.status !== 0 || command.includes("test")) print(withoutPasses(output));
  return { status: child.status ?? 1, output };
}

function withoutPasses(output: string): string {
  return output.replace(/^\(pass\).*\n/gm, "");
}

function print(text: string): void {
  process.stdout.write(text);
}
