/** What is read on the way from options to an engine: each rule file once, whoever needs it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { run } from "../../src/run.ts";
import { readRequest } from "../../src/run/request.ts";

let cwd = "";

const files: Readonly<Record<string, string>> = {
  "a.txt": "foo\n",
  "rules/a.yml": "defaults: { at_least: 0 }\n---\nid: a\nliteral: foo\nreplace: bar\n",
  "rules/b.yml": "id: b\nliteral: x\nreplace: y\n",
  "wrong/a.yml": "defaults: { at_leats: 0 }\n---\nid: a\nliterla: foo\nreplace: bar\n",
};

beforeAll(() => {
  cwd = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-request-")));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), text);
  }
});

afterAll(() => fs.rmSync(cwd, { recursive: true }));

/** A host that notes which files are read whole. */
function noting(read: string[]): Host {
  const host = { ...bunHost(), cwd };
  const readFile: Host["fs"]["readFile"] = (file) => {
    read.push(path.relative(cwd, file));
    return host.fs.readFile(file);
  };
  return { ...host, fs: { ...host.fs, readFile } };
}

test("a run reads each of its rule files once, and heeds the defaults in them", async () => {
  const read: string[] = [];
  const host = noting(read);
  const asked = { operands: { paths: ["a.txt"] }, given: { rules: "rules" } };
  const request = await readRequest("plan", asked, "recipes", host);
  if (!request.ok) throw new Error(request.problem.message);
  expect(request.value.settings.at_least).toBe(0);
  expect((await run(request.value, host)).report).toMatchObject({ kind: "plan", total_matches: 1 });
  expect(read.filter((file) => file.endsWith(".yml"))).toEqual(["rules/a.yml", "rules/b.yml"]);
});

test("a saved plan holds the rules' edits, not their files", async () => {
  const host = noting([]);
  const given = { rules: "rules", plan_out: "saved.plan" };
  const request = await readRequest("plan", { operands: { paths: ["a.txt"] }, given }, "recipes", host);
  if (!request.ok) throw new Error(request.problem.message);
  expect((await run(request.value, host)).report.kind).toBe("plan");
  const saved = fs.readFileSync(path.join(cwd, "saved.plan"), "utf8");
  expect(saved).toContain('"rules":"rules"');
  expect(saved).not.toContain("ruleSources");
});

test("mistakes in defaults and in rules are told together", async () => {
  const host = noting([]);
  const request = await readRequest("plan", { operands: { paths: [] }, given: { rules: "wrong" } }, "recipes", host);
  if (!request.ok) throw new Error(request.problem.message);
  const { report } = await run(request.value, host);
  const errors = report.kind === "error" ? (report.details?.["errors"] as { message: string }[]) : [];
  expect(errors.map(({ message }) => message)).toEqual(
    expect.arrayContaining(["unknown key `at_leats`", "unknown key `literla`"]),
  );
});
