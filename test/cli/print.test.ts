import { describe, expect, test } from "bun:test";
import type { CheckReport, ErrorReport } from "../../src/model/report.ts";
import type { RunResult } from "../../src/cli/runner.ts";
import { expectGolden } from "../golden.ts";
import { swath, type FakeOptions } from "./fake.ts";

const diff = Buffer.from(
  "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n x\n-an old foo here\n+an old bar here\n y\n",
);
const edit = { start: 6, end: 9, line: 2, column: 8, before: "foo", after: "bar" };
const changes = [{ path: "a.txt", matches: 1, edits: [edit] }];

const plan: RunResult = {
  report: {
    kind: "plan",
    outcome: "changes",
    files_scanned: 3,
    total_matches: 1,
    files_changed: 1,
    changes: [{ path: "a.txt", matches: 1 }],
    skipped: [{ reason: "binary", count: 7, paths: ["1.png", "2.png", "3.png", "4.png", "5.png"] }],
    warnings: [{ code: "once_only", message: "running this again would swap the names back" }],
  },
  diff: [diff],
  changes,
};

const check: RunResult = {
  report: { kind: "check", outcome: "changes", files_scanned: 3, total_matches: 1, files_would_change: 1 },
  diff: [diff],
  changes,
};

const search: RunResult = {
  report: {
    kind: "search",
    files_scanned: 4,
    total_matches: 3,
    files: [
      {
        path: "a.txt",
        matches: [
          { line: 2, column: 4, snippet: "foo", text: "an foo and foo" },
          { line: 2, column: 12, snippet: "foo", text: "an foo and foo" },
        ],
      },
      { path: "sub/b.txt", matches: [{ line: 1, column: 1, snippet: "foo", text: "foo" }] },
    ],
  },
};

const found = (total: number): RunResult => ({
  report: { kind: "search", files_scanned: 1, total_matches: total, files: [] },
});

describe("streams and exit codes", () => {
  const cases: readonly (readonly [
    argv: string,
    result: RunResult,
    code: number,
    stdout: string | RegExp,
    stderr: string | RegExp,
  ])[] = [
    [
      "plan foo bar",
      plan,
      0,
      diff.toString(),
      /^a.txt: 1 edit\nwould change 1 file: 1 edit \(3 files searched\)\nskipped 7 files, binary: 1.png, .*5.png, …\nwarning\[once_only\] /,
    ],
    ["plan foo bar --detail", plan, 0, diff.toString(), /^"foo" -> "bar": 1 edit in 1 file\na.txt: 1 edit\n/],
    ["plan foo bar -q", plan, 0, "", ""],
    ["plan foo bar --json", plan, 0, /^\{"kind":"plan".*\}\n$/, ""],
    ["check foo bar", check, 1, "", /^a.txt: 1 edit\nwould change 1 file/],
    ["check foo bar --diff", check, 1, diff.toString(), /would change 1 file/],
    ["check foo bar -q", check, 1, "", ""],
    [
      "check foo bar --json",
      check,
      1,
      '{"kind":"check","outcome":"changes","files_scanned":3,"total_matches":1,"files_would_change":1}\n',
      "",
    ],
    [
      "check foo bar --github",
      check,
      1,
      '::error file=a.txt,line=2,endLine=2,col=8,endColumn=11,title=swath::replace "foo" with "bar"\n',
      /would change/,
    ],
    ["plan foo bar --github", plan, 0, /^::notice file=a.txt,line=2/, /would change/],
    ["search foo", search, 0, "a.txt:2:4:an foo and foo\nsub/b.txt:1:1:foo\n", "3 matches (4 files searched)\n"],
    ["search foo -q", found(0), 1, "", ""],
    ["search foo -q", found(2), 0, "", ""],
    ["search foo -q --json", found(0), 1, /"total_matches":0/, ""],
    ["search foo", found(0), 0, "", "0 matches (1 file searched)\n"],
  ];
  for (const [argv, result, code, stdout, stderr] of cases)
    test(`${argv} (${result.report.kind})`, async () => {
      const run = await swath(argv.split(" "), { result });
      expect(run.code).toBe(code);
      for (const [text, want] of [
        [run.stdout, stdout],
        [run.stderr, stderr],
      ] as const)
        if (typeof want === "string") expect(text).toBe(want);
        else expect(text).toMatch(want);
    });
});

describe("exit codes of a check", () => {
  const cases: readonly (readonly [
    outcome: "changes" | "already_applied" | "findings",
    failsGate: boolean | undefined,
    code: number,
  ])[] = [
    ["changes", undefined, 1],
    ["changes", true, 1],
    ["changes", false, 0],
    ["findings", undefined, 1],
    ["already_applied", undefined, 0],
  ];
  for (const [outcome, failsGate, code] of cases)
    test(`${outcome} ${failsGate}`, async () => {
      const report: CheckReport = { kind: "check", outcome, files_scanned: 1, total_matches: 1, files_would_change: 1 };
      const result = { report, ...(failsGate !== undefined && { failsGate }) };
      for (const flag of ["--json", "--quiet"])
        expect((await swath(["check", "a", "b", flag], { result })).code).toBe(code);
    });
});

test("a filter prints its result alone, byte for byte, and on standard error what else is to be known", async () => {
  const output = new Uint8Array([0xff, 0x62, 0x0d, 0x0a]);
  const run = await swath(["plan", "foo", "bar", "--stdin"], { result: { ...plan, output }, stdin: "foo" });
  expect([run.code, Buffer.from(run.stdout, "latin1")]).toEqual([0, Buffer.from(output)]);
  expect(run.stderr.split("\n").map((line) => line.slice(0, 20))).toEqual([
    "skipped 7 files, bin",
    "warning[once_only] r",
    "",
  ]);
  expect(await run.hooks!.stdin!()).toEqual({ ok: true, value: Buffer.from("foo") });
  const quiet = await swath(["plan", "foo", "bar", "--stdin", "-q"], { result: { ...plan, output }, stdin: "foo" });
  expect([quiet.stdout, quiet.stderr]).toEqual([run.stdout, ""]);
});

test("a diff that is not for eyes keeps bytes that are not UTF-8", async () => {
  const bytes = Buffer.from([0x2d, 0xe9, 0x0a]);
  const run = await swath(["plan", "foo", "bar"], { result: { ...plan, diff: [bytes] } });
  expect(Buffer.from(run.stdout, "latin1")).toEqual(bytes);
});

test("files that were asked for are written, over what was there", async () => {
  const run = await swath(["check", "foo", "bar", "--patch", "x.patch", "--sarif", "x.sarif", "-q"], {
    result: check,
    tree: { "x.patch": "something longer than the patch\n".repeat(50) },
  });
  expect([run.code, run.files["x.patch"]]).toEqual([1, diff.toString()]);
  expect(JSON.parse(run.files["x.sarif"]!).runs[0].results).toHaveLength(1);
});

describe("colours", () => {
  const cases: readonly (readonly [name: string, options: FakeOptions, flags: readonly string[], coloured: boolean])[] =
    [
      ["a pipe", {}, [], false],
      ["a terminal", { terminal: true }, [], true],
      ["a dumb terminal", { terminal: true, env: { TERM: "dumb" } }, [], false],
      ["NO_COLOR", { terminal: true, env: { NO_COLOR: "1" } }, [], false],
      ["an empty NO_COLOR", { terminal: true, env: { NO_COLOR: "" } }, [], true],
      ["FORCE_COLOR", { env: { FORCE_COLOR: "1" } }, [], true],
      ["FORCE_COLOR=0", { terminal: true, env: { FORCE_COLOR: "0" } }, [], false],
      ["FORCE_COLOR over NO_COLOR", { env: { NO_COLOR: "1", FORCE_COLOR: "1" } }, [], true],
      ["--color always", { env: { NO_COLOR: "1" } }, ["--color", "always"], true],
      ["--color never", { terminal: true }, ["--color", "never"], false],
    ];
  for (const [name, options, flags, coloured] of cases)
    test(name, async () => {
      const run = await swath(["plan", "foo", "bar", ...flags], { ...options, result: plan });
      expect([run.stdout.includes("\u001b["), run.stderr.includes("\u001b[")]).toEqual([coloured, coloured]);
      expect(Bun.stripANSI(run.stdout)).toBe(diff.toString());
    });
  test("a mistake on the command line has those that it asks for", async () => {
    const coloured = async (options: FakeOptions, flag: string) =>
      (await swath(["plan", "--frob", "--color", flag], options)).stderr.includes("\u001b[");
    expect([await coloured({ terminal: true }, "never"), await coloured({}, "always")]).toEqual([false, true]);
  });
  test("JSON has none", async () => {
    expect((await swath(["plan", "a", "b", "--json", "--color", "always"], { result: plan })).stdout).not.toContain(
      "\u001b",
    );
  });
});

function failed(fields: object): RunResult {
  return {
    report: {
      kind: "error",
      error: "invalid_regex",
      message: "missing )",
      exit_code: 3,
      remedies: [],
      error_class: "permanent",
      retryable: false,
      ...fields,
    } as ErrorReport,
  };
}

describe("an error for people", () => {
  const cases: readonly (readonly [
    name: string,
    argv: readonly string[],
    result: RunResult,
    tree?: Record<string, string | Uint8Array>,
  ])[] = [
    [
      "regex",
      ["plan", "a(b", "x"],
      failed({ column: 2, remedies: ["literal"], suggestion: "Write a\\(b to match the parenthesis itself." }),
    ],
    [
      "template",
      ["plan", "a", "é$1"],
      failed({ error: "invalid_template", message: "the pattern has no group 1", column: 3 }),
    ],
    [
      "file",
      ["apply", "a", "b"],
      failed({ error: "script_runtime", message: "the script threw", path: "src/a.ts", line: 2, column: 6 }),
      { "src/a.ts": "one\n\tfoo  bar\n" },
    ],
    [
      "result",
      ["apply", "a", "b"],
      {
        ...failed({
          error: "syntax_regression",
          message: "a.ts would not parse",
          path: "src/a.ts",
          line: 2,
          column: 5,
        }),
        problem: { kind: "syntax_regression", message: "a.ts would not parse", excerpt: "\tbar(;" },
      },
      { "src/a.ts": "one\n\tfoo  bar\n" },
    ],
    [
      "encoding",
      ["apply", "a", "b"],
      failed({ error: "script_runtime", message: "the script threw", path: "src/a.ts", line: 2, column: 6 }),
      { "src/a.ts": Buffer.from("\ufeffone\nfoo  bar\n", "utf16le") },
    ],
    [
      "files",
      ["apply", "a", "b"],
      failed({
        error: "file_too_large",
        message: "b.txt is larger than 3 bytes and has a match",
        path: "b.txt",
        remedies: ["max_bytes"],
        details: { max_bytes: 3, files_failed: 4, files: ["b.txt", "c.txt", "d.txt"] },
      }),
    ],
    ["long-line", ["plan", `${"x".repeat(100)}(${"y".repeat(100)}`, "x"], failed({ column: 101 })],
    [
      "said-once",
      ["plan", "a", "\\\\q"],
      failed({
        error: "stale_plan",
        message: "a.txt and b.txt have changed: plan again",
        suggestion: "Plan again.",
        details: { paths: ["a.txt", "b.txt"] },
      }),
    ],
    [
      "glob",
      ["plan", "foo", "bar", "-g", "[z"],
      failed({
        error: "invalid_glob",
        message: "a class is not closed",
        column: 1,
        suggestion: "raise max_files or timeout",
      }),
    ],
    [
      "options",
      ["plan", "foo", "bar"],
      failed({
        error: "timeout",
        message: "the run took longer than 1 second",
        remedies: ["timeout", "word"],
        suggestion: "raise timeout to 9, at_most to 3, or match a whole word below max_files_x",
      }),
    ],
    [
      "mistakes",
      ["plan", "--rules", "r.yml"],
      failed({
        error: "invalid_rule",
        message: "r.yml:1:1: `id` is missing (and 2 more)",
        path: "r.yml",
        line: 1,
        column: 1,
        details: {
          errors: [
            { path: "r.yml", line: 1, column: 1, message: "`id` is missing" },
            {
              path: "r.yml",
              line: 1,
              column: 11,
              message: 'there is no language named "typscript"',
              suggestion: "did you mean typescript?",
            },
            { path: "r.yml", line: 2, column: 1, message: "`rule` is missing" },
          ],
        },
      }),
      { "r.yml": "language: typscript\nfix: x\n" },
    ],
    [
      "configuration",
      ["plan", "foo", "bar"],
      failed({
        error: "invalid_request",
        message: "swath.yml: unknown key defaults.max_byte",
        path: "swath.yml",
        suggestion: "Did you mean max_bytes?",
      }),
    ],
    [
      "script",
      ["plan", "foo", "--script", "dist/nope.ts"],
      failed({
        error: "script_parse",
        message: "the script nope.ts does not load: no such file",
        path: "dist/nope.ts",
      }),
    ],
    [
      "near-misses",
      ["apply", "fechUser", "loadUser"],
      failed({
        error: "too_few_matches",
        exit_code: 2,
        message: "found no match, and at least 1 was asked for",
        remedies: ["at_least"],
        candidates: [{ path: "a.txt", line: 1, text: "  fetchUser()", similarity: 0.9 }],
        similar_paths: ["src/a.txt"],
      }),
    ],
    [
      "stale",
      ["apply", "--plan", "p"],
      failed({
        error: "stale_plan",
        message: "2 files have changed since they were planned",
        details: { paths: ["a.txt", "b.txt"] },
      }),
    ],
    [
      "convergence",
      ["apply", "cat", "category"],
      failed({
        error: "non_convergent_replacement",
        message: 'the replacement of "cat" would match again',
        remedies: ["word", "allow_non_convergent"],
      }),
    ],
  ];
  for (const [name, argv, result, tree] of cases)
    test(name, async () => {
      const run = await swath(argv, { result, ...(tree && { tree }) });
      expect([run.code, run.stdout]).toEqual([result.report.kind === "error" ? result.report.exit_code : 0, ""]);
      expectGolden(`cli/error-${name}.txt`, run.stderr);
      expect(Bun.stripANSI((await swath(argv, { result, terminal: true, ...(tree && { tree }) })).stderr)).toBe(
        run.stderr,
      );
      const quiet = await swath([...argv, "-q"], { result, ...(tree && { tree }) });
      expect(quiet.stderr).toBe(run.stderr);
    });
});
