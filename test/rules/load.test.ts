import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { bunHost } from "../../src/host/bun.ts";
import type { Host } from "../../src/host/host.ts";
import { loadRules } from "../../src/rules/load.ts";
import { runRuleTests } from "../../src/rules/test.ts";

let root = "";
let host: Host;

const files: Readonly<Record<string, string>> = {
  "one.yml": "id: one\nliteral: a\nreplace: b\n",
  "rules/b.yaml": "id: b\nliteral: b\n",
  "rules/a.yml": "id: a\nliteral: a\n",
  "rules/deep/c.yml": "id: c\nliteral: c\n",
  "rules/notes.md": "no rule",
  "rules/.hidden.yml": "id: h\nliteral: h\n",
  "rules/__snapshots__/a-snapshot.yml": "id: a\nsnapshots: {}\n",
  "empty/readme.md": "",
  "project/sgconfig.yml": "ruleDirs: [rules, ./more]\nutilDirs: [utils]\ntestConfigs: [{ testDir: tests }]\n",
  "project/rules/x.yml": "id: x\nlanguage: js\nrule: { matches: num }\nfix: '0'\n",
  "project/more/y.yml": "id: y\nliteral: y\nreplace: z\n",
  "project/utils/num.yml": "id: num\nlanguage: js\nrule: { kind: number, not: { regex: '^0$' } }\n",
  "project/tests/x-test.yml": "id: x\nvalid: ['f(0)', '0']\ninvalid: ['f(1)', 'f(1, 2)']\n",
  "project/tests/y-test.yml":
    "id: y\nbefore: a y\nafter: a z\n---\nid: y\ncases: [{ before: y, after: z }, { before: x, after: x }]\n",
  "project/tests/__snapshots__/x-snapshot.yml":
    "id: x\nsnapshots:\n  f(1):\n    fixed: f(0)\n    labels: [{ source: '1', style: primary, start: 2, end: 3 }]\n  f(1, 2):\n    fixed: f(0, 2)\n",
  "broken/sgconfig.yml": "ruleDir: [rules]\n",
  "fails/sgconfig.yml": "ruleDirs: [rules]\ntestConfigs: [{ testDir: tests, snapshotDir: snaps }]\n",
  "fails/rules/all.yml": [
    "id: found\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\n",
    "id: grows\nlanguage: js\nrule: { pattern: f($A) }\nfix: f(f($A))\n",
    "id: breaks\nlanguage: js\nrule: { pattern: f($A) }\nfix: g((\n",
    "id: snap\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\n",
    "id: text\nliteral: a\nreplace: b\n",
  ].join("---\n"),
  "fails/tests/all.yml": [
    "id: found\nvalid: [f(1)]\ninvalid: [h(1)]\n",
    "id: grows\ninvalid: [f(1)]\n",
    "id: breaks\ninvalid: [f(1)]\n",
    "id: snap\ninvalid: [f(1), 'x; f(2)']\n",
    "id: text\nbefore: a\nafter: c\n",
    "id: nobody\nvalid: [x]\n",
  ].join("---\n"),
  "fails/tests/snaps/snap-snapshot.yml":
    "id: snap\nsnapshots:\n  f(1): { fixed: h(1) }\n  x; f(2): { labels: [{ style: primary, start: 0, end: 4 }] }\n",
  "beside/r.yml": "id: r\nliteral: a\nreplace: b\n---\nid: r\nbefore: [a, x]\nafter: [b, x]\n",
  "beside/r-test.yml": "id: r\nvalid: [b]\n---\nid: other\nvalid: [b]\n",
  "wrong/r.yml": "id: r\nliteral: a\nreplace: b\n---\nid: r\nbefore: [a]\nafter: []\n",
};

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-rules-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  host = { ...bunHost(), cwd: root };
});

afterAll(() => fs.rmSync(root, { recursive: true }));

describe("rule files", () => {
  const rows: readonly (readonly [what: string, given: string, paths: string[]])[] = [
    ["a file", "one.yml", ["one.yml"]],
    ["a file behind a dot", "./one.yml", ["one.yml"]],
    ["a directory", "rules", ["rules/a.yml", "rules/b.yaml", "rules/deep/c.yml"]],
    ["a directory with a slash", "rules/", ["rules/a.yml", "rules/b.yaml", "rules/deep/c.yml"]],
    [
      "a project",
      "project",
      ["project/sgconfig.yml", "project/utils/num.yml", "project/rules/x.yml", "project/more/y.yml"],
    ],
    [
      "its configuration",
      "project/sgconfig.yml",
      ["project/sgconfig.yml", "project/utils/num.yml", "project/rules/x.yml", "project/more/y.yml"],
    ],
  ];
  test.each(rows)("%s", (_, given, paths) => {
    const loaded = loadRules(given, host);
    expect(loaded.ok && loaded.value.map((source) => source.path)).toEqual(paths);
  });

  test("an absolute path is shown as one below the working directory", () => {
    const loaded = loadRules(`${root}/rules`, host);
    expect(loaded.ok && loaded.value[0]!.path).toBe("rules/a.yml");
  });

  test.each([
    ["nothing there", "missing.yml", "io", /cannot read missing\.yml: no such file/],
    ["no rule file", "empty", "invalid_rule", /no rule file .* in empty/],
    ["a mistyped configuration", "broken", "invalid_rule", /sgconfig\.yml:1:1: unknown key `ruleDir`/],
  ] as const)("%s", (_, given, kind, message) => {
    const loaded = loadRules(given, host);
    expect(loaded.ok ? "loaded" : loaded.problem.kind).toBe(kind);
    expect(loaded.ok ? "" : loaded.problem.message).toMatch(message);
  });
});

describe("tests of rules", () => {
  const run = (paths: readonly string[], cwd = root) => {
    const report = runRuleTests(paths, { ...host, cwd });
    if (!report.ok) throw new Error(report.problem.message);
    return report.value;
  };
  const passed = { kind: "test", outcome: "passed", failures: [] } as const;

  test("of a project, from inside and from a directory below", () => {
    expect(run(["project"])).toEqual({ ...passed, rules: 2, tests: 7 });
    expect(run([], `${root}/project`)).toEqual({ ...passed, rules: 2, tests: 7 });
    expect(run([], `${root}/project/rules`)).toEqual({ ...passed, rules: 2, tests: 7 });
  });

  test("of one rule file of a project", () => {
    expect(run(["project/rules/x.yml"])).toEqual({ ...passed, rules: 1, tests: 4 });
  });

  test("beside the rules, in their file or in another; beside all rules of a directory none is of another", () => {
    expect(run(["beside/r.yml"])).toEqual({ ...passed, rules: 1, tests: 3 });
    expect(run(["beside"])).toEqual({
      ...passed,
      outcome: "failed",
      rules: 1,
      tests: 3,
      failures: [{ rule: "other", test: "beside/r-test.yml", reason: "there is no such rule" }],
    });
  });

  test("that several paths lead to are run once, and each path has its own", () => {
    expect(run(["beside/r.yml", "beside/r.yml"])).toEqual({ ...passed, rules: 1, tests: 3 });
    expect(run(["project", "project/rules/x.yml"])).toEqual({ ...passed, rules: 2, tests: 7 });
    expect(run(["project/rules/x.yml", "project"])).toEqual({ ...passed, rules: 2, tests: 7 });
    expect(run(["beside/r.yml", "beside"])).toMatchObject({ tests: 3, failures: [{ rule: "other" }] });
  });

  test("that fail say why", () => {
    const { outcome, failures } = run(["fails"]);
    expect(outcome).toBe("failed");
    expect(failures).toEqual([
      { rule: "found", test: "f(1)", reason: "it finds a match in valid text" },
      { rule: "found", test: "h(1)", reason: "it finds nothing in invalid text" },
      { rule: "grows", test: "f(1)", reason: 'the fix does not settle: "f(f(1))" would become "f(f(f(f(1))))"' },
      { rule: "breaks", test: "f(1)", reason: 'the fix leaves 1 parse error where there were 0: "g(("' },
      { rule: "snap", test: "f(1)", reason: 'the fix gives "g(1)", in the snapshot it is "h(1)"' },
      {
        rule: "snap",
        test: "x; f(2)",
        reason: "the first match is at 3 to 7, in the snapshot it is at 0 to 4",
      },
      { rule: "text", test: "a", reason: 'it gives "b" and not "c"' },
      { rule: "nobody", test: "fails/tests/all.yml", reason: "there is no such rule" },
    ]);
  });

  test.each([
    ["no project", [], "invalid_request", /no sgconfig\.yml/],
    ["a test that is none", ["wrong"], "invalid_rule", /wrong\/r\.yml:6:9: each `before` needs an `after`/],
    ["nothing there", ["missing"], "io", /missing/],
  ] as const)("%s", (_, paths, kind, message) => {
    const report = runRuleTests([...paths], { ...host, cwd: root });
    expect(report.ok ? "ran" : report.problem.kind).toBe(kind);
    expect(report.ok ? "" : report.problem.message).toMatch(message);
  });
});
