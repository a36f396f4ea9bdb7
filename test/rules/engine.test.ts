import { describe, expect, test } from "bun:test";
import { ruleDefaults } from "../../src/rules/defaults.ts";
import { withValues } from "../../src/rules/documents.ts";
import { refusedRules, ruleEngine, runRules } from "./run.ts";

describe("many rules in one run", () => {
  const overlaps: readonly (readonly [
    what: string,
    rules: string,
    before: string,
    after: string,
    dropped: string[],
  ])[] = [
    [
      "the one that starts first is made",
      "id: late\nliteral: bcd\nreplace: '2'\n---\nid: early\nliteral: abc\nreplace: '1'\n",
      "x abcd",
      "x 1d",
      ["late"],
    ],
    [
      "then the longer one",
      "id: short\nliteral: ab\nreplace: '2'\n---\nid: long\nliteral: abc\nreplace: '1'\n",
      "abc",
      "1",
      ["short"],
    ],
    [
      "then the one of the earlier rule",
      "id: first\nliteral: abc\nreplace: '1'\n---\nid: second\nregex: a.c\nreplace: '2'\n",
      "abc",
      "1",
      ["second"],
    ],
    [
      "what touches does not overlap",
      "id: a\nliteral: ab\nreplace: '1'\n---\nid: b\nliteral: cd\nreplace: '2'\n",
      "abcd",
      "12",
      [],
    ],
    [
      "text inside code",
      "id: text\nliteral: one\nreplace: two\n---\nid: code\nlanguage: ts\nrule: { pattern: f($A) }\nfix: g($A)\n",
      "f(one); one",
      "g(one); two",
      ["text"],
    ],
    [
      "a match of another rule in a capture is an overlap",
      "id: f\nlanguage: ts\nrule: { pattern: f($A) }\nfix: g($A)\n---\nid: h\nlanguage: ts\nrule: { pattern: h($A) }\nfix: i($A)\n",
      "f(h(f(1))); h(2)",
      "g(h(g(1))); i(2)",
      ["h"],
    ],
    [
      "an edit that changes nothing stands in nobody's way",
      "id: same\nlanguage: ts\nrule: { kind: call_expression, pattern: f($A) }\nfix: f($A)\n---\nid: x\nliteral: x\nreplace: y\n",
      "f(x)",
      "f(y)",
      [],
    ],
    [
      "a match whose outer match is dropped is made",
      "id: text\nliteral: a f\nreplace: b f\n---\nid: f\nlanguage: ts\nrule: { pattern: f($$$A) }\nfix: g($$$A)\n",
      "/*a f*/ f(f(1)); a\nf",
      "/*b f*/ g(g(1)); a\nf",
      [],
    ],
  ];
  test.each(overlaps)("%s", (_, rules, before, after, dropped) => {
    const { text, rewrite } = runRules(ruleEngine(rules), "a.ts", before);
    expect({ text, dropped: (rewrite.dropped ?? []).map((edit) => edit.rule!) }).toEqual({ text: after, dropped });
  });

  test("edits are counted by rule", () => {
    const rules = "id: a\nlanguage: ts\nrule: { pattern: f($A) }\nfix: g($A)\n---\nid: b\nliteral: x\nreplace: y\n";
    expect(runRules(ruleEngine(rules), "a.ts", "f(f(1)); x; x").counts).toEqual({ a: 2, b: 2 });
  });

  test("what was dropped says where and why", () => {
    const rules = "id: a\nliteral: ab\nreplace: '1'\n---\nid: b\nliteral: bc\nreplace: '2'\n";
    expect(runRules(ruleEngine(rules), "dir/a.txt", "\n\nabc").rewrite.dropped).toEqual([
      { path: "dir/a.txt", line: 3, rule: "b", reason: "overlaps an edit of a" },
    ]);
  });

  test("a thousand rules are told apart by their words", () => {
    const rules = Array.from(
      { length: 1000 },
      (_, i) => `id: r${i}\nlanguage: ts\nrule: { pattern: "fn${i}($A)" }\nfix: "gn${i}($A)"\n`,
    ).join("---\n");
    const engine = ruleEngine(rules);
    const text = "fn7(1); fn999(2); fn500(3)";
    const bytes = Buffer.from(text);
    expect(runRules(engine, "a.ts", text).counts).toEqual({ r7: 1, r500: 1, r999: 1 });
    expect(engine.mayMatch(bytes, 0, bytes.length)).toBe(true);
    expect(engine.mayMatch(Buffer.from("fm7(1)"), 0, 6)).toBe(false);
  });
});

describe("fixes", () => {
  const rows: readonly (readonly [what: string, rule: string, before: string, after: string])[] = [
    [
      "reach over a comma behind",
      "rule: { kind: pair, has: { field: key, regex: ^drop$ } }\nfix: { template: '', expandEnd: { regex: '^,$' } }",
      "({ a: 1, drop: 2, b: 3, drop: 4 })",
      "({ a: 1,  b: 3,  })",
    ],
    [
      "reach back to a sibling further off",
      "rule: { pattern: last() }\nfix: { template: end(), expandStart: { pattern: first(), stopBy: end } }",
      "x(first(), 2, last()); x(2, last())",
      "x(end()); x(2, end())",
    ],
    [
      "stop at what ends the search",
      "rule: { pattern: last() }\nfix: { template: end(), expandStart: { pattern: first(), stopBy: { kind: number } } }",
      "x(first(), 2, last())",
      "x(first(), 2, end())",
    ],
    [
      "may be a list of which the first counts",
      "rule: { pattern: a() }\nfix: [{ template: b(), title: x }, { template: c() }]",
      "a()",
      "b()",
    ],
    ["may delete", "rule: { pattern: a(); }\nfix: ''", "a(); b();", " b();"],
  ];
  test.each(rows)("%s", (_, rule, before, after) => {
    expect(runRules(ruleEngine(`id: r\nlanguage: js\n${rule}\n`), "a.js", before).text).toBe(after);
  });
});

describe("matching", () => {
  const rows: readonly (readonly [what: string, rule: string, before: string, after: string])[] = [
    ["a kind with a regex", "rule: { kind: identifier, regex: ^tmp }", "tmp1 + x + tmp2", "X + x + X"],
    ["the first child", "rule: { kind: number, nthChild: 1 }", "f(1, 2)", "f(X, 2)"],
    [
      "every other child from the end",
      "rule: { kind: number, nthChild: { position: 2n+1, reverse: true } }",
      "f(1, 2, 3)",
      "f(X, 2, X)",
    ],
    [
      "children of a sort",
      "rule: { kind: number, nthChild: { position: 1, ofRule: { kind: number } } }",
      "f(a, 1, 2)",
      "f(a, X, 2)",
    ],
    [
      "a range",
      "rule: { range: { start: { line: 0, column: 2 }, end: { line: 0, column: 3 } } }",
      "f(1, 1)",
      "f(X, 1)",
    ],
    [
      "what precedes",
      "rule: { kind: number, precedes: { kind: string, stopBy: end } }",
      "f(1, 'a', 2)",
      "f(X, 'a', 2)",
    ],
    ["what follows", "rule: { kind: number, follows: { kind: string, stopBy: end } }", "f(1, 'a', 2)", "f(1, 'a', X)"],
    [
      "a field",
      "rule: { kind: number, inside: { kind: assignment_expression, field: right } }",
      "a = 1; b[2] = c",
      "a = X; b[2] = c",
    ],
    [
      "a pattern in context",
      "rule: { pattern: { context: 'class A { $F = $V }', selector: field_definition } }",
      "class B { x = 1 }",
      "class B { X }",
    ],
    ["strictness", "rule: { pattern: { context: f(a), strictness: signature } }", "f(a); g(b)", "X; X"],
    ["a utility of its own", "rule: { matches: num }\nutils: { num: { kind: number } }", "f(1)", "f(X)"],
    [
      "a utility with arguments",
      "rule: { matches: { in-call: { WHAT: { kind: number } } } }\nutils: { 'in-call(WHAT)': { matches: WHAT, inside: { kind: arguments } } }",
      "f(1); 2",
      "f(X); 2",
    ],
    ["constraints", "rule: { pattern: f($A) }\nconstraints: { A: { kind: number } }", "f(1); f(a)", "X; f(a)"],
    ["any without alternatives", "rule: { kind: number, any: [] }", "1", "1"],
  ];
  test.each(rows)("%s", (_, rule, before, after) => {
    expect(runRules(ruleEngine(`id: r\nlanguage: js\n${rule}\nfix: X\n`), "a.js", before).text).toBe(after);
  });

  test("utilities of the project", () => {
    const engine = ruleEngine("id: r\nlanguage: js\nrule: { matches: num }\nfix: X\n", {
      path: "utils/num.yml",
      text: "id: num\nlanguage: js\nrule: { any: [{ kind: number }, { matches: own }] }\nutils: { own: { kind: string } }\n",
      utils: true,
    });
    expect(runRules(engine, "a.js", "f(1, 'a', b)").text).toBe("f(X, X, b)");
  });
});

test("a utility of the project brings its constraints, unless the rule has its own", () => {
  const utility = {
    path: "u.yml",
    text: "id: call\nlanguage: js\nrule: { pattern: $F($A) }\nconstraints: { F: { regex: '^tmp' }, A: { kind: number } }\n",
    utils: true,
  } as const;
  const run = (more: string) =>
    runRules(
      ruleEngine(`id: r\nlanguage: js\nrule: { matches: call }\n${more}fix: X\n`, utility),
      "a.js",
      "tmp(1); tmp(a); f(1)",
    );
  expect(run("").text).toBe("X; tmp(a); f(1)");
  expect(run("constraints: { A: { kind: identifier } }\n").text).toBe("tmp(1); X; f(1)");
});

test.each([
  ["a token", "{ kind: binary_expression, has: { pattern: $$OP, field: operator } }", "OP", "^-$", "a + b; X; f(1, 2)"],
  ["several nodes, which have no say", "{ pattern: f($$$R) }", "R", "^none$", "a + b; a - b; X"],
  [
    "what one alternative captures",
    "{ any: [{ pattern: 'f($A, $B)' }, { pattern: $L + $R }] }",
    "B",
    "^none$",
    "X; a - b; f(1, 2)",
  ],
  [
    "what all alternatives capture",
    "{ any: [{ pattern: 'f($L, $R)' }, { pattern: $L + $R }] }",
    "L",
    "^a$",
    "X; a - b; f(1, 2)",
  ],
  ["what must not be there", "{ pattern: $L + $R, not: { pattern: $N + $N } }", "N", "^none$", "X; a - b; f(1, 2)"],
])("a utility of the project constrains a variable for %s", (_, rule, name, regex, after) => {
  const text = `id: u\nlanguage: js\nrule: ${rule}\nconstraints: { ${name}: { regex: '${regex}' } }\n`;
  const engine = ruleEngine("id: r\nlanguage: js\nrule: { matches: u }\nfix: X\n", {
    path: "u.yml",
    text,
    utils: true,
  });
  expect(runRules(engine, "a.js", "a + b; a - b; f(1, 2)").text).toBe(after);
});

describe("each reference to a utility of the project captures for itself", () => {
  const call = "id: call\nlanguage: js\nrule: { any: [{ pattern: f($A) }, { pattern: 'f($A, $B)' }] }\n";
  const number = "id: num\nlanguage: js\nrule: { pattern: $N }\nconstraints: { N: { kind: number } }\n";
  const through = "id: pair\nlanguage: js\nrule: { pattern: 'f($X, $Y)', has: { matches: call, stopBy: end } }\n";
  const deep =
    "id: deep\nlanguage: js\nrule: { any: [{ kind: number }, { pattern: g($A), has: { matches: in } }] }\nutils: { in: { kind: arguments, has: { matches: deep } } }\n";
  test.each([
    ["in a rule", "rule: { matches: call, has: { matches: call, stopBy: end } }", "f(f(1), 2); f(3)", "X; f(3)"],
    [
      "in constraints",
      "rule: { pattern: 'f($P, $Q)' }\nconstraints: { P: { matches: num }, Q: { matches: num } }",
      "f(1, 2); f(1, a)",
      "X; f(1, a)",
    ],
    [
      "in a utility of the rule",
      "rule: { matches: own }\nutils: { own: { matches: call, has: { matches: call, stopBy: end } } }",
      "f(f(1), 2); f(3)",
      "X; f(3)",
    ],
    [
      "in a utility of the rule that is referred to twice",
      "rule: { pattern: 'f($P, $Q)' }\nconstraints: { P: { matches: own }, Q: { matches: own } }\nutils: { own: { any: [{ matches: num }, { kind: string }] } }",
      "f(1, 2); f(1, a)",
      "X; f(1, a)",
    ],
    [
      "through another utility",
      "rule: { all: [{ matches: pair }, { matches: call }] }",
      "f(f(1), 2); f(3, 4)",
      "X; f(3, 4)",
    ],
    ["though one refers to itself", "rule: { kind: call_expression, matches: deep }", "g(1); g(a)", "X; g(a)"],
  ])("%s", (_, rule, before, after) => {
    const utilities = [call, number, through, deep].map(
      (text, i) => ({ path: `u${i}.yml`, text, utils: true }) as const,
    );
    const engine = ruleEngine(`id: r\nlanguage: js\n${rule}\nfix: X\n`, ...utilities);
    expect(runRules(engine, "a.js", before).text).toBe(after);
  });
});

test("a utility of the project may say what only rules heed", () => {
  const text =
    "id: num\nlanguage: js\nmessage: m\nseverity: error\nnote: n\nurl: u\nfiles: [x]\nmetadata: { a: 1 }\nrule: { kind: number }\n";
  const rule = "id: r\nlanguage: js\nrule: { matches: num }\nfix: N\n";
  expect(runRules(ruleEngine(rule, { path: "u.yml", text, utils: true }), "a.js", "f(1)").text).toBe("f(N)");
});

test("a utility with mistakes is not told as missing too", () => {
  const text = "id: num\nlanguage: js\nmesage: m\nrule: { kind: number }\n";
  const { details } = refusedRules("id: r\nlanguage: js\nrule: { matches: num }\n", {
    path: "u.yml",
    text,
    utils: true,
  });
  expect(details!["errors"]).toMatchObject([{ path: "u.yml", line: 3, message: "unknown key `mesage`" }]);
});

test.each([
  "utilDirs:\ntestConfigs:\nlanguageGlobs:\nlanguageInjections:\ncustomLanguages:\n",
  "testConfigs: [{ testDir: t, snapshotDir: }]\nlanguageInjections: []\ncustomLanguages: {}\n",
])("a configuration may leave keys empty: %j", (text) => {
  const rule = "id: r\nlanguage: js\nrule: { kind: number }\nfix: N\n";
  const engine = ruleEngine(rule, { path: "sgconfig.yml", text: `ruleDirs: [rules]\n${text}`, config: true });
  expect([runRules(engine, "a.js", "f(1)").text, engine.warnings]).toEqual(["f(N)", []]);
});

describe("which files", () => {
  const looksAt = (rule: string, ...paths: string[]) => {
    const engine = ruleEngine(`id: r\n${rule}\n`);
    return paths.filter((path) => engine.accepts({ path, named: false }));
  };
  const rows: readonly (readonly [what: string, rule: string, paths: string[], accepted: string[]])[] = [
    [
      "code by its language",
      "language: ts\nrule: { pattern: a }",
      ["a.ts", "a.mts", "a.tsx", "a.js", "p.html"],
      ["a.ts", "a.mts", "p.html"],
    ],
    ["text everywhere", "literal: a\nreplace: b", ["a.ts", "b.txt"], ["a.ts", "b.txt"]],
    ["text of a language", "literal: a\nreplace: b\nlanguage: py", ["a.py", "b.txt"], ["a.py"]],
    [
      "files",
      "literal: a\nreplace: b\nfiles: ['src/**', '*.md']",
      ["src/a/b.ts", "x.md", "doc/x.md", "src", "x.mdx"],
      ["src/a/b.ts", "x.md", "doc/x.md"],
    ],
    [
      "a star takes slashes, as in ast-grep",
      "literal: a\nreplace: b\nfiles: ['src/*.ts', 'a?c']\nignores: ['src/gen*']",
      ["src/a.ts", "src/a/b.ts", "src/gen/a.ts", "a/c", "xsrc/a.ts"],
      ["src/a.ts", "src/a/b.ts", "a/c"],
    ],
    [
      "braces, classes and escapes",
      "literal: a\nreplace: b\nfiles: ['{a,b{c,d}}.ts', '[!x-z].md', '\\*.js', 'x\\{y', '[[]z', 'a/**/b']",
      ["a.ts", "bc.ts", "b.ts", "c.md", "y.md", "*.js", "k.js", "x{y", "[z", "a/b", "a/x/y/b", "axb"],
      ["a.ts", "bc.ts", "c.md", "*.js", "x{y", "[z", "a/b", "a/x/y/b"],
    ],
    ["ignores", "literal: a\nreplace: b\nignores: ['**/*.test.ts']", ["a.ts", "b/a.test.ts"], ["a.ts"]],
    ["a single glob", "literal: a\nreplace: b\nfiles: ./src/*.ts", ["src/a.ts", "a.ts"], ["src/a.ts"]],
    [
      "globs in any case",
      "literal: a\nreplace: b\nfiles: [{ glob: '*.TXT', caseInsensitive: true }]",
      ["a.txt", "a.md"],
      ["a.txt"],
    ],
  ];
  test.each(rows)("%s", (_, rule, paths, accepted) => expect(looksAt(rule, ...paths)).toEqual(accepted));

  test("globs are relative to the project, and a project may give files a language", () => {
    const base = "packages/x";
    const engine = ruleEngine(
      { path: "packages/x/sgconfig.yml", text: "languageGlobs: { html: ['*.vue'] }\n", config: true, base },
      {
        path: "packages/x/r.yml",
        text: "id: r\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\nfiles: ['*.vue']\n",
        base,
      },
    );
    expect(runRules(engine, "packages/x/a.vue", "<script>f(1)</script>").text).toBe("<script>g(1)</script>");
    expect(engine.accepts({ path: "a.vue", named: false })).toBe(false);
  });

  test("rules for text leave their own files alone unless those are named", () => {
    const engine = ruleEngine({ path: "r.yml", text: "id: r\nliteral: foo\nreplace: bar\n" });
    expect([false, true].map((named) => engine.accepts({ path: "r.yml", named }))).toEqual([false, true]);
  });
});

describe("suppressions", () => {
  const rule = "id: r\nlanguage: js\nrule: { pattern: f($A) }\nfix: g($A)\n";
  const text = "id: r\nliteral: f(\nreplace: g(\n";
  const rows: readonly (readonly [what: string, before: string, after: string])[] = [
    ["the next line", "// ast-grep-ignore\nf(1)\nf(2)", "// ast-grep-ignore\nf(1)\ng(2)"],
    ["the same line", "f(1) // ast-grep-ignore\nf(2)", "f(1) // ast-grep-ignore\ng(2)"],
    ["by name", "// ast-grep-ignore: x, r\nf(1)", "// ast-grep-ignore: x, r\nf(1)"],
    ["by another name", "// ast-grep-ignore: x\nf(1)", "// ast-grep-ignore: x\ng(1)"],
    ["the whole file", "// ast-grep-ignore\n\nf(1)\nf(2)", "// ast-grep-ignore\n\nf(1)\nf(2)"],
    [
      "the whole file by name, with CRLF",
      "/* ast-grep-ignore: r */\r\n\r\nf(1)",
      "/* ast-grep-ignore: r */\r\n\r\nf(1)",
    ],
    ["not a file further down", "x\n// ast-grep-ignore\n\nf(1)", "x\n// ast-grep-ignore\n\ng(1)"],
    [
      "no line after code that only closes",
      "x(() => {\n}); // ast-grep-ignore\nf(1)",
      "x(() => {\n}); // ast-grep-ignore\ng(1)",
    ],
    ["no line after a closed call", "x(\n) // ast-grep-ignore\nf(1)", "x(\n) // ast-grep-ignore\ng(1)"],
    ["not by words in a string", "x = 'no ast-grep-ignore'; f(1)\nf(2)", "x = 'no ast-grep-ignore'; g(1)\ng(2)"],
    ["not by a line of a string", "x = `\n ast-grep-ignore\n`+ f(1)", "x = `\n ast-grep-ignore\n`+ g(1)"],
    ["not by another word", "// no-ast-grep-ignore\nf(1)", "// no-ast-grep-ignore\ng(1)"],
    ["not by an empty list", "// ast-grep-ignore:\nf(1)", "// ast-grep-ignore:\ng(1)"],
    ["by a name in any letters", "// ast-grep-ignore: é:x, r\nf(1)", "// ast-grep-ignore: é:x, r\nf(1)"],
    ["behind a byte-order mark", "\ufeff// ast-grep-ignore\nf(1)", "\ufeff// ast-grep-ignore\nf(1)"],
  ];
  test.each(rows)("%s", (_, before, after) => {
    expect(runRules(ruleEngine(rule), "a.js", before).text).toBe(after);
    expect(runRules(ruleEngine(text), "a.js", before).text).toBe(after);
  });

  test.each(["f(\n1) // ast-grep-ignore\n", "f(\n1); // ast-grep-ignore: r\n", "f(\n1);// ast-grep-ignore"])(
    "what ends before the comment: %j",
    (before) => expect(runRules(ruleEngine(rule), "a.js", before).text).toBe(before),
  );

  test.each([" ", ";", " ;", "{"])("behind a long run of %j in no more time than the line is long", (unit) => {
    const code = `${unit.repeat(200_000)}f(1) // ast-grep-ignore`;
    expect(runRules(ruleEngine(text), "a.js", code).text).toBe(code);
  });

  test("a child of JSX", () => {
    const jsx = "x = <p>\n{/* ast-grep-ignore */}\n{f(1)}\n{f(2)}</p>";
    expect(runRules(ruleEngine(rule), "a.jsx", jsx).text).toBe(jsx.replace("f(2)", "g(2)"));
  });

  test("a rule of any name", () => {
    const code = "// ast-grep-ignore: é:x\nf(1)";
    expect(runRules(ruleEngine(rule.replace("id: r", "id: é:x")), "a.js", code).text).toBe(code);
  });
});

describe("rules that only find", () => {
  const found = (rules: string, path: string, text: string) => {
    const { rewrite } = runRules(ruleEngine(rules), path, text);
    return { edits: rewrite.edits.count, findings: rewrite.findings };
  };

  test("say where, with what they captured", () => {
    const rules =
      "id: code\nlanguage: js\nseverity: error\nmessage: no $F of $$$A, $Z\nrule: { pattern: '$F($$$A)' }\n---\nid: text\nregex: TOD+O\nmessage: later\n";
    expect(found(rules, "d/a.js", "x;\n/* é */ f(1, 2) // TODO\n")).toEqual({
      edits: 0,
      findings: [
        {
          path: "d/a.js",
          line: 2,
          column: 10,
          rule: "code",
          severity: "error",
          message: "no f of 1, 2, $Z",
          utf16Column: 9,
        },
        { path: "d/a.js", line: 2, column: 21, rule: "text", severity: "hint", message: "later", utf16Column: 20 },
      ],
    });
  });

  test("without a message say their name, and may use computed values in it", () => {
    const rules =
      "id: plain\nliteral: a\n---\nid: t\nlanguage: js\nmessage: use $U\nrule: { pattern: f($A) }\ntransform: { U: { convert: { source: $A, toCase: upperCase } } }\n";
    expect(found(rules, "a.js", "f(a)").findings?.map(({ rule, message }) => [rule, message])).toEqual([
      ["t", "use A"],
      ["plain", "plain"],
    ]);
  });

  test("are silent when switched off or suppressed", () => {
    const rules = "id: a\nseverity: off\nliteral: x\n---\nid: b\nliteral: x\n";
    expect(found(rules, "a.txt", "x // ast-grep-ignore\n")).toEqual({ edits: 0, findings: undefined });
  });

  test("rules of the severity hint do not fail a check, others with a fix do", () => {
    const engine = ruleEngine(
      ["hint", "info", "warning", "error", "off"]
        .map((severity) => `id: ${severity}\nseverity: ${severity}\nliteral: a\nreplace: b\n`)
        .concat("id: unsaid\nliteral: a\nreplace: b\n")
        .join("---\n"),
    );
    expect(engine.labels).toEqual(["hint", "info", "warning", "error", "unsaid"]);
    expect([...engine.lenientLabels!]).toEqual([0]);
  });
});

describe("text rules", () => {
  const rows: readonly (readonly [what: string, rule: string, before: string, after: string])[] = [
    ["groups", "regex: '(\\w+)@(\\w+)'\nreplace: $2 at $1", "a@b", "b at a"],
    ["literal text", "literal: a.b\nreplace: $1", "a.b axb", "$1 axb"],
    ["any case", "literal: foo\nreplace: bar\nignore_case: true", "Foo FOO", "bar bar"],
    [
      "the case of each match",
      "literal: foo\nreplace: bar\nignore_case: true\npreserve_case: true",
      "Foo FOO",
      "Bar BAR",
    ],
    ["words", "literal: foo\nreplace: bar\nword: true", "foo foobar", "bar foobar"],
    ["over lines", "regex: a\\nb\nreplace: c", "a\r\nb", "c"],
    ["anything over lines", "regex: <.*>\nreplace: x\ndotall: true", "<a\nb>", "x"],
    ["a map", "rename: { a: b, b: a }", "a b ab", "b a ab"],
  ];
  test.each(rows)("%s", (_, rule, before, after) => {
    expect(runRules(ruleEngine(`id: r\n${rule}\n`), "a.txt", before).text).toBe(after);
  });

  test("what a map warns of is said", () => {
    expect(ruleEngine("id: r\nrename: { a: b, b: a }\n").warnings?.map((warning) => warning.code)).toEqual([
      "once_only",
    ]);
  });
});

test("the evidence of a run made before is that of any rule", () => {
  const engine = ruleEngine(
    "id: a\nlanguage: ts\nrule: { pattern: f($A) }\nfix: longName($A, 1)\n---\nid: b\nliteral: x\nreplace: other\n---\nid: c\nliteral: found\n",
  );
  expect(engine.evidence).toEqual(["longName(", "other"]);
});

describe("defaults of a rule file", () => {
  const file =
    "defaults: { ignore_case: true, at_least: 0 }\n---\nid: r\nliteral: foo\nreplace: bar\n---\nid: s\nliteral: x\nreplace: y\nignore_case: false\n";

  test("hold for its text rules unless they say otherwise", () => {
    const engine = ruleEngine(file, "id: other\nliteral: z\nreplace: q\n");
    expect(runRules(engine, "a.txt", "FOO X x Z").text).toBe("bar X y Z");
  });

  test("are options of the run", () => {
    expect(ruleDefaults([{ path: "a.yml", text: file }])).toEqual({
      ok: true,
      value: { ignore_case: true, at_least: 0 },
    });
  });

  test("are checked", () => {
    const wrong = ruleDefaults([{ path: "a.yml", text: "defaults: { at_leats: 0, word: 1 }\n" }]);
    expect(wrong.ok ? [] : wrong.problem.details!["errors"]).toEqual([
      { path: "a.yml", line: 1, column: 13, message: "unknown key `at_leats`", suggestion: "did you mean at_least?" },
      { path: "a.yml", line: 1, column: 32, message: "`word` must be boolean, and 1 was given" },
    ]);
  });
});

describe("rules for other threads", () => {
  test("need no text once it was read", () => {
    const text = `defaults: { word: true }
---
&shared { id: text, literal: one, replace: two }
---
id: code
language: ts
rule: { any: [&call { pattern: f($A) }, { pattern: h($A) }], not: { has: *call } }
transform: { B: "replace($A, replace='^a', by='b')" }
fix: g($B)
`;
    const source = { path: "rules.yml", text };
    const sent = { ...structuredClone(withValues(source)), text: "" };
    const code = "f(a); h(f(a)); h(b); one; ones";
    const [here, there] = [source, sent].map((one) => {
      const { text: after, counts } = runRules(ruleEngine(one), "a.ts", code);
      return { after, counts };
    });
    expect(here!.counts).toEqual({ text: 1, code: 3 });
    expect(there).toEqual(here!);
  });

  test("still tell where a mistake is", () => {
    const tell = (text: string) => refusedRules(withValues({ path: "rules.yml", text })).message;
    expect([tell("id: a\nliteral: [x]\n"), tell("id: a\n  b\n")]).toEqual(
      ["id: a\nliteral: [x]\n", "id: a\n  b\n"].map((text) => refusedRules({ path: "rules.yml", text }).message),
    );
  });
});

describe("what a rule leaves empty or writes without quotes", () => {
  const rule = (rest: string) => `id: r\nlanguage: js\nrule: { pattern: f($A) }\n${rest}`;
  const keys = [
    "note",
    "url",
    "metadata",
    "labels",
    "files",
    "ignores",
    "constraints",
    "utils",
    "transform",
    "rewriters",
  ];

  test.each(keys)("`%s:` alone says nothing", (key) => {
    expect(runRules(ruleEngine(rule(`${key}:\nfix: g($A)\n`)), "a.js", "f(1)").text).toBe("g(1)");
  });

  test("`fix:` alone is no fix", () => {
    const { text, rewrite } = runRules(ruleEngine(rule("fix: ~\n")), "a.js", "f(1)");
    expect([text, "findings" in rewrite && rewrite.findings?.length]).toEqual(["f(1)", 1]);
  });

  test("a rewriter may leave keys empty too", () => {
    const rules = rule(
      "rewriters: [{ id: n, rule: { kind: number }, fix: n, utils: , transform: }]\ntransform: { B: 'rewrite($A, rewriters=[n])' }\nfix: g($B)\n",
    );
    expect(runRules(ruleEngine(rules), "a.js", "f(1)").text).toBe("g(n)");
  });

  test("mistakes beside an empty key are told alone", () => {
    const { details } = refusedRules(rule("fix:\nutils:\nmesage: x\n"));
    expect(details!["errors"]).toMatchObject([{ line: 6, message: "unknown key `mesage`" }]);
  });

  test.each(["message:\n", "severity:\n", "severity: off\nlanguage:\n"])("%j is refused", (rest) => {
    expect(refusedRules(rest.includes("language") ? `id: r\nrule: { pattern: a }\n${rest}` : rule(rest)).kind).toBe(
      "invalid_rule",
    );
  });

  test.each(["404", "1.50", "0x10", "true"])("an id and a message may be %s", (text) => {
    const engine = ruleEngine(`id: ${text}\nlanguage: js\nmessage: ${text}\nrule: { pattern: f($A) }\n`);
    const { rewrite } = runRules(engine, "a.js", "f(1)");
    expect("findings" in rewrite && rewrite.findings).toMatchObject([{ rule: text, message: text }]);
  });
});
