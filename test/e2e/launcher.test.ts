/** The installed command finds a runtime also where the install scripts of packages were not run. */
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const app = fs.mkdtempSync(path.join(os.tmpdir(), "swath-launcher-"));
afterAll(() => fs.rmSync(app, { recursive: true, force: true }));

test("a stand-in for the runtime is passed over for the package of the platform", () => {
  put("node_modules/bun/bin/bun.exe", "#!/bin/sh\necho stand-in\nexit 1\n");
  fs.mkdirSync(path.join(app, "node_modules/@oven/bun-here/bin"), { recursive: true });
  fs.symlinkSync(process.execPath, path.join(app, "node_modules/@oven/bun-here/bin/bun"));
  put("node_modules/swath/cli/main.js", "console.log('run', ...process.argv.slice(2));\n");
  const launcher = path.join(app, "node_modules/swath/cli/swath.sh");
  fs.copyFileSync(path.join(import.meta.dir, "../../src/cli/swath.sh"), launcher);
  const { stdout, status } = spawnSync("sh", [launcher, "a", "b c"], { env: { PATH: "/usr/bin:/bin" } });
  expect({ stdout: stdout.toString(), status }).toEqual({ stdout: "run a b c\n", status: 0 });
});

function put(name: string, text: string): void {
  const file = path.join(app, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o755 });
}
