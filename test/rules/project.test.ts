/** A project of rules for thirteen languages and for text, with its tests: what users of swath write themselves. */
import { expect, test } from "bun:test";
import { bunHost } from "../../src/host/bun.ts";
import { compileRules } from "../../src/rules/compile.ts";
import { loadRules } from "../../src/rules/load.ts";
import { runRuleTests } from "../../src/rules/test.ts";

const host = { ...bunHost(), cwd: import.meta.dir };

test("every rule has tests, and all of them pass", () => {
  const sources = loadRules("project", host);
  const compiled = sources.ok ? compileRules(sources.value) : sources;
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problem));
  const report = runRuleTests(["project"], host);
  if (!report.ok) throw new Error(JSON.stringify(report.problem));
  expect(report.value.failures).toEqual([]);
  expect(report.value.rules).toBe(compiled.value.rules.length);
  expect(report.value.rules).toBeGreaterThanOrEqual(30);
});
