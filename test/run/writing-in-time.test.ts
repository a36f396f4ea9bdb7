/** The time of a run is that of all of it, the writing included. */
import { afterEach, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { settle, type GivenOptions } from "../../src/model/options.ts";
import { run } from "../../src/run.ts";
import type { RunHooks } from "../../src/run/runner.ts";

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) fs.rmSync(root, { recursive: true });
});

/** A tree of files on a disk that takes its time to make each new one. */
function slowDisk(files: number, milliseconds: number): Host {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-time-")));
  roots.push(root);
  const cwd = path.join(root, "tree");
  fs.mkdirSync(cwd);
  for (let i = 0; i < files; i++) fs.writeFileSync(path.join(cwd, `f${i}.txt`), "foo\n");
  const host = bunHost();
  const open: Host["fs"]["open"] = (file, mode, permissions) => {
    if (mode === "create") Bun.sleepSync(milliseconds);
    return host.fs.open(file, mode, permissions);
  };
  return { ...host, cwd, env: { XDG_STATE_HOME: path.join(root, "state") }, fs: { ...host.fs, open } };
}

async function applied(host: Host, given: GivenOptions, hooks: RunHooks = {}) {
  const settings = settle("apply", { threads: 1, ...given });
  const request = { pattern: "foo", replacement: "bar", paths: [], settings, explicitAtLeast: false } as const;
  const { report } = await run({ verb: "apply", ...request }, host, hooks);
  const texts = new Set(fs.readdirSync(host.cwd).map((name) => fs.readFileSync(path.join(host.cwd, name), "utf8")));
  return { report, texts: [...texts] };
}

test("that runs out while files are written takes all of them back", async () => {
  expect(await applied(slowDisk(64, 15), { timeout: 0.6 })).toMatchObject({
    report: { kind: "error", error: "timeout", message: "the run took longer than 0.6 seconds", remedies: ["timeout"] },
    texts: ["foo\n"],
  });
});

test("that runs out while a saved plan is applied takes all of it back", async () => {
  const host = slowDisk(64, 15);
  const plan = path.join(path.dirname(host.cwd), "p.json");
  const request = { pattern: "foo", replacement: "bar", paths: [], explicitAtLeast: false } as const;
  const saved = await run({ verb: "plan", ...request, settings: settle("plan", { plan_out: plan }) }, host);
  expect(saved.report.kind).toBe("plan");
  const { pattern: _, replacement: __, ...nothing } = request;
  const settings = settle("apply", { plan, timeout: 0.6 });
  const { report } = await run({ verb: "apply", ...nothing, settings }, host);
  const texts = new Set(fs.readdirSync(host.cwd).map((name) => fs.readFileSync(path.join(host.cwd, name), "utf8")));
  expect({ report, texts: [...texts] }).toMatchObject({
    report: { kind: "error", error: "timeout", suggestion: "Raise timeout." },
    texts: ["foo\n"],
  });
});

test("does not run while somebody looks at the plan", async () => {
  const review = async (files: readonly { readonly edits: readonly unknown[] }[]) => {
    await Bun.sleep(900);
    return { ok: true, value: files.map(({ edits }) => edits.map(() => true)) } as const;
  };
  expect(await applied(slowDisk(2, 0), { timeout: 0.6 }, { diff: true, listed: true, review })).toMatchObject({
    report: { kind: "apply", files_written: 2 },
    texts: ["bar\n"],
  });
});

test("is told of with the writing in it", async () => {
  const { report } = await applied(slowDisk(8, 25), { verbose: true });
  if (report.kind !== "apply") throw new Error(report.kind);
  expect(report.stats!.elapsed_ms).toBeGreaterThanOrEqual(8 * 25);
});
