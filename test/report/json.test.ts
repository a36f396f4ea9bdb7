import { describe, expect, test } from "bun:test";
import type { Report } from "../../src/model/report.ts";
import { toJson, wireReport } from "../../src/report/json.ts";
import { expectGolden } from "../golden.ts";
import { bare, full, kinds } from "./samples.ts";

describe("every report on one line", () => {
  for (const kind of kinds)
    test(kind, () => {
      expectGolden(`report/${kind}.json`, `${toJson(full[kind])}\n`);
      expectGolden(`report/${kind}-bare.json`, `${toJson(bare[kind])}\n`);
    });
});

test("a report keeps every key it was given, whatever their order was", () => {
  for (const kind of kinds)
    for (const report of [full[kind], bare[kind]]) {
      expect(wireReport(report)).toEqual(structuredClone(report) as unknown as Record<string, unknown>);
      expect(toJson(backwards(report) as Report)).toBe(toJson(report));
    }
});

test("an extension that has nothing to say is absent", () => {
  const silent = {
    ...bare.plan,
    renames: [],
    skipped: [],
    files_budget_dropped: 0,
    files_failed: 0,
    records_omitted: 0,
    errors: [],
    partial: false as unknown as true,
    walker_stopped_early: undefined as unknown as true,
    rules: [],
    findings: [],
  };
  expect(toJson(silent)).toBe(toJson(bare.plan));
});

test("a byte position, a line count or an empty text of an edit is no silence", () => {
  const edit = { start: 0, end: 0, line: 1, column: 1, before: "", after: "" };
  const report: Report = { ...bare.plan, changes: [{ path: "a", matches: 0, edits: [edit] }] };
  expect(toJson(report)).toContain('"edits":[{"start":0,"end":0,"line":1,"column":1,"before":"","after":""}]');
});

test("what only SARIF needs never reaches the wire", () => {
  const edit = { start: 0, end: 1, line: 1, column: 1, before: "a", after: "b", utf16Column: 1 };
  expect(toJson({ ...bare.plan, changes: [{ path: "a", matches: 1, edits: [edit] }] })).not.toContain("utf16");
});

test("no text can break the line or the encoding", () => {
  const message = "one\ntwo\r\u2028\u0085\ud800 end";
  const line = toJson({ ...bare.error, message, details: { nested: { z: 1, a: [1, { b: "\n" }] } } });
  expect(line).not.toMatch(/[\n\r]/);
  expect(Buffer.from(line).toString()).toBe(line);
  expect(JSON.parse(line)).toMatchObject({ message, details: { nested: { z: 1, a: [1, { b: "\n" }] } } });
});

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, key === "details" ? inner : backwards(inner)]),
  );
}
