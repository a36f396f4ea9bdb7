/** What tells a run what to look for is left out of it, by whatever name it is given or met. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { plan, rename, type Report } from "../../src/index.ts";

let root = "";
let cwd = "";

beforeAll(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-own-")));
  cwd = path.join(root, "tree");
  fs.mkdirSync(cwd);
  fs.symlinkSync("tree", path.join(root, "linked"));
  const files = {
    "a.txt": "foo\n",
    "m.tsv": "foo\tbar\n",
    "s.ts": "export default () => 'bar'; // foo\n",
    "r.yml": "id: r\nliteral: foo\nreplace: bar\n",
  };
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(cwd, name), text);
    fs.symlinkSync(name, path.join(cwd, `link-to-${name}`));
  }
});
afterAll(() => fs.rmSync(root, { recursive: true }));

function searched(report: Report): readonly string[] | Report {
  return report.kind === "plan" ? report.changes.map((change) => change.path) : report;
}

const names = (name: string) => [name, `link-to-${name}`, `../linked/${name}`];

test.each(names("m.tsv"))("the map file %s", async (map_file) => {
  const others = ["a.txt", "r.yml", "s.ts"];
  expect(searched(await rename({ map_file }, { cwd }))).toEqual(others);
  const followed = await rename({ map_file, follow: true, glob: ["*m.tsv", "a.txt"] }, { cwd });
  expect(searched(followed)).toEqual(["a.txt"]);
});

test.each(names("s.ts"))("the script %s", async (script) => {
  expect(searched(await plan({ pattern: "foo", script }, { cwd }))).toEqual(["a.txt", "m.tsv", "r.yml"]);
});

test.each(names("r.yml"))("the rules %s", async (rules) => {
  expect(searched(await plan({ rules }, { cwd }))).toEqual(["a.txt", "m.tsv", "s.ts"]);
});
