/** Files that only workers may search are looked through for what every match must hold: the answer stays, workers that are not needed do not start. */
import { afterAll, describe, expect, test } from "bun:test";
import type { Engine } from "../../src/match/engine.ts";
import { structuralEngine } from "../../src/match/structural.ts";
import type { StructuralSpec } from "../../src/model/spec.ts";
import { runPool, type PoolOptions } from "../../src/pool/pool.ts";
import { inPathOrder, jobOf, makeTree, removeTree, treeSource } from "./tree.ts";

const tree: Record<string, string | Uint8Array> = {
  "binary.ts": new Uint8Array([0x66, 0, 0x66]),
  "wide.ts": new Uint8Array(Buffer.from("\ufeffcommon(wide)\n", "utf16le")),
  "marked.ts": "\ufeffcommon(marked)\n",
  "other.ts": `${"// a comment that is long enough\n".repeat(12_000)}large(1)\n`,
  "large.ts": `${"// a comment that is long enough\n".repeat(40_000)}rare(large)\n`,
  "notes.md": "rare(notes)\n",
  "empty.ts": "",
};
for (let i = 0; i < 300; i++) tree[`part${i % 7}/${i}.ts`] = `common(${i});\n${i % 90 === 0 ? "rare(1);\n" : ""}`;
const root = makeTree(tree);
const bare = makeTree({ "a.ts": "common(1)\n", "b.ts": "common(2)\n" });
afterAll(() => {
  removeTree(root);
  removeTree(bare);
});

function specOf(pattern: string): StructuralSpec {
  return { kind: "structural", lang: "ts", pattern, strictness: "smart" };
}

function engineFor(spec: StructuralSpec): Engine {
  const engine = structuralEngine(spec);
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

async function searched(pattern: string, options: Partial<PoolOptions<number>> = {}) {
  const spec = specOf(pattern);
  const result = await runPool(jobOf(spec), treeSource(root), { engine: engineFor(spec), threads: 2, ...options });
  return { ...result, outcomes: inPathOrder(result.outcomes) };
}

describe("the answer is the one of workers alone", () => {
  for (const pattern of ["nowhere($A)", "rare($A)", "common($A)", "$A($B)"]) {
    test(pattern, async () => {
      const sifted = await searched(pattern);
      const alone = await searched(pattern, { inline: false });
      expect(sifted.problem).toBeUndefined();
      expect(sifted.outcomes).toEqual(alone.outcomes);
      expect(sifted.filesScanned).toBe(alone.filesScanned);
      expect(sifted.planned).toBe(alone.planned);
    });
  }
});

test("no worker starts where no file is left", async () => {
  const module = "/nowhere/match.worker.ts";
  const spec = specOf("nowhere($A)");
  const result = await runPool(jobOf(spec), treeSource(bare), { engine: engineFor(spec), threads: 2, module });
  expect(result).toMatchObject({ outcomes: [], filesScanned: 2, threads: 1 });
  expect(result.problem).toBeUndefined();
  expect((await searched("rare($A)", { module })).problem).toMatchObject({ kind: "thread_pool" });
});

test("few files have as many workers as their bytes are worth", async () => {
  const spec = specOf("common($A)");
  const small = await runPool(jobOf(spec), treeSource(bare), { engine: engineFor(spec), threads: 2 });
  const large = await searched("large($A)");
  const some = await searched("rare($A)");
  expect([small.threads, large.threads, some.threads]).toEqual([1, 2, 2]);
});

test("a run that is stopped while it sifts ends", async () => {
  const stopped = await searched("rare($A)", { signal: AbortSignal.abort() });
  expect(stopped.problem).toMatchObject({ kind: "interrupted" });
});
