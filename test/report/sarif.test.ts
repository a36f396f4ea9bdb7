import { describe, expect, test } from "bun:test";
import type { Finding, ListedEdit, RuleNote } from "../../src/model/outcome.ts";
import { toAnnotations } from "../../src/report/github.ts";
import { placesOf, type FileEdits, type Place } from "../../src/report/place.ts";
import { toSarif } from "../../src/report/sarif.ts";
import { expectGolden } from "../golden.ts";
import { sarifMistakes } from "./sarif-rules.ts";

/** The log in one piece. */
function sarifText(places: Iterable<Place>): string {
  return [...toSarif(places)].join("");
}

function edit(fields: Partial<ListedEdit>): ListedEdit {
  return { start: 0, end: 3, line: 1, column: 1, before: "foo", after: "bar", ...fields };
}

const finding: Finding = {
  path: "a.ts",
  line: 9,
  column: 3,
  utf16Column: 2,
  rule: "no-eval",
  severity: "warning",
  message: "eval: 100% evil,\nreally",
};

const changes: readonly FileEdits[] = [
  {
    path: "src/b c.txt",
    matches: 2,
    edits: [edit({}), edit({ line: 4, column: 9, utf16Column: 7, before: "f\u00f6\ud83d\ude00" })],
  },
  {
    path: "s\u00fcd/#1.txt",
    matches: 3,
    edits: [
      edit({ before: "a\r\nbc", line: 2, column: 4, rule: "join" }),
      edit({ before: "", after: "x" }),
      edit({ after: "" }),
    ],
  },
];

const places = placesOf(changes, [finding, { ...finding, severity: "hint" }, { ...finding, severity: "off" }], "error");

test("a log of edits and findings", () => {
  const log = sarifText(places);
  expectGolden("report/log.sarif", log);
  expect(sarifMistakes(JSON.parse(log))).toEqual([]);
});

test("a log is written piece by piece, and together they are what all of it at once would be", () => {
  const edits = ["a\u2028b\nc", '"results": []', "\\n"].map((before) => edit({ before }));
  const pieces = [...toSarif(placesOf([{ path: "a", matches: 3, edits }], [finding], "error"))];
  expect(pieces).toHaveLength(5);
  const log = pieces.join("");
  expect(log).toBe(`${JSON.stringify(JSON.parse(log), undefined, 2)}\n`);
  const befores = JSON.parse(log).runs[0].results.map((result: { message: { text: string } }) => result.message.text);
  expect(befores).toEqual([
    ...edits.map(({ before }) => `replace ${JSON.stringify(before)} with "bar"`),
    finding.message,
  ]);
});

test("an empty log is one too", () => expect(sarifMistakes(JSON.parse(sarifText([])))).toEqual([]));

describe("regions", () => {
  const cases: readonly (readonly [name: string, edit: Partial<ListedEdit>, region: object])[] = [
    ["one line", { column: 5 }, { startLine: 1, startColumn: 5, endLine: 1, endColumn: 8 }],
    [
      "columns in UTF-16 units",
      { column: 9, utf16Column: 4, before: "\ud83d\ude00" },
      { startLine: 1, startColumn: 4, endLine: 1, endColumn: 6 },
    ],
    [
      "several lines",
      { line: 3, column: 5, before: "a\nbb\n" },
      { startLine: 3, startColumn: 5, endLine: 5, endColumn: 1 },
    ],
    ["an insertion", { column: 5, before: "" }, { startLine: 1, startColumn: 5, endLine: 1, endColumn: 5 }],
  ];
  for (const [name, fields, region] of cases)
    test(name, () => {
      const log = JSON.parse(sarifText(placesOf([{ path: "a", matches: 1, edits: [edit(fields)] }], [], "error")));
      const [result] = log.runs[0].results;
      expect(result.locations[0].physicalLocation.region).toEqual(region);
      expect(result.fixes[0].artifactChanges[0].replacements[0].deletedRegion).toEqual(region);
    });
});

describe("paths as references", () => {
  const cases: readonly (readonly [path: string, uri: string])[] = [
    ["src/a.txt", "src/a.txt"],
    ["b c%.txt", "b%20c%25.txt"],
    ["s\u00fcd/#1?.txt", "s%C3%BCd/%231%3F.txt"],
    ["/abs/a.txt", "file:///abs/a.txt"],
    ["../out/a.txt", "../out/a.txt"],
  ];
  for (const [path, uri] of cases)
    test(path, () => {
      const log = JSON.parse(sarifText(placesOf([{ path, matches: 1, edits: [edit({})] }], [], "info")));
      expect(log.runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(uri);
      expect(decodeURIComponent(uri.replace(/^file:\/\//, ""))).toBe(path);
    });
});

test("an edit of a rule has the severity and the words of its rule", () => {
  const edits = [edit({ rule: "hinted" }), edit({ rule: "no-http" }), edit({ rule: "captures" }), edit({})];
  const notes = new Map<string, RuleNote>([
    ["hinted", { severity: "hint", message: "" }],
    ["no-http", { severity: "warning", message: "use https" }],
    ["captures", { severity: "info", message: "do not use $A" }],
  ]);
  const found = placesOf([{ path: "a", matches: 4, edits }], [], "error", notes);
  expect([...found].map(({ severity, message }) => [severity, message])).toEqual([
    ["hint", 'replace "foo" with "bar"'],
    ["warning", 'use https: replace "foo" with "bar"'],
    ["info", 'replace "foo" with "bar"'],
    ["error", 'replace "foo" with "bar"'],
  ]);
});

/** The fingerprints of three edits, the first on the line given. */
function prints(line: number): string[] {
  const edits = [edit({ line }), edit({ line: line + 1 }), edit({ line: line + 1, before: "fool" })];
  const log = JSON.parse(sarifText(placesOf([{ path: "a", matches: 3, edits }], [], "error")));
  return log.runs[0].results.map(
    (result: { partialFingerprints: object }) => Object.values(result.partialFingerprints)[0],
  );
}

test("fingerprints stay when lines move, and tell repeated edits apart", () => {
  expect(prints(1)).toEqual(prints(70));
  expect(new Set(prints(1)).size).toBe(3);
});

test("annotations are one line each, whatever they hold", () => {
  const told = placesOf(changes, [finding, { ...finding, path: "a,b:c.ts", severity: "info" }], "error");
  const lines = [...toAnnotations(told)];
  expectGolden("report/annotations.txt", lines.join(""));
  expect(lines.map((line) => line.split("\n").length)).toEqual(Array(7).fill(2));
});
