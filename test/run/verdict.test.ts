/** What a run without edits came to. */
import { expect, test } from "bun:test";
import { mapEngineOf } from "../match/rename/rewritten.ts";
import { verdict } from "../../src/run/verdict.ts";
import { toRequest } from "../../src/schema/combine.ts";

const asked = toRequest("rename", { operands: { paths: [] }, given: { map: ["foobar=replaced"], partial: true } });
if (!asked.ok) throw new Error(asked.problem.message);
const request = asked.value;
const pairs = [["foobar", "replaced"]] as const;
const none = {
  total: 0,
  filesChanged: 0,
  filesScanned: 1,
  unchanged: false,
  skipped: [],
  failed: [],
  budgetHit: undefined,
};
const searchedFiles = () => [{ path: "a", text: "replaced", linesBefore: 0 }];

test.each([
  ["searched files that hold the new text are evidence", false, false, "already_applied"],
  ["no file is read again when the time was over", true, false, "too_few_matches"],
  ["a record of the same apply counts all the same", true, true, "already_applied"],
] as const)("%s", (_, stoppedEarly, recorded, expected) => {
  const found = verdict(
    request,
    { kind: "rename_map", pairs },
    mapEngineOf(pairs),
    { ...none, stoppedEarly },
    {
      recorded: () => recorded,
      searchedFiles,
    },
  );
  expect<string>(found.ok ? found.value : found.problem.kind).toBe(expected);
});
