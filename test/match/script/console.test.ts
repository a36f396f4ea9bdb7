/** What scripts print, seen from outside: the worker's script in a process of its own. */
import { expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const load = path.join(import.meta.dir, "../../../src/match/script/load.ts");

test("everything a script prints goes to standard error", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "swath-console-"));
  try {
    const file = (name: string, text: string): string => {
      fs.writeFileSync(path.join(directory, name), text);
      return path.join(directory, name);
    };
    const script = file(
      "script.ts",
      `console.log("loading");
export default (): null => {
  console.log("log", 1);
  console.info("info");
  console.debug("debug");
  console.dir({ a: 1 });
  console.table([{ a: 1 }]);
  console.group("group");
  console.groupEnd();
  console.count("count");
  console.count("count");
  console.write("write\\n");
  process.stdout.write("stdout\\n");
  Bun.write(Bun.stdout, "by Bun\\n").then(() => postMessage("done"));
  console.warn("warn");
  console.error("error");
  return null;
};
`,
    );
    const worker = file(
      "worker.ts",
      `import { loadScript } from ${JSON.stringify(load)};
const loaded = await loadScript({ file: ${JSON.stringify(script)}, timeout: 10 });
loaded.value.default({});
`,
    );
    const main = file("main.ts", `new Worker(${JSON.stringify(worker)}).onmessage = () => process.exit(0);\n`);
    const { stdout, stderr } = Bun.spawnSync([process.execPath, main], { timeout: 20_000 });
    const printed = stderr.toString();
    const words = [
      "loading",
      "log 1",
      "info",
      "debug",
      "a: 1",
      "│ 0 │",
      "group",
      "count: 2",
      "write",
      "stdout",
      "by Bun",
      "warn",
      "error",
    ];
    expect({ stdout: stdout.toString(), missing: words.filter((word) => !printed.includes(word)) }).toEqual({
      stdout: "",
      missing: [],
    });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});
