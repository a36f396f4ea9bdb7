import { expect, test } from "bun:test";
import { problem, problemKinds, type ProblemKind } from "../../src/model/problem.ts";
import { explain } from "../../src/report/explain.ts";

test("every kind has the exit code, class and remedies of the table", () => {
  for (const [kind, info] of Object.entries(problemKinds) as [ProblemKind, (typeof problemKinds)[ProblemKind]][])
    expect(explain(problem(kind, "it happened"))).toEqual({
      kind: "error",
      error: kind,
      message: "it happened",
      exit_code: info.exit,
      remedies: info.remedies,
      error_class: info.class,
      retryable: info.class === "transient" || info.class === "conflict",
    });
});

test("what a problem says of itself wins over its kind", () => {
  const report = explain(problem("io", "x", { class: "transient", remedies: ["max_bytes"], exit: 143 }));
  expect([report.error_class, report.retryable, report.remedies, report.exit_code]).toEqual([
    "transient",
    true,
    ["max_bytes"],
    143,
  ]);
});

test("remedies that the reader cannot use are left out", () => {
  expect(explain(problem("io", "x")).remedies).toEqual(["partial"]);
  expect(explain(problem("io", "x"), { writes: true }).remedies).toEqual([]);
  expect(explain(problem("locked", "x")).remedies).toEqual(["force_lock"]);
  expect(explain(problem("locked", "x"), { agent: true }).remedies).toEqual([]);
  expect(explain(problem("thread_pool", "x"), { agent: true }).remedies).toEqual([]);
  expect(explain(problem("non_convergent_replacement", "x"), { agent: true, writes: true }).remedies).toEqual([
    "word",
    "allow_non_convergent",
  ]);
});

test("near misses and similar paths are few", () => {
  const miss = { path: "a", line: 1, text: "x", similarity: 1 };
  const report = explain(
    problem("too_few_matches", "x", {
      candidates: Array.from({ length: 9 }, () => ({ ...miss })),
      similar_paths: Array.from({ length: 9 }, () => "a"),
    }),
  );
  expect([report.candidates?.length, report.similar_paths?.length]).toEqual([3, 5]);
  expect(explain(problem("too_few_matches", "x", { candidates: [], similar_paths: [] }))).not.toContainAnyKeys([
    "candidates",
    "similar_paths",
  ]);
});
