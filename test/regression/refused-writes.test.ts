/** A disk that is full, or may only be read, leaves nothing behind: no half of a file, no journal that cannot be cleared. */
import { expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { artifactProblem, writeArtifacts } from "../../src/run/artifacts.ts";
import { removeIfThere } from "../../src/commit/files.ts";
import { isCarriedOut, readPlanFile, writePlanFile } from "../../src/commit/plan-file.ts";
import { bunHost } from "../../src/host/bun.ts";
import { faultyHost } from "../../src/host/faulty.ts";
import type { Host } from "../../src/host/host.ts";
import { settle } from "../../src/model/options.ts";
import type { Request } from "../../src/model/request.ts";
import { machineWith, planFiles, workspace } from "../commit/fixture.ts";

function refusing(host: Host, call: "write" | "remove", code: string): Host {
  const refuse = () => {
    throw Object.assign(new Error(`${code}: ${call}`), { code });
  };
  return { ...host, fs: { ...host.fs, [call]: refuse } };
}

const settings = settle("plan", { patch: "x.patch" });
const request: Request = {
  verb: "plan",
  pattern: "foo",
  replacement: "bar",
  paths: [],
  settings,
  explicitAtLeast: false,
};

function planOf(host: Host) {
  const files = planFiles(host, ["a.txt", "b.txt"]);
  return { request, workspace, fingerprint: "0".repeat(64), files, renames: [] };
}

test("a plan that could not be written whole leaves no file, whichever call the disk refuses", () => {
  let at = 0;
  for (let refused = true; refused; at++) {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": "foo\n" }, { native: "all", store: "repository" });
    const before = host.fs.readDirectory("/").map(({ name }) => name);
    const plan = planOf(host);
    const result = writePlanFile("../plan.json", plan, faultyHost(host, { at: at + 1, what: "ENOSPC" }));
    refused = !result.ok;
    const after = host.fs.readDirectory("/").map(({ name }) => name);
    expect(after.toSorted()).toEqual((refused ? before : [...before, "plan.json"]).toSorted());
  }
  expect(at).toBeGreaterThan(4);
});

test("a file that is gone, or is a directory now, when the plan is saved makes it stale", () => {
  for (const instead of [undefined, "directory", "dangling link"]) {
    const { host } = machineWith({ "a.txt": "foo\n", "b.txt": "foo\n" }, { native: "all", store: "repository" });
    const plan = planOf(host);
    host.fs.remove(`${workspace}/a.txt`);
    if (instead === "directory") host.fs.makeDirectory(`${workspace}/a.txt`);
    if (instead === "dangling link") host.fs.symlink("nowhere", `${workspace}/a.txt`);
    const result = writePlanFile("../plan.json", plan, host);
    expect(result).toMatchObject({ ok: false, problem: { kind: "stale_plan", path: "a.txt" } });
    expect(host.fs.exists("/plan.json")).toBe(false);
  }
});

test("a planned file that is a directory now is not what the plan makes of it", () => {
  const { host } = machineWith({ "a.txt": "foo\n" }, { native: "all", store: "repository" });
  const plan = { request, workspace, fingerprint: "0".repeat(64), files: planFiles(host, ["a.txt"]), renames: [] };
  expect(writePlanFile("../plan.json", plan, host).ok).toBe(true);
  const read = readPlanFile("../plan.json", host);
  host.fs.remove(`${workspace}/a.txt`);
  host.fs.makeDirectory(`${workspace}/a.txt`);
  expect(read.ok && isCarriedOut(workspace, read.value, host)).toBe(false);
  expect(read.ok).toBe(true);
});

test("a patch that could not be written whole is no file where there was none", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "swath-refused-"));
  try {
    const host = refusing({ ...bunHost(), cwd: directory }, "write", "ENOSPC");
    const report = {
      kind: "plan",
      outcome: "changes",
      files_scanned: 1,
      total_matches: 1,
      files_changed: 1,
      changes: [],
    } as const;
    expect(artifactProblem(settings, host)).toBeUndefined();
    expect(writeArtifacts(settings, { report, diff: [Buffer.from("diff")] }, host)).toMatchObject({
      kind: "disk_full",
      path: "x.patch",
      remedies: [],
    });
    expect(fs.readdirSync(directory)).toEqual([]);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

test("on a file system that is read-only, what was never made counts as removed", () => {
  const { host } = machineWith({ "a.txt": "foo\n" }, { native: "all", store: "repository" });
  const readOnly = refusing(host, "remove", "EROFS");
  expect(removeIfThere(readOnly.fs, `${workspace}/never`)).toBe(false);
  expect(() => removeIfThere(readOnly.fs, `${workspace}/a.txt`)).toThrow("EROFS");
});
