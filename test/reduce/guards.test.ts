import { expect, test } from "bun:test";
import { problem } from "../../src/model/problem.ts";
import { aboveUpperBound, tooFewMatches } from "../../src/reduce/guards.ts";
import { toRequest } from "../../src/schema/combine.ts";

const asked = toRequest("plan", { operands: { pattern: "foo", replacement: "bar", paths: [] }, given: {} });
if (!asked.ok) throw new Error(asked.problem.message);
const request = asked.value;
const none = { total: 0 };

test("where nothing was searched, the reason is told and not where else to look", () => {
  const skipped = [{ reason: "binary", count: 2, paths: ["a", "b"] }] as const;
  expect([
    tooFewMatches(request, none, 0).suggestion,
    tooFewMatches(request, none, 0, { skipped }).suggestion,
    tooFewMatches(request, none, 0, { stoppedEarly: true }).suggestion,
  ]).toEqual([
    "no file was searched: check the paths, globs, types and ignore rules",
    "no file was searched: 2 files skipped as binary (a)",
    "the time was over before all files were searched: raise timeout",
  ]);
});

test("an answer from the files that were reached in time says so", () => {
  expect(tooFewMatches(request, none, 7, { stoppedEarly: true })).toMatchObject({
    suggestion: "the time was over before all files were searched: raise timeout",
    details: { found: 0, files_scanned: 7, walker_stopped_early: true },
  });
  expect(tooFewMatches(request, none, 7).details).toEqual({ found: 0, at_least: 1, files_scanned: 7 });
});

test("an answer from the files that a budget allowed says so, and which one", () => {
  const left = (reason: "budget" | "too_large", budgetHit: "max_files" | "max_total_bytes" | "max_bytes") => {
    const skipped = [{ reason, count: 3, paths: ["b", "c", "d"] }] as const;
    return tooFewMatches(request, { total: 1 }, 2, { skipped, budgetHit }).suggestion;
  };
  expect([left("budget", "max_files"), left("budget", "max_total_bytes"), left("too_large", "max_bytes")]).toEqual([
    "a budget left out 3 files (b): raise max_files",
    "a budget left out 3 files (b): raise max_total_bytes",
    "a budget left out 3 files (b): raise max_bytes",
  ]);
});

test("where the files with matches failed, the first failure is told", () => {
  const failed = [
    { problem: problem("syntax_regression", "a.ts would have 1 syntax error") },
    { problem: problem("io", "cannot read b.ts") },
  ];
  expect(tooFewMatches(request, none, 5, { failed })).toMatchObject({
    suggestion: "2 files failed: a.ts would have 1 syntax error",
    details: { found: 0, files_scanned: 5, files_failed: 2 },
  });
});

test("renames are told apart from the edits that are counted with them", () => {
  const renamed = toRequest("rename", {
    operands: { pattern: "foo", replacement: "bar", paths: [] },
    given: { paths: true, at_most: 2 },
  });
  if (!renamed.ok) throw new Error(renamed.problem.message);
  expect([
    aboveUpperBound(renamed.value, { total: 5, renames: 2 }, 3)!.message,
    aboveUpperBound(renamed.value, { total: 3, renames: 3 }, 0)!.message,
    tooFewMatches(renamed.value, { total: 1, renames: 0 }, 2).message,
  ]).toEqual([
    'found 5: 3 edits and 2 renames of "foo" in 3 files, expected at most 2',
    'found 3 renames of "foo", expected at most 2',
    'found 1 edit of "foo" in 2 files, expected at least 1',
  ]);
});
