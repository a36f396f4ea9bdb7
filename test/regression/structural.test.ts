/** Faults that other structural tools have had, each as a test. */
import { describe, expect, test } from "bun:test";
import { isProblem } from "../../src/match/engine.ts";
import { structuralEngine } from "../../src/match/structural.ts";
import { rulesEngine } from "../../src/rules/engine.ts";
import { applyEngine, findCode, rewriteCode } from "../match/ast/apply.ts";

function runRules(text: string, path: string, code: string) {
  const engine = rulesEngine({ kind: "rules", sources: [{ path: "rules.yml", text }] });
  if (!engine.ok) throw new Error(engine.problem.message);
  return applyEngine(engine.value, Buffer.from(code), path);
}

function refusedRule(text: string): string {
  const engine = rulesEngine({ kind: "rules", sources: [{ path: "rules.yml", text }] });
  if (engine.ok) throw new Error("the rule was taken");
  return `${engine.problem.kind}: ${engine.problem.message}`;
}

describe("offsets", () => {
  test("characters of several bytes do not shift what follows", () => {
    const { text } = rewriteCode(
      "py",
      "assertEqual($X, $Y)",
      "assert $X == $Y",
      "assertEqual(a, 'あいう')\nprint(1)\nassertEqual('😀', b)  # ррр\r\nprint(2)\n",
    );
    expect(text).toBe("assert a == 'あいう'\nprint(1)\nassert '😀' == b  # ррр\r\nprint(2)\n");
  });

  test("shrinking edits over several lines leave the later ones in place", () => {
    const call = (a: string) => `one(\n  ${a},\n  2\n);\n`;
    const { text, count } = rewriteCode("js", "one($A, $B)", "two($A)", call("x") + call("y") + call("z"));
    expect({ text, count }).toEqual({ text: "two(x);\ntwo(y);\ntwo(z);\n", count: 3 });
  });

  test("two edits on one line do not interleave", () => {
    const rule = 'id: wrap\nlanguage: js\nrule: { kind: string }\nfix: ""\n';
    const { text, count } = runRules(
      rule.replace('rule: { kind: string }\nfix: ""', "rule: { kind: string, pattern: $S }\nfix: wrap($S)"),
      "a.js",
      '"a" + "b"\n',
    );
    expect({ text, count }).toEqual({ text: 'wrap("a") + wrap("b")\n', count: 2 });
  });

  test("many matches on one line cost no more than those on many lines", () => {
    const timed = (line: string) => {
      const started = performance.now();
      expect(rewriteCode("js", "f($A)", "g(\n$A)", line.repeat(8000)).count).toBe(8000);
      return performance.now() - started;
    };
    timed("f(1);");
    const many = timed("f(1);\n");
    expect(timed("f(1);")).toBeLessThan(many * 10 + 500);
  }, 30_000);
});

describe("indentation", () => {
  test("further lines of a fix are indented", () => {
    const { text } = rewriteCode("py", "$B = lambda: $R", "def $B():\n    return $R", "if x:\n    b = lambda: 1\n");
    expect(text).toBe("if x:\n    def b():\n        return 1\n");
  });

  test("a captured block is not indented twice by a transformation", () => {
    const rule =
      "id: t\nlanguage: ts\nrule: { pattern: 'wrap($B)' }\ntransform: { N: { replace: { source: $B, replace: a, by: b } } }\nfix: 'keep($N)'\n";
    const code = "class A {\n  m() {\n    wrap({\n      a: 1,\n    });\n  }\n}\n";
    expect(runRules(rule, "a.ts", code).text).toBe(code.replace("wrap", "keep").replace("a: 1", "b: 1"));
  });

  test("a captured block is not indented twice by a rewriter", () => {
    const rule =
      "id: t\nlanguage: ts\nrule: { pattern: 'wrap($B)' }\nrewriters: [{ id: n, rule: { kind: number }, fix: '0' }]\ntransform: { N: { rewrite: { source: $B, rewriters: [n] } } }\nfix: |-\n  keep(\n    $N\n  )\n";
    const code = "  wrap({\n    a: 1,\n      b: 2,\n  });\n";
    expect(runRules(rule, "a.ts", code).text).toBe("  keep(\n    {\n      a: 0,\n        b: 0,\n    }\n  );\n");
  });

  test("a list over lines that stays the same is not written", () => {
    expect(rewriteCode("ts", "$X = $Y", "$X = $Y", "t = [\n    1,\n]\n").count).toBe(0);
  });

  test("a fix that gives the same text by another way is no edit either", () => {
    expect(rewriteCode("ts", "f($$$A)", "f($$$A)", "f(1,\n   2)\n").count).toBe(0);
    expect(rewriteCode("ts", "f($A, b)", "f($A, b)", "f(a, b)\n").count).toBe(0);
  });
});

describe("matches and rules beside one another", () => {
  test("a match inside another is rewritten in the same run", () => {
    expect(rewriteCode("ts", "f($A)", "g($A)", "f(f(1))").text).toBe("g(g(1))");
  });

  test("all rules act in one run", () => {
    const rules = [
      "id: a\nlanguage: ts\nrule: { pattern: foo($A) }\nfix: bar($A)\n",
      "id: b\nlanguage: ts\nrule: { pattern: new B() }\nfix: makeB()\n",
    ].join("---\n");
    expect(runRules(rules, "a.ts", "foo(1); new B();").text).toBe("bar(1); makeB();");
  });

  test("names can be swapped", () => {
    const rules = [
      "id: a\nlanguage: ts\nrule: { pattern: foo }\nfix: bar\n",
      "id: b\nlanguage: ts\nrule: { pattern: bar }\nfix: foo\n",
    ].join("---\n");
    expect(runRules(rules, "a.ts", "foo(bar, foo)").text).toBe("bar(foo, bar)");
  });

  test("of overlapping fixes one is made and the other told", () => {
    const rules = [
      "id: inner\nlanguage: ts\nrule: { pattern: b + c }\nfix: d\n",
      "id: outer\nlanguage: ts\nrule: { pattern: 'f(b + c)' }\nfix: g()\n",
    ].join("---\n");
    const { text, rewrite } = runRules(rules, "a.ts", "\nf(b + c)");
    expect(text).toBe("\ng()");
    expect(rewrite.dropped).toEqual([{ path: "a.ts", line: 2, rule: "inner", reason: "overlaps an edit of outer" }]);
  });

  test("every embedded region is part of the one plan", () => {
    const page = "<script>alert(1)</script>\n<script>alert(2)</script>\n";
    const { text, count } = rewriteCode("js", "alert($A)", "log($A)", page, "p.html");
    expect({ text, count }).toEqual({ text: page.replaceAll("alert", "log"), count: 2 });
  });
});

describe("variables", () => {
  test("one that nothing binds is refused in a pattern's replacement", () => {
    const spec = {
      kind: "structural",
      lang: "ts",
      pattern: "f(1)",
      replacement: "g($B)",
      strictness: "smart",
    } as const;
    const engine = structuralEngine(spec);
    expect(engine.ok ? "taken" : engine.problem.kind).toBe("structural_template");
  });

  test.each([
    ["only a not binds it", "rule: { all: [{ pattern: f($B) }, { not: { has: { pattern: g($A) } } }] }"],
    ["nothing binds it", "rule: { pattern: f($B) }"],
    ["it binds nothing", "rule: { pattern: f($_A) }"],
    [
      "only the end of a search binds it",
      "rule: { pattern: f($B), inside: { kind: program, stopBy: { pattern: h($A) } } }",
    ],
  ])("%s", (_, rule) => {
    expect(refusedRule(`id: r\nlanguage: ts\n${rule}\nfix: x($A)\n`)).toMatch(/^structural_template: .*\$A/);
  });

  test.each([
    ["a branch binds it", "rule: { any: [{ pattern: f($A) }, { pattern: g($A) }] }"],
    ["a relation binds it", "rule: { pattern: f($B), inside: { pattern: h($$$A), stopBy: end } }"],
    ["a utility binds it", "rule: { matches: u }\nutils: { u: { pattern: f($A) } }"],
    ["a constraint binds it", "rule: { pattern: f($B) }\nconstraints: { B: { pattern: g($A) } }"],
  ])("%s", (_, rule) => {
    const engine = rulesEngine({
      kind: "rules",
      sources: [{ path: "r.yml", text: `id: r\nlanguage: ts\n${rule}\nfix: x($A)\n` }],
    });
    expect(engine.ok || engine.problem.message).toBe(true);
  });

  test("a failed branch leaves nothing behind", () => {
    const rule =
      "id: r\nlanguage: ts\nrule:\n  any:\n    - all: [{ pattern: 'f($A, $B)' }, { has: { kind: string, stopBy: end } }]\n    - pattern: f(1, $B)\nfix: g($B)\n";
    expect(runRules(rule, "a.ts", "f(1, 2); f('x', 3)").text).toBe("g(2); g(3)");
  });

  test("any number of nodes cannot be a pattern of its own", () => {
    const engine = structuralEngine({ kind: "structural", lang: "ts", pattern: "$$$A", strictness: "smart" });
    expect(engine.ok ? "taken" : engine.problem.kind).toBe("structural_query");
  });

  test("several ellipses in one list end in time", () => {
    const list = Array.from({ length: 2000 }, (_, i) => i).join(", ");
    const started = performance.now();
    findCode("ts", "f($$$A, $$$B, $$$C)", `f(${list})`);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("sources no parser would want to see", () => {
  test("utilities that refer to themselves are refused and do not crash", () => {
    expect(
      refusedRule("id: r\nlanguage: ts\nrule: { matches: a }\nutils: { a: { matches: b }, b: { matches: a } }\n"),
    ).toMatch(/^invalid_rule: .*cyclic/);
    expect(
      refusedRule(
        "id: r\nlanguage: ts\nrule: { matches: { w: { B: { kind: number } } } }\nutils: { 'w(B)': { matches: { w: { B: { matches: B } } } } }\n",
      ),
    ).toMatch(/^invalid_rule: .*calls itself/);
  });

  test.each([
    ["nested parentheses", "(".repeat(20_000) + "f(1)" + ")".repeat(20_000)],
    ["braces that do not close", "{".repeat(16_000) + "f(1)"],
    ["nested arrays", "[".repeat(20_000) + "f(1)" + "]".repeat(20_000)],
    ["an endless sum", `${"1 + ".repeat(20_000)}f(1)`],
  ])("%s", (_, text) => {
    const engine = structuralEngine({
      kind: "structural",
      lang: "js",
      pattern: "f($A)",
      replacement: "g($A)",
      strictness: "smart",
    });
    if (!engine.ok) throw new Error(engine.problem.message);
    const content = { bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true } as const;
    const rewrite = engine.value.rewrite(content, { path: "a.js", named: false });
    expect(!(rewrite instanceof Promise) && !isProblem(rewrite) && rewrite.edits.count).toBe(1);
  });

  test("a pattern that only looks like a call is explained", () => {
    const engine = structuralEngine({
      kind: "structural",
      lang: "go",
      pattern: "fmt.Println($A)",
      strictness: "smart",
    });
    const [warning] = (engine.ok && engine.value.whenNothingMatches?.()) || [];
    expect(warning?.message).toMatch(/type_conversion_expression.*as a statement it is call_expression/);
  });
});

describe("what is too deep for the parser library is refused and does not end the process", () => {
  const nested = (depth: number) => "(".repeat(depth) + "a" + ")".repeat(depth);
  const structural = (pattern: string) =>
    structuralEngine({ kind: "structural", lang: "js", pattern, strictness: "smart" });

  test("a pattern", () => {
    const engine = structural(nested(30_000));
    expect(engine.ok ? "taken" : engine.problem.message).toMatch(/nested more than 500 levels/);
    expect(refusedRule(`id: r\nlanguage: js\nrule: { pattern: '${nested(5000)}' }\n`)).toMatch(/nested more than 500/);
  });

  const deep = {
    bytes: Buffer.from(`${nested(30_000)} == ${nested(30_000)}`),
    encoding: "utf-8",
    bom: 0,
    stored: true,
  } as const;
  const file = { path: "deep.js", named: false };

  test("a file in which captures would be compared", () => {
    const engine = structural("$A == $A");
    if (!engine.ok) throw new Error(engine.problem.message);
    expect(engine.value.find(deep, file)).toMatchObject({ kind: "structural_parse", path: "deep.js" });
    const rules = rulesEngine({
      kind: "rules",
      sources: [
        {
          path: "r.yml",
          text: "id: r\nlanguage: js\nrule: { all: [{ pattern: $A == $B }, { has: { pattern: $A } }] }\nfix: x\n",
        },
      ],
    });
    if (!rules.ok) throw new Error(rules.problem.message);
    expect(rules.value.rewrite(deep, file)).toMatchObject({ kind: "structural_parse", path: "deep.js" });
  });

  test("but not one where they are not, or that is only long", () => {
    const engine = structural("$A == $B");
    if (!engine.ok) throw new Error(engine.problem.message);
    expect(engine.value.find(deep, file)).toMatchObject({ spans: { count: 1 } });
    expect(findCode("js", "$A == $A", `x(${"[a, b], ".repeat(5000)}c == c)`).length).toBe(1);
  });

  test("a sum of many terms is deep as well", () => {
    const engine = structural("f($A, $A)");
    if (!engine.ok) throw new Error(engine.problem.message);
    const bytes = Buffer.from(`f(${"1 + ".repeat(20_000)}2, 3)`);
    expect(engine.value.find({ ...deep, bytes }, file)).toMatchObject({ kind: "structural_parse" });
  });
});
