/** Answers stay small, entries stay whole, and what was left out is counted to the last one. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { bounded, sizeOf } from "../../src/mcp/bounds.ts";
import { PlanStore } from "../../src/mcp/plan-store.ts";
import { lineHash } from "../../src/text/line-hash.ts";
import { withServer } from "./world.ts";

describe("by default", () => {
  test("a hundred matches are listed and all are counted", async () => {
    await withServer({ "a.txt": "x\n".repeat(250) }, async ({ call }) => {
      const found = await call("swath_search", { pattern: "x" });
      expect([
        found["total_matches"],
        found["files"][0].matches.length,
        found["records_omitted"],
        found["rows"].length,
      ]).toEqual([250, 100, 150, 100]);
      const more = await call("swath_search", { pattern: "x", limit: 240 });
      expect([more["files"][0].matches.length, more["records_omitted"]]).toEqual([240, 10]);
    });
  });

  test("no answer is larger than 50 KB, and what is cut adds up", async () => {
    const tree = Object.fromEntries(
      Array.from({ length: 30 }, (_, n) => [`${n}.txt`, `${"y".repeat(300)}x\n`.repeat(40)]),
    );
    await withServer(tree, async ({ call }) => {
      const found = await call("swath_search", { pattern: "y+x", limit: 5000 });
      const listed = (found["files"] as { matches: object[] }[]).reduce((sum, file) => sum + file.matches.length, 0);
      expect([found["total_matches"], listed + found["records_omitted"]]).toEqual([1200, 1200]);
      expect(sizeOf(found)).toBeLessThanOrEqual(50 * 1024);
      expect(listed).toBeGreaterThan(50);
    });
  });

  test("an entry that is too large by itself does not keep the others out", () => {
    const [small, large] = [
      { path: "s", diff: "x" },
      { path: "l", diff: "x".repeat(60_000) },
    ];
    const cut = bounded({ kind: "plan", changes: [large, small, large, small] });
    expect(cut).toEqual({ kind: "plan", changes: [small, small], records_omitted: 2 });
    const found = (snippet: string, count: number) => ({
      path: "f",
      matches: Array.from({ length: count }, () => ({ snippet })),
    });
    const files = [found("x".repeat(60_000), 3), found("y", 2)];
    expect(bounded({ kind: "search", files })).toEqual({ kind: "search", files: [files[1]], records_omitted: 3 });
  });

  test("a file is read up to line 100, and on from there when asked", async () => {
    const text = Array.from({ length: 250 }, (_, n) => `line ${n + 1}\n`).join("");
    await withServer({ "a.txt": text }, async ({ call }) => {
      const first = await call("swath_read", { path: "a.txt" });
      expect([first["records"][0].lines, first["records"][0].range, first["records"][0].lines_omitted]).toEqual([
        250,
        { start: 1, end: 100 },
        150,
      ]);
      expect(first["rows"]).toHaveLength(100);
      const rest = await call("swath_read", { path: "a.txt", lines: "101:" });
      expect([rest["records"][0].range, rest["records"][0].lines_omitted, rest["rows"].length]).toEqual([
        { start: 101, end: 250 },
        undefined,
        150,
      ]);
      expect(first["records"][0].content + rest["records"][0].content).toBe(text);
    });
  });

  test("long lines end a read early, and none is cut", async () => {
    const line = `${"é".repeat(4000)}\n`;
    await withServer({ "a.txt": line.repeat(20) }, async ({ call }) => {
      const { records, rows } = await call("swath_read", { path: "a.txt", head: 20 });
      expect(records[0].content).toBe(line.repeat(rows.length));
      expect([rows.length + records[0].lines_omitted, rows.length > 1]).toEqual([20, true]);
    });
  });

  test("a line that no answer can hold is told, and how to read on", async () => {
    const tree = { "a.txt": `one\n${"z".repeat(60_000)}\nthree\n` };
    await withServer(tree, async ({ call }) => {
      const read = async (lines: string) => (await call("swath_read", { path: "a.txt", lines }))["records"][0];
      expect(await read("1:")).toMatchObject({ content: "one\n", range: { start: 1, end: 1 }, lines_omitted: 2 });
      expect(await read("2:")).toMatchObject({
        content: "",
        lines_omitted: 2,
        warnings: [
          {
            code: "line_too_long",
            message: "line 2 is larger than an answer may be: read on with lines 3:, or search in it",
          },
        ],
      });
      expect(await read("3:")).toMatchObject({ content: "three\n", range: { start: 3, end: 3 } });
    });
  });

  test("rows of an edit and of its refusal that do not fit are counted", async () => {
    const text = (line: number) => `${line}${"z".repeat(2000)}`;
    const content = Array.from({ length: 40 }, (_, n) => `${text(n + 1)}\n`).join("");
    await withServer({ "a.txt": content }, async ({ call }) => {
      const edits = (hash: (line: number) => string) =>
        Array.from({ length: 8 }, (_, n) => 5 * n + 3).map((line) => ({
          set_line: { anchor: `${line}:${hash(line)}`, new_text: `x${text(line)}` },
        }));
      const refused = await call("swath_edit", { path: "a.txt", edits: edits(() => "000") });
      const { rows, records } = refused;
      expect([rows.length < 40, rows.length + records[0].details.rows_omitted]).toEqual([true, 40]);
      const hash = (line: number) => lineHash(Buffer.from(text(line)));
      const edited = await call("swath_edit", { path: "a.txt", edits: edits(hash) });
      expect(edited["rows"].length + edited["records"][0].lines_omitted).toBe(40);
      for (const answer of [refused, edited]) expect(JSON.stringify(answer).length).toBeLessThan(50 * 1024);
    });
  });

  test("a sparse read shows whole heads", async () => {
    const tree = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`${n}.txt`, `${"z".repeat(900)}\n`]));
    await withServer(tree, async ({ call }) => {
      const { records } = await call("swath_sparse", { mode: "read" });
      const summary = records.at(-1);
      expect([summary.emitted, summary.emitted + summary.files_budget_dropped]).toEqual([records.length - 1, 150]);
      expect(records.slice(0, -1).every(({ head }: { head: string }) => head.length === 900)).toBe(true);
    });
  });

  test("a head that no answer can hold does not keep the others out", async () => {
    const tree = { "a.min.js": "z".repeat(60_000), "b.txt": "one\n", "c.txt": "two\n" };
    await withServer(tree, async ({ call }) => {
      const { records } = await call("swath_sparse", { mode: "read" });
      expect(records.map(({ path, emitted }: { path?: string; emitted?: number }) => path ?? emitted)).toEqual([
        "b.txt",
        "c.txt",
        2,
      ]);
      expect(records[2]).toMatchObject({ truncated: true, files_scanned: 3, files_budget_dropped: 1 });
    });
  });

  test("a plan of many files lists a hundred", async () => {
    const tree = Object.fromEntries(Array.from({ length: 130 }, (_, n) => [`${n}.txt`, "a\n"]));
    await withServer(tree, async ({ call, read }) => {
      const plan = await call("swath_plan", { pattern: "a", replacement: "b" });
      expect([plan["changes"].length, plan["records_omitted"], plan["files_changed"]]).toEqual([100, 30, 130]);
      expect(await call("swath_apply", { plan_id: plan["plan_id"] })).toMatchObject({ files_written: 130 });
      expect(read("129.txt")).toBe("b\n");
    });
  });
});

describe("a report that is cut", () => {
  const change = (n: number) => ({ path: `${n}.txt`, matches: 1 });
  const report = {
    kind: "plan",
    changes: Array.from({ length: 100 }, (_, n) => change(n)),
    warnings: [{ code: "w" }],
    plan_id: "p",
  };

  test.each([100_000, 2000, 700, 200, 0])("to %d bytes", (most) => {
    const cut = bounded(report, most) as { changes: object[]; warnings?: object[]; records_omitted?: number };
    const omitted = 100 - cut.changes.length + (cut.warnings === undefined ? 1 : 0);
    expect([cut.records_omitted ?? 0, sizeOf(cut) <= Math.max(most, 250)]).toEqual([omitted, true]);
    expect(cut.changes).toEqual(report.changes.slice(0, cut.changes.length));
  });

  test("keeps the order of its keys", () => {
    expect(Object.keys(bounded(report, 1000))).toEqual(["kind", "changes", "records_omitted", "plan_id"]);
  });
});

test("only the latest plans are kept", async () => {
  await withServer({}, async ({ root, host }) => {
    const store = new PlanStore(root, host);
    const ids = Array.from({ length: 53 }, (_, n) => {
      const later = Object.create(host, { now: { value: () => Date.now() + n } }) as typeof host;
      const reserved = new PlanStore(root, later).reserve();
      if (!reserved.ok) throw new Error(reserved.problem.message);
      fs.writeFileSync(reserved.value.file, "plan");
      return reserved.value.id;
    });
    store.prune();
    expect(ids.map((id) => store.find(id) !== undefined)).toEqual(ids.map((_, n) => n >= 3));
    expect(["", "..", "../x", ids[9]!.toUpperCase()].map((id) => store.find(id))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(new PlanStore(`${root}/other`, host).find(ids[9]!)).toBeUndefined();
  });
});

test("a plan that cannot be kept names the state directory and the way out", async () => {
  await withServer({ "a.txt": "foo\n" }, async ({ base, call }) => {
    fs.writeFileSync(path.join(base, "state"), "");
    expect(await call("swath_plan", { pattern: "foo", replacement: "bar" })).toMatchObject({
      error: "io",
      path: path.join(base, "state/swath"),
      suggestion: "Set XDG_STATE_HOME to a directory that can be written.",
    });
  });
});
