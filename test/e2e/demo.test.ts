/** The demo of the README: it shows what it says, over the dependencies and over a directory of one's own, and writes nothing. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const demo = path.join(import.meta.dir, "../../bench/demo.ts");

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [demo, ...args], { encoding: "utf8" });
  const endings = [...stdout.matchAll(/^\(exit status (\d+)\)$/gm)].map(([, ending]) => Number(ending));
  return { status, stdout, stderr, endings };
}

test("over the dependencies, each scene finds a handful", () => {
  const { status, stdout, stderr, endings } = run();
  expect([status, stderr, endings]).toEqual([0, "", [0, 0, 0, 1, 3]]);
  const found = [...stdout.matchAll(/^would change (\d+) files: (\d+) edits/gm)].map(([, ...counts]) =>
    counts.map(Number),
  );
  expect(found.length).toBe(3);
  for (const [files, edits] of found) expect([files! > 1 && files! < 20, edits! < 50]).toEqual([true, true]);
}, 60_000);

test("over a directory of one's own, which stays as it is", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "swath-demo-"));
  fs.writeFileSync(path.join(directory, "a.md"), "see http://example.com  \nTODO\n");
  const { status, stderr, endings } = run(directory);
  const after = fs.readdirSync(directory).map((name) => [name, fs.readFileSync(path.join(directory, name), "utf8")]);
  fs.rmSync(directory, { recursive: true });
  expect([status, stderr, endings]).toEqual([0, "", [0, 1, 0]]);
  expect(after).toEqual([["a.md", "see http://example.com  \nTODO\n"]]);
}, 30_000);
