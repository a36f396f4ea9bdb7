import { afterEach, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import { settle, type GivenOptions } from "../../src/model/options.ts";
import { problem } from "../../src/model/problem.ts";
import type { Request } from "../../src/model/request.ts";
import { failure, success } from "../../src/model/result.ts";
import { run } from "../../src/run.ts";
import type { Review, ReviewedFile } from "../../src/run/review.ts";

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) fs.rmSync(root, { recursive: true });
});

const utf16 = Buffer.from("\ufefffoo foo\n", "utf16le");

function tree() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-review-")));
  roots.push(root);
  fs.writeFileSync(path.join(root, "a.txt"), "foo foo\nx\r\nfoo");
  fs.writeFileSync(path.join(root, "b.txt"), "foo\n");
  fs.writeFileSync(path.join(root, "u.txt"), utf16);
  return root;
}

async function applied(root: string, review: Review, options: GivenOptions = { type: ["txt"] }, pattern = "foo") {
  const host = { ...bunHost(), cwd: root, env: { ...process.env, XDG_STATE_HOME: path.join(root, "state") } };
  const settings = settle("apply", { threads: 1, ...options });
  const request: Request = {
    verb: "apply",
    pattern,
    replacement: "quux",
    paths: [],
    settings,
    explicitAtLeast: false,
  };
  const { report } = await run(request, host, { diff: true, listed: true, review });
  const now = (name: string) => fs.readFileSync(path.join(root, name));
  return { report, a: now("a.txt").toString(), b: now("b.txt").toString(), u: now("u.txt") };
}

test("only the edits that were kept are made, and a file without any is not written", async () => {
  const root = tree();
  const inode = fs.statSync(path.join(root, "b.txt")).ino;
  let seen: readonly ReviewedFile[] = [];
  const { report, a, b, u } = await applied(root, async (files) => {
    seen = files;
    return success([[false, true, true], [false], [true, false]]);
  });
  expect(seen.map((file) => [file.path, file.edits.map(({ line }) => line)])).toEqual([
    ["a.txt", [1, 1, 3]],
    ["b.txt", [1]],
    ["u.txt", [1, 1]],
  ]);
  expect([a, b, u]).toEqual(["foo quux\nx\r\nquux", "foo\n", Buffer.from("\ufeffquux foo\n", "utf16le")]);
  expect(report).toMatchObject({ kind: "apply", outcome: "changes", total_matches: 3, files_written: 2 });
  expect(fs.statSync(path.join(root, "b.txt")).ino).toBe(inode);
});

test("keeping all is an apply, and keeping none writes nothing", async () => {
  const all = await applied(tree(), async (files) => success(files.map((file) => file.edits.map(() => true))));
  expect([all.report, all.b]).toMatchObject([{ kind: "apply", total_matches: 6, files_written: 3 }, "quux\n"]);
  const none = await applied(tree(), async (files) => success(files.map((file) => file.edits.map(() => false))));
  expect([none.report, none.b]).toMatchObject([{ kind: "apply", total_matches: 0, files_written: 0 }, "foo\n"]);
});

test("a review that was left writes nothing", async () => {
  const left = await applied(tree(), async () => failure(problem("interrupted", "left")));
  expect([left.report, left.a, left.b]).toMatchObject([
    { kind: "error", error: "interrupted", exit_code: 130 },
    "foo foo\nx\r\nfoo",
    "foo\n",
  ]);
});

test("a file that changes while it is reviewed is not touched", async () => {
  const root = tree();
  const { report, a, b } = await applied(root, async () => {
    fs.writeFileSync(path.join(root, "a.txt"), "foo changed\n");
    return success([[true, false, true], [true], [true, true]]);
  });
  expect([report, a, b]).toMatchObject([
    { kind: "error", error: "stale_plan", path: "a.txt" },
    "foo changed\n",
    "foo\n",
  ]);
});

test("a choice that breaks the syntax is refused, warned of, or made", async () => {
  const half: Review = async () => success([[true, false]]);
  const root = tree();
  const code = path.join(root, "c.js");
  for (const [syntax, report, text] of [
    ["block", { kind: "error", error: "syntax_regression", path: "c.js", line: 1 }, "f()\n"],
    ["warn", { kind: "apply", files_written: 1, warnings: [{ code: "syntax_regression", path: "c.js" }] }, "fquux)\n"],
    ["off", { kind: "apply", files_written: 1 }, "fquux)\n"],
  ] as const) {
    fs.writeFileSync(code, "f()\n");
    const run = await applied(root, half, { type: ["js"], syntax }, "[()]");
    expect([run.report, fs.readFileSync(code, "utf8")]).toMatchObject([report, text]);
  }
});
