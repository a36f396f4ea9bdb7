/**
 * The main job on real files: a plan, a gate and a search over the sources of swath's own dependencies, or over a
 * directory of yours (`npx -y bun@1.4.5 run demo DIR`). Writes nothing.
 */
import { spawnSync } from "node:child_process";
import * as path from "node:path";

const root = path.join(import.meta.dir, "..");
const directory = process.argv[2] ?? path.join(root, "node_modules");
const where = process.argv[2] === undefined ? ["--no-ignore", "-t", "js"] : [];

for (const args of [
  ["plan", "-w", "EventEmitter", "EventHub", ".", ...where, "--syntax", "off", "-v"],
  ["check", "-w", "EventEmitter", "EventHub", ".", ...where, "--syntax", "off"],
  ["search", "-w", "(?:class|interface) [A-Z]\\w*Emitter\\w*", ".", ...where],
]) {
  process.stdout.write(`\n$ swath ${args.map(quoted).join(" ")}\n`);
  const { status, error } = spawnSync(process.execPath, [path.join(root, "src/cli/main.ts"), ...args], {
    cwd: directory,
    stdio: "inherit",
  });
  if (error) throw error;
  process.stdout.write(`(exit status ${status})\n`);
}

function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word}'`;
}
