import { describe, expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { planOn, readPlanFile, writePlanFile } from "../../src/commit/plan-file.ts";
import type { PlannedFile } from "../../src/commit/request.ts";
import { sha256 } from "../../src/commit/preimage.ts";
import type { Host } from "../../src/host/host.ts";
import { EditBuilder } from "../../src/model/edit.ts";
import { settle } from "../../src/model/options.ts";
import type { Request } from "../../src/model/request.ts";
import { applyEdits } from "../../src/text/patch.ts";
import { look, machineWith, planFiles, planRenames, put, requestOf, text, workspace, write } from "./fixture.ts";

const setup = { native: "all", store: "repository" } as const;

const request: Request = {
  verb: "plan",
  pattern: "foo",
  replacement: "bar",
  paths: [],
  settings: settle("plan", {}),
  explicitAtLeast: false,
};

const fingerprint = sha256(Buffer.from("the request"));

const tree = {
  "a.txt": "foo one\r\nfoo\n",
  "d/run.sh": { text: "echo foo\n", mode: 0o755 },
  "l.txt": { link: "a.txt" },
} as const;

function saved(): Host {
  const { host } = machineWith(tree, setup);
  const plan = {
    request,
    workspace,
    fingerprint,
    files: planFiles(host, ["l.txt", "d/run.sh"]),
    renames: planRenames({ d: "e", "d/run.sh": "e/go.sh" }),
  };
  expect(writePlanFile("../plan.json", plan, host)).toEqual({ ok: true, value: undefined });
  return host;
}

test("is one JSON document with a line for each file", () => {
  const host = saved();
  const written = Buffer.from(host.fs.readFile("/plan.json")).toString();
  expect(written.split("\n").length).toBe(5);
  const { digest, request: asked, ...plan } = JSON.parse(written);
  expect(digest).toBe(sha256(Buffer.from(written.slice(0, written.lastIndexOf('"digest"')))));
  expect(asked).toMatchObject({ verb: "plan", pattern: "foo" });
  expect(plan).toEqual({
    format: "swath-plan",
    version: 1,
    tool: "0.1.0",
    root: "/w",
    fingerprint,
    renames: [
      { from: "d", to: "e" },
      { from: "d/run.sh", to: "e/go.sh" },
    ],
    files: [
      {
        path: "l.txt",
        mode: "644",
        encoding: "utf-8",
        eol: "lf",
        hash_before: sha256(Buffer.from("foo one\r\nfoo\n")),
        hash_after: sha256(Buffer.from("bar one\r\nbar\n")),
        edits: [
          { start: 0, end: 3, before: "foo", after: "bar" },
          { start: 9, end: 12, before: "foo", after: "bar" },
        ],
      },
      {
        path: "d/run.sh",
        mode: "755",
        encoding: "utf-8",
        eol: "lf",
        hash_before: sha256(Buffer.from("echo foo\n")),
        hash_after: sha256(Buffer.from("echo bar\n")),
        edits: [{ start: 5, end: 8, before: "foo", after: "bar" }],
      },
    ],
  });
});

test("is applied to the tree it was made for and to a copy", () => {
  const host = saved();
  put(host, tree, "/copy");
  const plan = readPlanFile("/plan.json", host);
  if (!plan.ok) throw new Error(plan.problem.message);
  for (const root of [workspace, "/copy"])
    expect(commit(requestOf({ workspace: root, ...planOn(root, plan.value, host) }), host)).toMatchObject({ ok: true });
  const { ".git": _, ...seen } = look(host);
  expect(seen).toEqual({
    "a.txt": '644  "bar one\\r\\nbar\\n"',
    e: "directory 755",
    "e/go.sh": '755  "echo bar\\n"',
    "l.txt": "link to a.txt",
  });
  expect(look(host, "/copy")).toEqual(seen);
});

test("knows the workspace by another path too", () => {
  const { host } = machineWith(tree, setup);
  host.fs.symlink("w", "/alias");
  const renames = planRenames({ d: "e", "d/run.sh": "e/go.sh" }, "/alias");
  const files = planFiles(host, ["d/run.sh"], "foo", "bar", "/alias");
  expect(writePlanFile("/plan.json", { request, fingerprint, workspace: "/alias", files, renames }, host).ok).toBe(
    true,
  );
  const plan = readPlanFile("/plan.json", host);
  expect(plan).toMatchObject({
    value: {
      root: "/w",
      files: [{ path: "d/run.sh" }],
      renames: [
        { from: "d", to: "e" },
        { from: "d/run.sh", to: "e/go.sh" },
      ],
    },
  });
});

test("keeps bytes that are not UTF-8 on both sides", () => {
  const { host } = machineWith({}, setup);
  const before = Buffer.from([0x66, 0xff, 0x66, 0x0a, 0xc3, 0xa4]);
  const file = host.fs.open("/w/latin.txt", "create");
  host.fs.write(file, before);
  host.fs.close(file);
  const edits = new EditBuilder();
  edits.add(1, 2, Buffer.from([0xe4, 0x00]));
  edits.add(4, 6, Buffer.from("ö"));
  const built = edits.build();
  const after = applyEdits(before, built);
  const planned: PlannedFile = {
    path: "latin.txt",
    absolute: "/w/latin.txt",
    named: false,
    change: { edits: built, hashBefore: sha256(before), hashAfter: sha256(after), encoding: "utf-8", eol: "lf" },
  };
  expect(writePlanFile("/plan.json", { request, fingerprint, workspace, files: [planned], renames: [] }, host).ok).toBe(
    true,
  );
  const plan = readPlanFile("/plan.json", host);
  if (!plan.ok) throw new Error(plan.problem.message);
  expect(plan.value.files[0]!.edits).toEqual([
    { start: 1, end: 2, before_b64: "/w==", after_b64: "5AA=" },
    { start: 4, end: 6, before: "ä", after: "ö" },
  ]);
  expect(commit(requestOf(planOn(workspace, plan.value, host)), host).ok).toBe(true);
  expect(host.fs.readFile("/w/latin.txt")).toEqual(after);
});

test("is not written when a file has changed since", () => {
  const { host } = machineWith(tree, setup);
  const files = planFiles(host, ["a.txt"]);
  write(host, "/w/a.txt", "foo more\n");
  expect(writePlanFile("/plan.json", { request, fingerprint, workspace, files, renames: [] }, host)).toMatchObject({
    problem: { kind: "stale_plan", details: { paths: ["a.txt"] } },
  });
  expect(host.fs.exists("/plan.json")).toBe(false);
});

test("with a hundred thousand edits is written and read back", () => {
  const { host } = machineWith({ "big.txt": "foo \n".repeat(100_000) }, setup);
  expect(
    writePlanFile(
      "/plan.json",
      { request, fingerprint, workspace, files: planFiles(host, ["big.txt"]), renames: [] },
      host,
    ).ok,
  ).toBe(true);
  const plan = readPlanFile("/plan.json", host);
  expect(plan).toMatchObject({ ok: true });
  expect(commit(requestOf(plan.ok ? planOn(workspace, plan.value, host) : {}), host).ok).toBe(true);
  expect(text(host, "big.txt")).toBe("bar \n".repeat(100_000));
});

describe("is refused", () => {
  const cases: Record<string, [(plan: string) => string, RegExp]> = {
    "when it is no plan": [() => '{"files":[]}', /not a plan/],
    "when it is empty": [() => "", /not a plan/],
    "when it is of a later format": [(plan) => plan.replace('"version":1', '"version":2'), /format version 2/],
    "when it is cut short": [(plan) => plan.slice(0, -300), /cut short/],
    "when a replacement was edited": [(plan) => plan.replace('"after":"bar"', '"after":"baz"'), /was changed after/],
    "when the digest was edited": [(plan) => plan.replace(/"digest":"...../, '"digest":"00000'), /was changed after/],
    "when it was reformatted": [(plan) => JSON.stringify(JSON.parse(plan)), /was changed after/],
    "when a path leads out": [
      (plan) => sealed(plan.replace('"path":"l.txt"', '"path":"../l.txt"')),
      /does not lie below its root/,
    ],
    "when a rename leads to another directory": [
      (plan) => sealed(plan.replace(/"renames":\[.*?\]/, '"renames":[{"from":"a.txt","to":"d/a.txt"}]')),
      /never leaves its directory/,
    ],
    "when a file stands in it twice": [
      (plan) => sealed(plan.replace(/(\n\{"path":"l\.txt".*?\]\}),?\n/, "$1,$1,\n").replace(",\n]", "\n]")),
      /changes l\.txt twice/,
    ],
    "when a file is renamed twice": [
      (plan) =>
        sealed(
          plan.replace(/"renames":\[.*?\]/, '"renames":[{"from":"a.txt","to":"b.txt"},{"from":"a.txt","to":"c.txt"}]'),
        ),
      /changes a\.txt twice/,
    ],
    "when a file is renamed to itself": [
      (plan) => sealed(plan.replace(/"renames":\[.*?\]/, '"renames":[{"from":"a.txt","to":"a.txt"}]')),
      /renames a\.txt to itself/,
    ],
    "when a key is missing": [(plan) => sealed(plan.replace('"mode":"644",', "")), /files\.0\.mode is missing/],
    "when edits overlap": [(plan) => sealed(plan.replace('"start":9,"end":12', '"start":2,"end":5')), /overlapping/],
    "when an edit is longer than its text": [(plan) => sealed(plan.replace('"end":12', '"end":13')), /not as long/],
    "when a text is given twice": [
      (plan) => sealed(plan.replace('"before":"foo"', '"before":"foo","before_b64":"Zm9v"')),
      /one text before/,
    ],
  };
  for (const [name, [damage, message]] of Object.entries(cases)) {
    test(name, () => {
      const host = saved();
      write(host, "/plan.json", damage(Buffer.from(host.fs.readFile("/plan.json")).toString()));
      const read = readPlanFile("/plan.json", host);
      expect(read).toMatchObject({ ok: false, problem: { kind: "invalid_plan" } });
      if (!read.ok) expect(read.problem.message).toMatch(message);
    });
  }
});

/** With the digest that its content has now. */
function sealed(plan: string): string {
  const covered = plan.slice(0, plan.lastIndexOf('"digest"'));
  return `${covered}"digest":"${sha256(Buffer.from(covered))}"}\n`;
}
