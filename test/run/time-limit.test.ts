/** A thread that is busy with one file hears no timer: the time is asked about when the work is done. What is waited for ends with it. */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import { settle, type GivenOptions } from "../../src/model/options.ts";
import type { Request } from "../../src/model/request.ts";
import { success } from "../../src/model/result.ts";
import { run } from "../../src/run.ts";
import { timeLimit } from "../../src/run/time-limit.ts";

let cwd = "";

beforeAll(() => {
  cwd = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-time-")));
});
afterAll(() => fs.rmSync(cwd, { recursive: true }));

/** The clock goes on by a minute with each look, and no timer has its turn. */
async function slowRun(verb: Request["verb"], options: GivenOptions) {
  fs.writeFileSync(path.join(cwd, "a.txt"), "foo\n");
  let minutes = 0;
  const host = {
    ...bunHost(),
    cwd,
    env: { ...process.env, XDG_STATE_HOME: path.join(cwd, "state") },
    elapsed: () => 60_000 * minutes++,
  };
  const settings = settle(verb, { threads: 1, ...options });
  const request: Request = {
    verb,
    pattern: "foo",
    replacement: "bar",
    paths: options.stdin ? [] : ["a.txt"],
    settings,
    explicitAtLeast: false,
  };
  const { report } = await run(request, host, { stdin: async () => success(Buffer.from("foo\n")) });
  return [report.kind === "error" ? report.error : report.kind, fs.readFileSync(path.join(cwd, "a.txt"), "utf8")];
}

test.each<[Request["verb"], GivenOptions, string, string]>([
  ["apply", { timeout: 30 }, "timeout", "foo\n"],
  ["plan", { timeout: 30 }, "timeout", "foo\n"],
  ["plan", { timeout: 30, stdin: true }, "timeout", "foo\n"],
  ["plan", { timeout: 30, partial: true }, "plan", "foo\n"],
  ["search", { timeout: 30 }, "search", "foo\n"],
  ["apply", { timeout: 3600 }, "apply", "bar\n"],
])("%s with %o", async (verb, options, outcome, content) => {
  expect(await slowRun(verb, options)).toEqual([outcome, content]);
});

test("while the files are read again for evidence", async () => {
  for (const name of ["a.txt", "b.txt"]) fs.writeFileSync(path.join(cwd, name), "nothing\n");
  const own = bunHost();
  let opened = 0;
  const host = {
    ...own,
    cwd,
    env: { ...process.env, XDG_STATE_HOME: path.join(cwd, "state") },
    elapsed: () => 3_600_000 * opened,
    fs: { ...own.fs, open: (...given: Parameters<typeof own.fs.open>) => (opened++, own.fs.open(...given)) },
  };
  const settings = settle("plan", { threads: 1, timeout: 30 });
  const request = { pattern: "foo", replacement: "barbar", paths: ["a.txt", "b.txt"], settings } as const;
  const { report } = await run({ verb: "plan", ...request, explicitAtLeast: false }, host);
  expect({ report, opened }).toMatchObject({ report: { kind: "error", error: "timeout" }, opened: 1 });
});

test.each<GivenOptions>([{ stdin: true }, { files_from: "-" }])(
  "while standard input goes on, with %o",
  async (given) => {
    const host = { ...bunHost(), cwd };
    const settings = settle("plan", { timeout: 0.05, ...given });
    const request = { pattern: "foo", replacement: "bar", paths: [], settings, explicitAtLeast: false } as const;
    const { report } = await run({ verb: "plan", ...request }, host, { stdin: () => new Promise(() => {}) });
    expect(report).toMatchObject({ kind: "error", error: "timeout" });
  },
);

test("a limit beyond what a timer counts does not end the run at once", () => {
  const timers = spyOn(globalThis, "setTimeout");
  timeLimit(settle("plan", { timeout: 3_000_000 }), bunHost());
  expect(timers.mock.lastCall?.[1]).toBe(2 ** 31 - 1);
  timers.mockRestore();
});
