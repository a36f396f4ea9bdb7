import { describe, expect, test } from "bun:test";
import { refusedRules, ruleEngine, runRules } from "./run.ts";

type Told = readonly [line: number, column: number, message: RegExp, suggestion?: RegExp];

interface Mistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly suggestion?: string;
}

function errorsOf(text: string): readonly Mistake[] {
  return refusedRules(text).details!["errors"] as readonly Mistake[];
}

const code = "id: r\nlanguage: ts\n";

describe("one mistake", () => {
  const rows: readonly (readonly [what: string, text: string, told: Told])[] = [
    ["no rule", `${code}fix: x\n`, [1, 1, /`rule` is missing/]],
    ["a mistyped key", `${code}rule: { patern: a }\n`, [3, 9, /unknown key `patern`/, /did you mean pattern\?/]],
    [
      "a mistyped key at the top",
      `${code}rule: { pattern: a }\nfx: b\n`,
      [4, 1, /unknown key `fx`/, /did you mean fix\?/],
    ],
    [
      "an unknown key",
      `${code}rule: { pattern: a }\nzzzzzz: b\n`,
      [4, 1, /unknown key `zzzzzz`/, /the keys here are id,/],
    ],
    ["a wrong sort of value", `${code}rule: { kind: 1 }\n`, [3, 15, /`kind` must be string, and 1 was given/]],
    ["a list for text", `${code}rule: { kind: [a] }\n`, [3, 15, /`kind` must be string, and a list was given/]],
    ["a mapping for a list", `${code}rule: { any: { kind: a } }\n`, [3, 14, /`any` must be a list, and a mapping was/]],
    ["a list of new names", "id: r\nrename: [a, b]\n", [2, 9, /`rename` must be a mapping, and a list was given/]],
    [
      "a list of constraints",
      `${code}rule: { pattern: $A }\nconstraints: [a]\n`,
      [4, 14, /`constraints` must be a mapping, and a list/],
    ],
    [
      "a severity that is none",
      `${code}severity: fatal\nrule: { pattern: a }\n`,
      [3, 11, /`severity` must be "hint" or/],
    ],
    [
      "a list of conditions in a rule",
      "id: r\nlanguage: ts\nrule: { pattern: f, not: [{ pattern: f }] }\n",
      [3, 26, /`not` must be a mapping, and a list was given/],
    ],
    [
      "a list in a list of rules",
      "id: r\nlanguage: ts\nrule: { all: [[{ pattern: f }]] }\n",
      [3, 15, /an entry of `all` must be a mapping, and a list was given/],
    ],
    ["a mapping that is none", "- a\n", [1, 1, /a rule must be a mapping/]],
    [
      "no language of this name",
      "id: r\nlanguage: pyton\nrule: { pattern: a }\n",
      [2, 11, /no language named "pyton"/, /python/],
    ],
    ["a pattern that does not parse", `${code}rule: { pattern: 'f($A' }\n`, [3, 18, /does not parse as typescript/]],
    ["a kind that is none", `${code}rule: { any: [{ kind: nonsense }] }\n`, [3, 23, /nonsense/]],
    ["an expression that is none", `${code}rule: { kind: number, regex: '[' }\n`, [3, 30, /unclosed character class/]],
    ["a child that is none", `${code}rule: { kind: number, nthChild: 2m }\n`, [3, 33, /./]],
    [
      "a utility that is none",
      `${code}rule: { matches: nmu }\nutils: { num: { kind: number } }\n`,
      [3, 18, /no utility nmu/, /did you mean num\?/],
    ],
    [
      "a call without an argument",
      `${code}rule: { matches: { u: {} } }\nutils: { 'u(A)': { kind: number } }\n`,
      [3, 7, /needs the argument A/],
    ],
    [
      "a call with an odd argument",
      `${code}rule: { matches: { u: { B: { kind: number } } } }\nutils: { 'u(A)': { kind: number } }\n`,
      [3, 7, /takes no argument B/],
    ],
    ["a rule that matches nothing in particular", `${code}rule: {}\n`, [3, 7, /positive matcher/]],
    [
      "a constraint on nothing",
      `${code}rule: { pattern: f($ARG) }\nconstraints: { ARGS: { kind: number } }\n`,
      [4, 22, /\$ARGS/, /did you mean \$ARG\?/],
    ],
    [
      "a transformation that is none",
      `${code}rule: { pattern: $A }\ntransform: { B: { upper: { source: $A } } }\n`,
      [4, 19, /unknown key `upper`/],
    ],
    [
      "two transformations in one",
      `${code}rule: { pattern: $A }\ntransform: { B: { substring: { source: $A }, convert: { source: $A, toCase: upperCase } } }\n`,
      [4, 17, /substring, convert was given/],
    ],
    [
      "a call of none",
      `${code}rule: { pattern: $A }\ntransform: { B: "upper($A)" }\n`,
      [4, 17, /no transformation upper/],
    ],
    [
      "a case that is none",
      `${code}rule: { pattern: $A }\ntransform: { B: "convert($A, toCase=upper)" }\n`,
      [4, 17, /toCase of convert must be one of lowerCase/],
    ],
    [
      "a call that lacks something",
      `${code}rule: { pattern: $A }\ntransform: { B: "replace($A, by=x)" }\n`,
      [4, 17, /replace needs replace/],
    ],
    ...["*x", "@x", "%x", "!x", "[a", "[0-9]+", "'a'b"].map((value): readonly [string, string, Told] => [
      `a call with ${value}`,
      `${code}rule: { pattern: $A }\ntransform:\n  B: ${JSON.stringify(`replace($A, replace=${value}, by=x)`)}\nfix: $B\n`,
      [5, 6, /^replace of replace is no value of YAML: put .* in quotes$/],
    ]),
    [
      "a source that is no variable",
      `${code}rule: { pattern: $A }\ntransform: { B: { substring: { source: A } } }\n`,
      [4, 17, /"A" is no variable/],
    ],
    [
      "a source that nothing binds",
      `${code}rule: { pattern: $ABC }\ntransform: { B: "substring($ABD)" }\n`,
      [4, 17, /\$ABD, which nothing binds/, /\$ABC/],
    ],
    [
      "transformations in a circle",
      `${code}rule: { pattern: $A }\ntransform: { B: "substring($C)", C: "substring($B)" }\n`,
      [4, 17, /starts from itself/],
    ],
    [
      "an expression that RE2 reads in another way than the Rust engine",
      "id: r\nlanguage: ts\nrule: { pattern: f($A) }\ntransform: { T: { replace: { source: $A, replace: '[a-z&&[^o]]', by: x } } }\n",
      [4, 17, /`&&` between the parts of a class is not in RE2's syntax/],
    ],
    [
      "a start of a word in the Rust engine's way",
      "id: r\nlanguage: ts\nrule: { pattern: f($A) }\ntransform: { T: { replace: { source: $A, replace: '\\<a', by: x } } }\n",
      [4, 17, /`\\<` is not in RE2's syntax; write `\\b`/],
    ],
    [
      "a group that is none",
      `${code}rule: { pattern: $A }\ntransform: { B: { replace: { source: $A, replace: (x), by: $1_y } } }\n`,
      [4, 17, /no group 1_y; write \$\{1\}_y/],
    ],
    [
      "a rewriter that is none",
      `${code}rule: { pattern: $A }\ntransform: { B: "rewrite($A, rewriters=[nmu])" }\nrewriters: [{ id: num, rule: { kind: number }, fix: '1' }]\n`,
      [4, 17, /no rewriter nmu/, /num/],
    ],
    [
      "a rewriter without a fix",
      `${code}rule: { pattern: $A }\nrewriters: [{ id: num, rule: { kind: number } }]\n`,
      [4, 13, /num has no fix/],
    ],
    [
      "a mistake in a rewriter",
      `${code}rule: { pattern: $A }\nrewriters: [{ id: num, rule: { kind: nmbr }, fix: x }]\n`,
      [4, 38, /nmbr/],
    ],
    [
      "a fix that reaches over nothing known",
      `${code}rule: { pattern: $A }\nfix: { template: x, expandEnd: { kind: nope } }\n`,
      [4, 32, /nope/],
    ],
    ["an expression of text", "id: r\nregex: (?=x)\n", [2, 8, /look-ahead/]],
    ["a replacement of text", "id: r\nregex: (x)\nreplace: $2\n", [3, 10, /\$2/]],
    ["two ways to match text", "id: r\nregex: x\nliteral: y\n", [3, 1, /exclude each other/]],
    ["a replacement for nothing", "id: r\nreplace: y\n", [1, 1, /neither `regex` nor `literal`/]],
    [
      "a map with options of patterns",
      "id: r\nrename: { a: b }\nword: true\n",
      [3, 1, /says nothing about a `rename`/],
    ],
    ["a map that grows", "id: r\nrename: { a: a-a }\n", [2, 9, /./]],
    ["two keys of one name", "id: r\nid: s\nliteral: x\n", [2, 1, /unique/]],
    ["no YAML", "id: [\n", [2, 1, /./]],
    [
      "a column behind characters of several bytes",
      "id: r\nlanguage: ts\nrule: { pattern: 'éé', kind: 1 }\n",
      [3, 32, /`kind`/],
    ],
  ];
  test.each(rows)("%s", (_, text, [line, column, message, suggestion]) => {
    const errors = errorsOf(text);
    expect(errors.map((error) => [error.line, error.column])).toEqual([[line, column]]);
    expect(errors[0]!.message).toMatch(message);
    if (suggestion !== undefined) expect(errors[0]!.suggestion).toMatch(suggestion);
    expect(refusedRules(text)).toMatchObject({ kind: "invalid_rule", path: "rules.yml", line, column });
  });
});

test("all mistakes of all files are told at once, in order", () => {
  const problem = refusedRules(
    { path: "b.yml", text: "id: t\nregex: (?=x)\n" },
    {
      path: "a.yml",
      text: [
        "id: one\nlanguage: ts\nseverity: fatal\nrule: { any: [{ pattern: 'f(' }, { kind: nope }] }\nfix: x($B)\n",
        "id: one\nlanguage: ts\nrule: { pattern: g($A) }\nfix: y($B)\n",
        "id: one\nlanguage: ts\nrule: { pattern: h($A) }\n",
      ].join("---\n"),
    },
  );
  const errors = problem.details!["errors"] as readonly (Mistake & { readonly path: string })[];
  expect(errors.map(({ path, line }) => `${path}:${line}`)).toEqual([
    "a.yml:3",
    "a.yml:4",
    "a.yml:4",
    "a.yml:10",
    "b.yml:2",
  ]);
  expect(problem.message).toMatch(/^a\.yml:3:11: .*\(and 4 more\)$/);
});

describe("utilities that double with each link of a chain", () => {
  const links = Array.from({ length: 25 }, (_, i) => i + 1);
  const told = /has more than 50000 parts with the utilities it refers to: let each utility/;

  test("by their names", () => {
    const chain = links.map((i) => `  u${i}: { any: [{ matches: u${i - 1} }, { matches: u${i - 1} }] }\n`).join("");
    const [error] = errorsOf(`${code}rule: { matches: u25 }\nutils:\n  u0: { kind: number }\n${chain}`);
    expect(error!.message).toMatch(/^the utility u\d+ has more/);
    expect(error!.message).toMatch(told);
  });

  test("with arguments", () => {
    const call = (i: number) => `{ matches: { u${i}: { A: { matches: A } } } }`;
    const chain = links.map((i) => `  'u${i}(A)': { any: [${call(i - 1)}, ${call(i - 1)}] }\n`).join("");
    const rule = "{ matches: { u25: { A: { kind: number } } } }";
    const [error] = errorsOf(`${code}rule: ${rule}\nutils:\n  'u0(A)': { matches: A }\n${chain}`);
    expect(error!.message).toMatch(told);
  });

  test("within arguments", () => {
    const rule = links.reduce((inner) => `{ matches: { u: { A: ${inner} } } }`, "{ kind: number }");
    const utils = "utils: { 'u(A)': { any: [{ matches: A }, { matches: A }] } }\n";
    const [error] = errorsOf(`${code}rule: ${rule}\n${utils}`);
    expect(error!.message).toMatch(told);
  });

  test("a chain without doubling is taken", () => {
    const chain = links.map((i) => `  u${i}: { matches: u${i - 1} }\n`).join("");
    const rule = `${code}rule: { matches: u25 }\nutils:\n  u0: { kind: number }\n${chain}`;
    expect(runRules(ruleEngine(`${rule}fix: X\n`), "a.ts", "f(1)").text).toBe("f(X)");
  });
});

test("mistakes in the utilities of a project are told there", () => {
  const problem = refusedRules("id: r\nlanguage: ts\nrule: { matches: u }\n", {
    path: "u.yml",
    text: "id: u\nlanguage: ts\nrule: { kind: nonsense, matches: v }\n",
    utils: true,
  });
  const errors = problem.details!["errors"] as readonly (Mistake & { readonly path: string })[];
  expect(errors.filter(({ path }) => path === "u.yml").map(({ line, column }) => [line, column])).toEqual([
    [3, 15],
    [3, 34],
  ]);
});

test("rules of one id are told from one another", () => {
  expect(errorsOf("id: a\nliteral: x\n---\nid: a\nliteral: y\n")).toEqual([
    { path: "rules.yml", line: 4, column: 5, message: "there is another rule a, in rules.yml" } as Mistake,
  ]);
});

describe("variables that nothing binds", () => {
  const rows: readonly (readonly [what: string, text: string])[] = [
    ["in a fix", `${code}rule: { pattern: f($A) }\nfix: g($ZED)\n`],
    ["in a fix as an object", `${code}rule: { pattern: f($A) }\nfix: { template: g($ZED) }\n`],
    ["in a rewriter", `${code}rule: { pattern: f($A) }\nrewriters: [{ id: n, rule: { pattern: $B }, fix: g($ZED) }]\n`],
  ];
  test.each(rows)("%s", (_, text) => {
    expect(refusedRules(text)).toMatchObject({ kind: "structural_template", path: "rules.yml" });
    expect(refusedRules(text).message).toMatch(/\$ZED, which nothing binds/);
  });

  test("a rewriter may use those of its rule", () => {
    expect(() =>
      refusedRules(
        `${code}rule: { pattern: f($A) }\nrewriters: [{ id: n, rule: { pattern: $B }, fix: 'g($A, $B)' }]\n`,
      ),
    ).toThrow("the rules were taken");
  });
});

test("files without a rule are refused", () => {
  expect(refusedRules("# nothing\n")).toMatchObject({ kind: "invalid_rule" });
});

test("every unknown key of an object is told, with the keys of its place", () => {
  const told = errorsOf(
    `${code}rule: { pattern: a, has: { stopby: end, kindd: b } }\nfix: { templat: b, expandStrt: {} }\nfoo: 1\nmesage: m\n`,
  );
  expect(
    told.map(({ line, column, message, suggestion }) => [line, column, message, suggestion?.slice(0, 24)]),
  ).toEqual([
    [3, 28, "unknown key `stopby`", "did you mean stopBy?"],
    [3, 41, "unknown key `kindd`", "did you mean kind?"],
    [4, 6, "`template` is missing", undefined],
    [4, 8, "unknown key `templat`", "did you mean template?"],
    [4, 20, "unknown key `expandStrt`", "did you mean expandStart"],
    [5, 1, "unknown key `foo`", "the keys here are id, me"],
    [6, 1, "unknown key `mesage`", "did you mean message?"],
  ]);
});
