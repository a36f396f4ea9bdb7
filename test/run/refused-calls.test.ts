/** A call that the system refuses, whichever it is, ends a run by a report of what it said, never of a bug. */
import { afterAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import { faultyHost } from "../../src/host/faulty.ts";
import { type GivenOptions, settle } from "../../src/model/options.ts";
import type { Request } from "../../src/model/request.ts";
import { run } from "../../src/run.ts";

const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-refused-")));
afterAll(() => fs.rmSync(base, { recursive: true }));

let made = 0;

/** The kind of the report, and how many calls were made before. */
async function refusedAt(at: number, verb: Request["verb"], options: GivenOptions, what: object) {
  const cwd = path.join(base, String(made++));
  fs.mkdirSync(path.join(cwd, "foo"), { recursive: true });
  fs.writeFileSync(path.join(cwd, "foo/a.txt"), "foo\n");
  const env = { ...process.env, XDG_STATE_HOME: path.join(base, "state") };
  const host = faultyHost({ ...bunHost(), cwd, env }, { at, what: "EIO" });
  const settings = settle(verb, { threads: 1, fsync: "never", ...options });
  const request: Request = { verb, paths: [], settings, explicitAtLeast: false, ...what };
  const { report } = await run(request, host);
  return { kind: report.kind === "error" ? report.error : report.kind, reached: host.hit !== undefined };
}

test.each<[Request["verb"], GivenOptions, object]>([
  ["plan", {}, { pattern: "foo", replacement: "bar" }],
  ["plan", {}, { pattern: "zip", replacement: "zap" }],
  ["apply", {}, { pattern: "zip", replacement: "zap" }],
  ["rename", { paths: true, map: ["foo=bar", "bar=foo"] }, {}],
])("%s with %o of %o", async (verb, options, what) => {
  const bugs: number[] = [];
  for (let at = 1, reached = true; reached; at++) {
    const end = await refusedAt(at, verb, options, what);
    if (end.kind === "internal") bugs.push(at);
    ({ reached } = end);
  }
  expect(bugs).toEqual([]);
});
