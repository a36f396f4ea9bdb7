import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { applyPatch } from "diff";
import * as fc from "fast-check";
import { EditBuilder, type PackedEdits } from "../../src/model/edit.ts";
import { fileDiff } from "../../src/report/diff.ts";
import { hunks } from "../../src/text/hunk.ts";
import { applyEdits } from "../../src/text/patch.ts";

let root: string;
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-diff-"));
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

interface Sample {
  readonly before: Uint8Array;
  readonly edits: PackedEdits;
}

const pieces = [
  "a",
  "b",
  "same",
  "\n",
  "\n",
  "\n",
  "\r\n",
  "\r",
  "é",
  "\\ No newline at end of file\n",
  "@@ -1 +1 @@\n",
  "--- x\n",
];

/** Random text or random bytes, perhaps with a mark, and random edits of it. */
const samples: fc.Arbitrary<Sample> = fc
  .tuple(
    fc.constantFrom("", "\ufeff"),
    fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => Buffer.from(parts.join(""))),
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    ),
  )
  .map(([mark, body]) => Buffer.concat([Buffer.from(mark), body]))
  .chain((before) =>
    fc.record({
      before: fc.constant(new Uint8Array(before)),
      edits: fc
        .tuple(
          fc.uniqueArray(fc.nat({ max: before.length }), { maxLength: 12 }),
          fc.array(fc.array(fc.constantFrom(...pieces, ""), { maxLength: 4 }), { minLength: 12, maxLength: 12 }),
        )
        .map(([places, texts]) =>
          editsAt(
            places,
            texts.map((parts) => parts.join("")),
          ),
        ),
    }),
  );

function editsAt(places: readonly number[], texts: readonly string[]): PackedEdits {
  const sorted = places.toSorted((a, b) => a - b);
  const builder = new EditBuilder();
  for (let i = 0; i < sorted.length; i += 2) builder.add(sorted[i], sorted[i + 1] ?? sorted[i], Buffer.from(texts[i]));
  return builder.build();
}

test.each([1, 2, 3])("git gives back exactly the edited bytes, seed %d", (seed) => {
  const cwd = fs.mkdtempSync(path.join(root, "run-"));
  const all = fc.sample(samples, { numRuns: 300, seed });
  const name = (i: number): string => path.join(cwd, `f${i}`);
  all.forEach(({ before }, i) => fs.writeFileSync(name(i), before));
  const diff = all.map(({ before, edits }, i) => fileDiff({ from: `f${i}`, to: `f${i}`, hunks: hunks(before, edits) }));
  const git = spawnSync("git", ["apply", "--whitespace=nowarn", "-"], {
    cwd,
    input: Buffer.concat(diff),
    env: { ...process.env, GIT_CEILING_DIRECTORIES: root, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  });
  expect(git.stderr.toString()).toBe("");
  const wrong = all.filter(({ before, edits }, i) => !fs.readFileSync(name(i)).equals(applyEdits(before, edits)));
  expect(wrong).toEqual([]);
});

test("jsdiff gives back exactly the edited bytes, with any context", () => {
  fc.assert(
    fc.property(samples, fc.nat({ max: 5 }), ({ before, edits }, context) => {
      const after = applyEdits(before, edits);
      fc.pre(!before.includes(0) && !after.includes(0));
      const [old, wanted, diff] = [before, after, hunks(before, edits, context)].map((bytes) =>
        Buffer.from(bytes).toString("latin1"),
      );
      fc.pre(!/^(?:\xff\xfe|\xfe\xff)/.test(old) && !/^(?:\xff\xfe|\xfe\xff)/.test(wanted));
      const got = diff === "" ? old : applyPatch(old, `--- a\n+++ b\n${diff}`, { autoConvertLineEndings: false });
      expect(got).toBe(wanted);
    }),
    { numRuns: 2000, seed: 4 },
  );
});

test("no hunk holds a line that both sides have at the edge of a change", () => {
  fc.assert(
    fc.property(samples, ({ before, edits }) => {
      fc.pre(edits.count === 1 && !before.includes(0));
      const lines = Buffer.from(hunks(before, edits, 0))
        .toString("latin1")
        .split("\n");
      const removed = lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1));
      const added = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
      const noted = lines.some((line) => line.startsWith("\\"));
      if (removed.length > 0 && added.length > 0 && !noted) {
        expect(removed[0] === added[0] || removed.at(-1) === added.at(-1)).toBe(false);
      }
    }),
    { numRuns: 1000, seed: 5 },
  );
});
