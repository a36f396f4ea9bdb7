/** Listings and heads under a budget: what is shown is whole, and what is not is counted. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { inTree, runOnce, type Ran } from "./world.ts";

const tree = {
  "a/1.txt": "1\n2\n3\n",
  "a/2.txt": "22\n",
  "b.bin": Uint8Array.of(0, 1),
  "c.txt": "ccc",
  ".hidden": "h\n",
};

const untold = new Set(["elapsed_ms", "type", "ok", "lines"]);

function told({ records }: Ran): unknown[] {
  return records.map((record) => {
    const { path: shown, size, head } = record;
    if (shown !== undefined) return [shown, size ?? head];
    return Object.fromEntries(Object.entries(record).filter(([key]) => !untold.has(key)));
  });
}

describe("list", () => {
  test("whole", async () => {
    expect(told(await runOnce(tree, "sparse", ["list"]))).toEqual([
      ["a/1.txt", 6],
      ["a/2.txt", 3],
      ["b.bin", 2],
      ["c.txt", 3],
      { emitted: 4, truncated: false, files_scanned: 4, path_bytes: 24 },
    ]);
  });

  test.each([
    [{ max_files: 2 }, { emitted: 2, truncated: true, files_scanned: 4, path_bytes: 14, files_budget_dropped: 2 }],
    [{ max_files: 0 }, { emitted: 0, truncated: true, files_scanned: 4, path_bytes: 0, files_budget_dropped: 4 }],
    [{ max_bytes: 13 }, { emitted: 1, truncated: true, files_scanned: 4, path_bytes: 7, files_budget_dropped: 3 }],
    [{ max_bytes: 14 }, { emitted: 2, truncated: true, files_scanned: 4, path_bytes: 14, files_budget_dropped: 2 }],
    [
      { max_files: 3, max_bytes: 7 },
      { emitted: 1, truncated: true, files_scanned: 4, path_bytes: 7, files_budget_dropped: 3 },
    ],
    [{ max_files: 4 }, { emitted: 4, truncated: false, files_scanned: 4, path_bytes: 24 }],
  ])("within %j", async (given, summary) => {
    expect(told(await runOnce(tree, "sparse", ["list"], given)).at(-1)).toEqual(summary);
  });
});

describe("read", () => {
  test("heads of so many lines, without what holds no text", async () => {
    expect(told(await runOnce(tree, "sparse", ["read"], { head: 2 }))).toEqual([
      ["a/1.txt", "1\n2"],
      ["a/2.txt", "22"],
      ["c.txt", "ccc"],
      {
        emitted: 3,
        truncated: false,
        files_scanned: 4,
        path_bytes: 19,
        skipped: [{ reason: "binary", count: 1, paths: ["b.bin"] }],
      },
    ]);
  });

  test("the first head that does not fit ends the page", async () => {
    expect(told(await runOnce(tree, "sparse", ["read"], { head: 2, max_bytes: 4 }))).toEqual([
      ["a/1.txt", "1\n2"],
      { emitted: 1, truncated: true, files_scanned: 4, path_bytes: 7, files_budget_dropped: 3 },
    ]);
  });

  test("of a long file no more is read than its head", async () => {
    const long = `${"x".repeat(200_000)}\nlast\n`;
    const { records } = await runOnce({ "a.txt": long }, "sparse", ["read"], { head: 1 });
    expect((records[0]!["head"] as string).length).toBe(200_000);
  });
});

test("what is no file is skipped and said so", async () => {
  await inTree({ "a.txt": "1\n" }, async ({ root, run }) => {
    fs.mkdirSync(path.join(root, "sockets"));
    Bun.spawnSync(["mkfifo", path.join(root, "sockets/pipe")]);
    expect(told(await run("sparse", ["list"]))).toEqual([
      ["a.txt", 2],
      {
        emitted: 1,
        truncated: false,
        files_scanned: 1,
        path_bytes: 5,
        skipped: [{ reason: "special", count: 1, paths: ["sockets/pipe"] }],
      },
    ]);
  });
});

test("a file that cannot be read makes the answer partial", async () => {
  await inTree({ "a.txt": "1\n" }, async ({ run, host }) => {
    const read = host.fs.open;
    Object.defineProperty(host, "fs", {
      value: {
        ...host.fs,
        open(file: string, mode: "read") {
          if (file.endsWith("a.txt")) throw Object.assign(new Error("no"), { code: "EACCES" });
          return read(file, mode);
        },
      },
    });
    const ran = await run("sparse", ["read"]);
    expect([told(ran), ran.exitCode]).toEqual([
      [
        {
          emitted: 0,
          truncated: false,
          files_scanned: 1,
          path_bytes: 0,
          files_failed: 1,
          partial: true,
          errors: [{ path: "a.txt", code: "io", message: "cannot read a.txt: permission denied (EACCES)" }],
        },
      ],
      0,
    ]);
  });
});

test.each([
  [["list", "nope"], "walk"],
  [["lst"], "invalid_request"],
  [[], "invalid_request"],
])("%j is refused", async (operands, code) => {
  const { records, exitCode } = await runOnce(tree, "sparse", operands);
  expect([records.length, records[0]!["code"], exitCode]).toEqual([1, code, 3]);
});
