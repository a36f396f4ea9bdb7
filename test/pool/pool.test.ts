import { afterAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { problem } from "../../src/model/problem.ts";
import { buildEngine } from "../../src/pool/build.ts";
import type { Job } from "../../src/model/job.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import { runPool, type FileSource, type PoolOptions } from "../../src/pool/pool.ts";
import { mostThreads, threadCount } from "../../src/pool/thread-count.ts";
import { numbers } from "../random.ts";
import { engineOf, inPathOrder, jobOf, makeTree, removeTree, textSpec, treeSource } from "./tree.ts";

const modules = path.join(import.meta.dir, "modules");

function randomTree(seed: number, files: number): Record<string, string | Uint8Array> {
  const next = numbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!;
  const tree: Record<string, string | Uint8Array> = {};
  for (let i = 0; i < files; i++) {
    const directory = pick(["", "a/", "a/b/", "ü/", "z z/"]);
    const lines = Array.from({ length: Math.floor(next() * 30) }, () =>
      pick(["needle", "a needle, needle", "hay", "", "nädel\r"]),
    );
    tree[`${directory}${i}.txt`] = next() < 0.03 ? new Uint8Array([110, 0, 110]) : lines.join("\n");
  }
  return tree;
}

const root = makeTree(randomTree(7, 400));
const small = makeTree({ "a.txt": "needle\n", "b.txt": "needle\n", "c.txt": "hay\n" });
afterAll(() => {
  removeTree(root);
  removeTree(small);
});

const spec = textSpec("needle");
const search = jobOf(spec);
const base = { engine: engineOf(spec) };

describe("the answer is the same", () => {
  const detailed = jobOf(spec, { wants: { ...search.wants, detail: true } });
  const replacing = textSpec("needle", "pin");
  const planning = jobOf(replacing, { verb: "plan", wants: { ...search.wants, diff: true, listed: true } });
  const ways: readonly (readonly [string, Partial<PoolOptions<number>>])[] = [
    ["on one thread", { threads: 1 }],
    ["with one worker beside this thread", { threads: 2, worthwhile: 0 }],
    ["with three workers beside this thread", { threads: 4, worthwhile: 0 }],
    ["with one worker alone", { threads: 1, inline: false }],
    ["with three workers alone", { threads: 3, inline: false }],
    ["without the C library", { threads: 2, worthwhile: 0, ffi: false }],
  ];
  const jobs = [
    ["search", search, base.engine],
    ["detailed search", detailed, base.engine],
    ["plan", planning, engineOf(replacing)],
  ] as const;
  for (const [what, job, engine] of jobs) {
    test(what, async () => {
      const answers = [];
      for (const [, options] of ways) {
        const { outcomes, filesScanned, bytesRead, planned } = await runPool(job, treeSource(root), {
          engine,
          ...options,
        });
        answers.push({ outcomes: inPathOrder(outcomes), filesScanned, bytesRead, planned });
      }
      expect(answers[0]!.planned).toBe(400);
      expect(answers[0]!.outcomes.length).toBeGreaterThan(100);
      for (const [i, [name]] of ways.entries()) expect({ name, ...answers[i]! }).toEqual({ name, ...answers[0]! });
    });
  }
});

test("a search that lists few matches counts all, however many threads there are", async () => {
  const found = async (limit: number | undefined, options: Partial<PoolOptions<number>>) => {
    const job = jobOf(spec, limit === undefined ? {} : { limit });
    const { outcomes, unlisted } = await runPool(job, treeSource(root), { ...base, ...options });
    const matched = inPathOrder(outcomes).flatMap((outcome) => (outcome.kind === "matched" ? [outcome] : []));
    const total = matched.reduce((sum, { count }) => sum + count, unlisted);
    const listed = matched.flatMap(({ path: shown, matches }) => matches.map((match) => ({ shown, ...match })));
    return { total, first: listed.slice(0, 3), outcomes: matched.length };
  };
  const all = await found(undefined, { threads: 1 });
  for (const options of [{ threads: 1 }, { threads: 2, worthwhile: 0 }, { threads: 3, inline: false }]) {
    const { total, first, outcomes } = await found(3, options);
    expect({ total, first }).toEqual({ total: all.total, first: all.first });
    expect(outcomes).toBeLessThan(all.outcomes);
  }
});

describe("workers that fail", () => {
  const alone = { ...base, inline: false, threads: 2 };
  const scripted = jobOf({ ...spec, script: { file: "/nowhere/script.ts", timeout: 1 } });
  const cases: readonly (readonly [string, string, Partial<PoolOptions<number>>, string, Job?])[] = [
    ["does not load", "unloadable", {}, "thread_pool"],
    ["is missing", "missing", {}, "thread_pool"],
    ["never begins", "bare/no-answer", { deadlines: { start: 150 } }, "thread_pool"],
    ["ends itself", "bare/exits", {}, "worker_crashed"],
    ["hangs", "bare/hangs", { deadlines: { silence: 150 } }, "worker_crashed"],
    ["does not load for a script", "unloadable", {}, "thread_pool", scripted],
    ["never begins with a script", "no-answer", { deadlines: { start: 150 } }, "thread_pool", scripted],
    ["ends itself before a script", "exits", {}, "worker_crashed", scripted],
  ];
  for (const [what, module, options, kind, job = search] of cases) {
    test(`a worker that ${what} is ${kind}`, async () => {
      const result = await runPool(job, treeSource(small), {
        ...alone,
        module: path.join(modules, `${module}.ts`),
        ...options,
      });
      expect(result.problem?.kind).toBe(kind as "thread_pool");
    });
  }

  test("what a worker held when it hung is named", async () => {
    const module = path.join(modules, "bare/hangs.ts");
    const result = await runPool(search, treeSource(small), {
      ...alone,
      threads: 1,
      module,
      deadlines: { silence: 100 },
    });
    expect(result.problem).toMatchObject({ kind: "worker_crashed", path: "b.txt" });
  });

  test("this thread finishes the work of workers that do not start", async () => {
    const module = path.join(modules, "unloadable.ts");
    const result = await runPool(search, treeSource(root), { ...base, threads: 3, worthwhile: 0, module });
    const plain = await runPool(search, treeSource(root), { ...base, threads: 1 });
    expect([result.problem, inPathOrder(result.outcomes)]).toEqual([undefined, inPathOrder(plain.outcomes)]);
  });
});

describe("stopping", () => {
  const timeout = problem("timeout", "the run took longer than 1 second");

  for (const inline of [true, false]) {
    test(`an abort ends a run ${inline ? "on this thread" : "of workers"} in the middle`, async () => {
      const stop = new AbortController();
      const source = function* endless(sink: Parameters<ReturnType<typeof treeSource>>[0]): Generator<undefined, void> {
        for (let i = 0; i < 1_000_000; i++) {
          sink.files({ absolute: small, shown: "" }, ["a.txt"], false);
          if (i === 2000) setTimeout(() => stop.abort(timeout), 5);
          yield;
        }
      };
      const result = await runPool(search, source, { ...base, inline, threads: 2, signal: stop.signal });
      expect({ problem: result.problem, planned: result.planned }).toEqual({ problem: timeout, planned: undefined });
      expect(result.filesScanned).toBeLessThan(1_000_000);
    });
  }

  test("an abort ends a run in the middle of a large file", async () => {
    const large = makeTree({ "a.txt": Buffer.alloc(48 << 20, "needle\n") });
    const stop = new AbortController();
    const ending = setTimeout(() => stop.abort(timeout), 1);
    const result = await runPool(search, treeSource(large), { ...base, threads: 1, signal: stop.signal });
    clearTimeout(ending);
    removeTree(large);
    expect(result).toMatchObject({ problem: timeout, outcomes: [], filesScanned: 0, planned: 1 });
    expect(result.bytesRead).toBeLessThan(48 << 20);
  });

  test("a signal that was aborted before searches nothing", async () => {
    const result = await runPool(search, treeSource(small), { ...base, signal: AbortSignal.abort(timeout) });
    expect(result).toMatchObject({ problem: timeout, outcomes: [], filesScanned: 0 });
  });

  test("a walk that failed searches no further", async () => {
    const result = await runPool(search, treeSource(small), { ...base, rejects: (files) => files === 3 });
    expect(result).toMatchObject({ outcomes: [], filesScanned: 0, planned: 3 });
  });
});

describe("thread counts", () => {
  for (const asked of [0, -1, 1.5, NaN, Infinity, mostThreads + 1]) {
    test(`${asked} is refused`, async () => {
      const result = await runPool(search, treeSource(small), { ...base, threads: asked });
      expect([result.problem?.kind, result.filesScanned]).toEqual(["invalid_threads", 0]);
    });
  }

  test("one for each core is the default", () => {
    expect(threadCount(undefined)).toEqual({ ok: true, value: navigator.hardwareConcurrency });
  });
});

describe("files that cannot be read", () => {
  test("are skipped on the walk, fail when they are named, and warn before a write", async () => {
    const tree = makeTree({ "a.txt": "needle\n" });
    fs.mkdirSync(path.join(tree, "gone"));
    const source = function* (
      named: boolean,
      sink: Parameters<ReturnType<typeof treeSource>>[0],
    ): Generator<undefined, void> {
      sink.files({ absolute: tree, shown: "" }, ["gone"], named);
      sink.files({ absolute: tree, shown: "" }, ["missing.txt"], named);
      yield;
    };
    const run = async (named: boolean, verb: "search" | "apply") =>
      inPathOrder((await runPool({ ...search, verb }, (sink) => source(named, sink), base)).outcomes);
    expect(await run(false, "search")).toEqual([
      { kind: "skipped", path: "gone", reason: "unreadable" },
      { kind: "skipped", path: "missing.txt", reason: "unreadable" },
    ]);
    expect(await run(false, "apply")).toMatchObject([
      { warnings: [{ code: "unreadable", path: "gone" }] },
      { warnings: [{ code: "unreadable", path: "missing.txt" }] },
    ]);
    expect(await run(true, "search")).toMatchObject([
      { kind: "failed", path: "gone", problem: { kind: "io", details: { code: "EISDIR" } } },
      { kind: "failed", path: "missing.txt", problem: { kind: "io", details: { code: "ENOENT" } } },
    ]);
    removeTree(tree);
  });
});

describe("scripts that take their worker with them", () => {
  const files = { "a.txt": "x\n", "b.txt": "bad\nx\n", "c.txt": "x\n", "d/e.txt": "x\n" };
  const fatal = makeTree({
    ...files,
    "script.ts":
      "export default ({ path, text }) => path === 'b.txt' ? process.reallyExit(3) : text === 'x' ? 'y' : null;\n",
  });
  afterAll(() => removeTree(fatal));

  test("only their file fails, and all others are done", async () => {
    const script = { file: path.join(fatal, "script.ts"), timeout: 5 };
    const spec: TextSpec = textSpec("x", undefined, { script });
    const engine = await buildEngine(spec);
    if (!engine.ok) throw new Error(engine.problem.message);
    const only: FileSource<undefined> = function* (sink) {
      sink.files({ absolute: fatal, shown: "" }, ["a.txt", "b.txt", "c.txt"], false);
      sink.files({ absolute: path.join(fatal, "d"), shown: "d" }, ["e.txt"], false);
      yield;
      return undefined;
    };
    const job = jobOf(spec, { verb: "plan", partial: true, allowNonConvergent: true });
    for (const threads of [1, 2]) {
      const result = await runPool(job, only, { engine: engine.value, threads });
      expect({ problem: result.problem, scanned: result.filesScanned }).toEqual({ problem: undefined, scanned: 3 });
      expect(inPathOrder(result.outcomes).map(({ path: shown, kind }) => [shown, kind])).toEqual([
        ["a.txt", "changed"],
        ["b.txt", "failed"],
        ["c.txt", "changed"],
        ["d/e.txt", "changed"],
      ]);
      expect(result.outcomes.find((outcome) => outcome.kind === "failed")).toMatchObject({
        problem: { kind: "script_runtime", path: "b.txt", line: 2 },
      });
    }
  });

  test("a run that cannot be partial ends with the first of many that hang, and no file before it is left out", async () => {
    const hung = makeTree({
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`d${10 + i}/a.txt`, i < 3 ? "x\n" : "hang x\n"])),
      "script.ts": "export default ({ path }) => { while (Number(path.slice(1, 3)) > 12); return 'y'; };\n",
    });
    try {
      const spec: TextSpec = textSpec("x", undefined, { script: { file: path.join(hung, "script.ts"), timeout: 0.3 } });
      const engine = await buildEngine(spec);
      if (!engine.ok) throw new Error(engine.problem.message);
      const all: FileSource<undefined> = function* (sink) {
        for (let i = 0; i < 30; i++)
          sink.files({ absolute: path.join(hung, `d${10 + i}`), shown: `d${10 + i}/` }, ["a.txt"], false);
        yield;
        return undefined;
      };
      const job = jobOf(spec, { verb: "plan", allowNonConvergent: true });
      for (const threads of [1, 2, 4]) {
        const { outcomes, problem } = await runPool(job, all, { engine: engine.value, threads });
        const failed = inPathOrder(outcomes).filter(({ kind }) => kind === "failed");
        expect({ problem, first: failed[0], few: failed.length <= threads }).toMatchObject({
          problem: undefined,
          first: { path: "d13/a.txt", problem: { kind: "script_runtime", line: 1 } },
          few: true,
        });
      }
    } finally {
      removeTree(hung);
    }
  });
});
