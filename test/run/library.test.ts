/** The library is what its types say, and fails by reports alone. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as swath from "../../src/index.ts";
import type * as library from "../../src/library.ts";

test("it has what its types name, and nothing else", () => {
  const declared: typeof library = swath;
  const names: Record<keyof typeof library, true> = {
    plan: true,
    apply: true,
    check: true,
    search: true,
    rename: true,
    recover: true,
    undo: true,
    toolPolicies: true,
  };
  expect(Object.keys(declared).toSorted()).toEqual(Object.keys(names).toSorted());
});

test("a working directory that is not there is a report", async () => {
  const cwd = "/nowhere/at/all";
  const message = expect.stringContaining("cannot enter /nowhere/at/all");
  const failed = { kind: "error", error: "walk", message, remedies: [] };
  expect(await swath.plan({ pattern: "a", replacement: "b" }, { cwd })).toMatchObject(failed);
  expect(await swath.recover([], {}, { cwd })).toMatchObject(failed);
  expect(await swath.undo(undefined, {}, { cwd })).toMatchObject(failed);
});

test("a run that is aborted is interrupted, whatever the reason", async () => {
  for (const reason of [undefined, null, new Error("enough"), "enough", { kind: "enough" }])
    expect(await swath.search({ pattern: "a" }, { signal: AbortSignal.abort(reason) })).toMatchObject({
      error: "interrupted",
      exit_code: 130,
    });
});

test("progress is told while scripts work, too", async () => {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-progress-"));
  for (const name of ["a.txt", "b.txt"]) fs.writeFileSync(path.join(cwd, name), "a\n");
  const slow = "export default async ({ path }) => (path === 'b.txt' && (await Bun.sleep(500)), 'y');\n";
  fs.writeFileSync(path.join(cwd, "slow.ts"), slow);
  const seen: number[] = [];
  try {
    const options = { pattern: "a", script: "slow.ts", glob: ["*.txt"], threads: 1 };
    await swath.plan(options, { cwd, onProgress: ({ files }) => seen.push(files) });
    expect(seen).toContain(1);
  } finally {
    fs.rmSync(cwd, { recursive: true });
  }
});

test("what onProgress throws ends the run, and is no bug of ours", async () => {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-progress-"));
  fs.writeFileSync(path.join(cwd, "a.txt"), "a\n");
  fs.writeFileSync(path.join(cwd, "endless.ts"), "export default () => { for (;;); };\n");
  const onProgress = (): never => {
    throw new Error("no more");
  };
  try {
    expect(
      await swath.plan({ pattern: "a", script: "endless.ts", paths: ["a.txt"] }, { cwd, onProgress }),
    ).toMatchObject({
      error: "invalid_request",
      message: "onProgress threw: no more",
    });
  } finally {
    fs.rmSync(cwd, { recursive: true });
  }
});

describe("a program without types is told of", () => {
  const refusals: readonly (readonly [
    what: string,
    call: () => Promise<unknown>,
    message: string,
    suggestion: string,
  ])[] = [
    [
      "a misspelt option",
      () => swath.plan({ pattern: "a", replacement: "b", at_leats: 2 } as never),
      "plan: unknown option at_leats",
      "Did you mean at_least?",
    ],
    [
      "a misspelt operand",
      () => swath.search({ patern: "a" } as never),
      "search: pattern is missing; unknown option patern",
      "Did you mean pattern?",
    ],
    [
      "a name of another style, and every other mistake",
      () => swath.check({ pattern: "a", replacement: "b", ignoreCase: true, type: "ts" } as never),
      'check: type must be a list, and "ts" was given; unknown option ignoreCase',
      'Write a list: ["ts"].',
    ],
    [
      "a list in JSON",
      () => swath.check({ pattern: "a", replacement: "b", type: '["ts"]' } as never),
      'check: type must be a list, and "["ts"]" was given',
      "Give the list itself, not its text.",
    ],
    [
      "a misspelt choice",
      () => swath.plan({ pattern: "a", replacement: "b", syntax: "blok" } as never),
      'plan: syntax must be "block" or "warn" or "off", and "blok" was given',
      "Did you mean block?",
    ],
    [
      "an option of the command line",
      () => swath.plan({ pattern: "a", replacement: "b", json: true } as never),
      "plan: unknown option json",
      "It is an option of the command line alone.",
    ],
    [
      "an option of another function",
      () => swath.search({ pattern: "a", allow_non_convergent: true } as never),
      "search: unknown option allow_non_convergent",
      "It is an option of plan, apply, check, rename.",
    ],
    [
      "a control among the options",
      () => swath.apply({ pattern: "a", replacement: "b", cwd: "/" } as never),
      "apply: unknown option cwd",
      "Give the control cwd in an object of its own after the options.",
    ],
    [
      "a misspelt control",
      () => swath.rename({ from: "a", to: "b" }, { signl: undefined } as never),
      "rename: unknown control signl",
      "Did you mean signal?",
    ],
    [
      "the names of a tool's arguments",
      () => swath.rename({ from: "a", to: "b", in: ["src"] } as never),
      "rename: unknown option in",
      expect.stringContaining("roots"),
    ],
  ];
  for (const [what, call, message, suggestion] of refusals)
    test(what, async () => {
      const refused = { kind: "error", error: "invalid_request", exit_code: 3, message, suggestion };
      expect(await call()).toMatchObject(refused);
    });

  test("half a character", async () =>
    expect(await swath.plan({ pattern: "a", replacement: "\ud83d" })).toMatchObject({
      error: "invalid_request",
      message: "plan: replacement holds half a character, which no file can hold",
    }));

  test("arguments in another order or of another kind", async () => {
    const messages = await Promise.all(
      [
        swath.plan(undefined as never),
        swath.plan("foo" as never, "bar" as never),
        swath.search(null as never),
        swath.rename(["a", "b"] as never),
        swath.undo({ id: "x" } as never),
        swath.undo("x", "y" as never),
        swath.undo(undefined, { fsnyc: "auto" } as never),
        swath.recover({} as never),
        swath.recover("src" as never),
        swath.recover([], { force_locks: true } as never),
      ].map(async (call) => {
        const report = await call;
        return report.kind === "error" ? `${report.message}. ${report.suggestion ?? ""}`.trim() : report;
      }),
    );
    expect(messages).toEqual([
      "plan: an object of options is wanted, and undefined was given.",
      "plan: an object of options is wanted, and a string was given.",
      "search: an object of options is wanted, and null was given.",
      "rename: an object of options is wanted, and a list was given.",
      "undo takes the id of an apply as text first, and an object was given. Its form is undo(id, options, controls).",
      "undo: an object of options is wanted, and a string was given.",
      "undo: unknown option fsnyc. Did you mean fsync?",
      "recover takes paths as a list of texts first, and an object was given. Its form is recover(paths, options, controls).",
      "recover takes paths as a list of texts first, and a string was given. Its form is recover(paths, options, controls).",
      "recover: unknown option force_locks. Did you mean force_lock?",
    ]);
  });
});

/** Runs in a directory with one file, `a.txt`. */
async function inTree(work: (cwd: string) => Promise<void>): Promise<void> {
  const cwd = fs.mkdtempSync(path.join(os.tmpdir(), "swath-library-"));
  try {
    fs.writeFileSync(path.join(cwd, "a.txt"), "foo\n");
    await work(cwd);
  } finally {
    fs.rmSync(cwd, { recursive: true });
  }
}

test("options that are undefined are as good as absent, and sizes may have a suffix", () =>
  inTree(async (cwd) => {
    const given = { pattern: "foo", replacement: "bar", paths: undefined, literal: undefined, max_bytes: "1K" };
    expect(await swath.plan(given as never, { cwd })).toMatchObject({ kind: "plan", total_matches: 1 });
  }));

test("the files that a run writes beside its report", () =>
  inTree(async (cwd) => {
    const given = { pattern: "foo", replacement: "bar", paths: ["a.txt"] };
    const report = await swath.plan({ ...given, patch: "a.patch", sarif: "a.sarif", plan_out: "a.plan" }, { cwd });
    expect(report).toMatchObject({ kind: "plan", total_matches: 1 });
    expect(fs.readFileSync(path.join(cwd, "a.patch"), "utf8")).toContain("-foo\n+bar\n");
    expect(JSON.parse(fs.readFileSync(path.join(cwd, "a.sarif"), "utf8")).runs[0].results).toHaveLength(1);
    expect(fs.existsSync(path.join(cwd, "a.plan"))).toBe(true);
    const unwritable = await swath.apply({ ...given, patch: "no/such/a.patch" }, { cwd });
    expect(unwritable).toMatchObject({ kind: "error", error: "io", path: "no/such/a.patch" });
    expect(fs.readFileSync(path.join(cwd, "a.txt"), "utf8")).toBe("foo\n");
  }));

test("a rename without a name", async () => {
  expect(await swath.rename({ from: "a" })).toMatchObject({ message: "rename needs a new name" });
  expect(await swath.rename({ to: "a" })).toMatchObject({ message: "rename needs an old name" });
});

test("a pair without its second name is told how to be written", () =>
  inTree(async (cwd) => {
    const refused = { error: "invalid_rename_map", message: '"foo" is not of the form OLD=NEW' };
    const alone = await swath.rename({ map: ["foo"] }, { cwd });
    expect(alone).toMatchObject({ ...refused, suggestion: "Write --map foo=NEW." });
    const apart = await swath.rename({ map: ["foo"], roots: ["bar"] }, { cwd });
    expect(apart).toMatchObject({ ...refused, suggestion: "Write --map foo=bar." });
  }));
