/** Where the paths lie that people write, with dots behind names and links. */
import { afterAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { absolutePath } from "../../src/host/asked-path.ts";
import { bunHost } from "../../src/host/bun.ts";

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-asked-")));
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
for (const directory of ["cwd/sub", "far/deep/in"]) fs.mkdirSync(path.join(root, directory), { recursive: true });
fs.symlinkSync("../far/deep", path.join(root, "cwd/far"));
fs.symlinkSync("sub", path.join(root, "cwd/near"));

test.each([
  [".", "cwd"],
  ["..", "."],
  ["../x", "x"],
  ["./a//b/", "cwd/a/b"],
  ["sub/../x", "cwd/x"],
  ["gone/../x", "cwd/x"],
  ["near/../x", "cwd/x"],
  ["near/x", "cwd/near/x"],
  ["far/x", "cwd/far/x"],
  ["far/..", "far"],
  ["far/../x", "far/x"],
  ["far/.././/../x", "x"],
  ["far/../deep/in/../x", "far/deep/x"],
  ["../cwd/far/../x", "far/x"],
  ["far/...", "cwd/far/..."],
  ["..far/../x", "cwd/x"],
])("%s", (given, meant) => {
  const host = bunHost(path.join(root, "cwd"));
  expect(absolutePath(given, host)).toBe(path.join(root, meant));
  expect(absolutePath(path.join(root, "cwd/sub") + `/../${given}`, host)).toBe(path.join(root, meant));
});
