/** Lists grow with what is given: none of them is handed on as the arguments of a call, which takes less than a million. */
import { expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { colourDiff } from "../../src/report/colour-diff.ts";
import { engineSpec } from "../../src/run/spec.ts";
import { toRequest } from "../../src/schema/combine.ts";
import { inTree } from "../agent/world.ts";

const million = 1_000_000;

setDefaultTimeout(30_000);

test("edits of one file", () =>
  inTree({ "a.txt": "a".repeat(million) }, async ({ run }) => {
    const edits = JSON.stringify([{ replace: { old_text: "a", new_text: "b", all: true } }]);
    const { exitCode, files } = await run("edit", ["a.txt"], { edits });
    expect([exitCode, files["a.txt"] === "b".repeat(million)]).toEqual([0, true]);
  }));

test("names of a map", () =>
  inTree({}, async ({ root, host }) => {
    const lines = Array.from({ length: million }, (_, i) => `n${i}\tm${i}\n`);
    fs.writeFileSync(path.join(root, "map.tsv"), lines.join(""));
    const asked = toRequest("rename", { operands: { paths: [] }, given: { map_file: "map.tsv" } });
    const spec = asked.ok ? await engineSpec(asked.value, host) : asked;
    expect(spec.ok && spec.value.kind === "rename_map" && spec.value.pairs.length).toBe(million);
  }));

test("lines of a hunk", () => {
  const lines = ["-a", "+b"].flatMap((line) => Array.from({ length: million / 2 }, () => line));
  const hunk = [`@@ -1,${million / 2} +1,${million / 2} @@`, ...lines, ""].join("\n");
  expect(colourDiff(hunk, (_, text) => text) === hunk).toBe(true);
});
