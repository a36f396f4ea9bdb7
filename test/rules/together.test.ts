/** Rules that walk together find what each of them finds by itself. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { capturedNodes } from "../../src/match/ast/matches.ts";
import { findNodes, parseTree, type Node } from "../../src/match/ast/napi.ts";
import { sourceText } from "../../src/match/ast/source.ts";
import { findLanguage } from "../../src/match/languages.ts";
import type { CodeRule } from "../../src/rules/code-rule.ts";
import { compileRules } from "../../src/rules/compile.ts";
import { findTogether } from "../../src/rules/together.ts";

const seed = 20261201;

const typescript = {
  language: "typescript",
  rules: [
    "{ pattern: 'foo($X)' }",
    "{ pattern: 'foo($X);' }",
    "{ pattern: '$F($X)' }",
    "{ pattern: '$F($$$ARGS)' }",
    "{ pattern: 'bar($X, $X)' }",
    "{ pattern: 'bar($X, $X)', inside: { kind: arguments } }",
    "{ pattern: 'bar($X, $X)', inside: { pattern: 'foo($X)', stopBy: end } }",
    "{ pattern: 'bar($X, $X)' }\nconstraints: { X: { kind: number } }",
    "{ pattern: { context: 'bar($X, $X)', strictness: template } }",
    "{ pattern: '$X ? $X : $Y' }",
    "{ any: [{ pattern: 'bar($X, $X)' }, { pattern: 'foo($X)' }] }",
    "{ pattern: 'foo($X)', has: { pattern: 'bar($Y, $Y)', stopBy: end } }",
    "{ pattern: 'a.b($$$A)' }",
    "{ pattern: $X }",
    "{ pattern: { context: 'foo($X)', strictness: cst } }",
    "{ pattern: { context: 'foo($X)', strictness: ast } }",
    "{ pattern: { context: 'foo($X)', strictness: relaxed } }",
    "{ pattern: { context: 'foo($X)', strictness: signature } }",
    "{ pattern: { context: 'foo($X)', strictness: template } }",
    "{ pattern: { context: 'class A { m() {} }', selector: method_definition } }",
    "{ pattern: '() => $X' }",
    "{ pattern: '$A = $B ? $C : $D' }",
    "{ pattern: '$A ? $B : $C' }",
    "{ pattern: '\"text\"' }",
    "{ kind: identifier }",
    "{ kind: identifier, regex: ^fo }",
    "{ regex: ^bar }",
    "{ kind: call_expression, has: { pattern: bar } }",
    "{ kind: call_expression, inside: { kind: arguments, stopBy: end } }",
    "{ has: { kind: identifier, regex: foo, inside: { pattern: 'bar($X, $$$)', stopBy: end } }, kind: call_expression }",
    "{ any: [{ pattern: foo }, { pattern: bar }] }",
    "{ any: [{ pattern: 'foo($X)' }, { pattern: '$X.b()' }] }",
    "{ all: [{ pattern: '$F($X)' }, { not: { pattern: 'foo($X)' } }] }",
    "{ not: { kind: program }, kind: statement_block }",
    "{ kind: number, nthChild: 1 }",
    "{ pattern: '$F($X)' }\nconstraints: { X: { kind: number } }",
    "{ pattern: 'foo($X)' }\nconstraints: { X: { kind: number } }",
    "{ pattern: 'a.$M($X)' }\nconstraints: { X: { pattern: 'foo($Y)' }, M: { regex: ^b } }",
    "{ matches: u }\nutils: { u: { pattern: 'foo($X)' } }",
    "{ matches: u }\nutils: { u: { any: [{ pattern: 'bar($$$X)' }, { has: { matches: u } }] } }",
  ],
  code: [
    "foo(1);",
    "foo(x)",
    "foo(1, 2);",
    "bar(a, a);",
    "bar(a, foo(b));",
    "foo(bar(foo(b), foo(b)));",
    "x ? x : y;",
    "a.b(foo(bar(1, 1)));",
    "async () => foo(1);",
    "x = y ? foo(1) : bar(2, 2);",
    "class A { m() {} static m() { foo(x) } }",
    'const s = "text", t = "foo(1)";',
    "if (x) { foo(/* c */ 1); }",
    "foo(;",
    "} )",
    "q.b();",
    "// foo(1)",
  ],
};

const c = {
  language: "c",
  rules: [
    "{ pattern: 'kfree($X);' }",
    "{ pattern: 'kfree($X)' }",
    "{ pattern: 'if ($X) kfree($X);' }",
    "{ pattern: 'if ($X) kfree($X);', has: { kind: identifier, regex: ^p, stopBy: end } }",
    "{ pattern: '$F($X);' }",
    "{ pattern: '$F($$$A);' }",
    "{ pattern: 'memset($A, 0, sizeof($B));' }",
    "{ pattern: '$A = $B ? $C : $D;' }",
    "{ pattern: '$A = $B;' }",
    "{ pattern: 'int $X;' }",
    "{ pattern: $X }",
    "{ kind: goto_statement }",
    "{ kind: goto_statement, has: { kind: statement_identifier, regex: ^err } }",
    "{ kind: expression_statement }",
    "{ kind: expression_statement, inside: { kind: compound_statement } }",
    "{ any: [{ pattern: 'kfree($X);' }, { pattern: 'vfree($X);' }] }",
    "{ regex: kfree }",
  ],
  code: [
    "kfree(p);",
    "if (p) kfree(p);",
    "if (x) kfree(p);",
    "vfree(kfree(p));",
    "memset(p, 0, sizeof(*p));",
    "x = kfree(a) ? b : c;",
    "x = y;",
    "int x;",
    "goto err_out;",
    "goto out;",
    "void f(void) { kfree(p); goto err; }",
    "if (x) {",
    "#ifdef A\nkfree(p);\n#endif",
    "MACRO(x) kfree(y)",
  ],
};

const json = {
  language: "json",
  rules: ["{ kind: pair }", "{ kind: string }", "{ pattern: '\"a\"' }", "{ kind: pair, has: { pattern: '\"a\"' } }"],
  code: ['{"a": 1}', '["a", "b"]', "[{", '"a"'],
};

const css = {
  language: "css",
  rules: ["{ kind: declaration }", "{ pattern: 'color: red' }", "{ pattern: 'color: $X' }", "{ kind: rule_set }"],
  code: ["a { color: red }", "b { margin: 0; color: blue; }", "c {"],
};

describe.each([typescript, c, json, css])("rules for $language", ({ language, rules, code }) => {
  const documents = rules.map((rule, i) => `id: r${i}\nlanguage: ${language}\nrule: ${rule}\n`);
  const compiled = compileRules([{ path: "rules.yml", text: documents.join("---\n") }]);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problem));
  const all = compiled.value.rules.flatMap((rule) => (rule.kind === "code" ? [rule.code] : []));
  const found = findLanguage(language);
  if (!found.ok) throw new Error(found.problem.message);

  test("find the same nodes with the same captures as alone", () => {
    const subsets = fc.shuffledSubarray(all, { minLength: 1 });
    const files = fc.array(fc.constantFrom(...code), { maxLength: 8 }).map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(subsets, files, (some, text) => {
        const source = sourceText(Buffer.from(text));
        const root = parseTree(found.value.parser, source.text)!;
        const together = findTogether(some, root, source, 0);
        if (typeof together === "string") throw new Error(together);
        const told = together.map((matches, i) => matches.map(({ node }) => tell(node, some[i]!)));
        expect(told).toEqual(some.map((rule) => alone(root, rule)));
      }),
      { seed, numRuns: 400 },
    );
  });
});

test("rules that are told apart share one walk", () => {
  const rules = typescriptRules(
    "{ pattern: 'foo($X)' }",
    "{ pattern: 'bar($X)' }",
    "{ kind: number }",
    "{ kind: call_expression }",
  );
  expect(["x;", "baz(1);", "foo(1);"].map((text) => walks(rules, text))).toEqual([1, 1, 2]);
});

test("a rule that compares walks by itself only where it may find something", () => {
  const rules = typescriptRules("{ pattern: 'bar($X, $X)' }", "{ pattern: 'foo($X)' }");
  expect(["x;", "foo(1);", "bar(1);", "bar(1, 2);"].map((text) => walks(rules, text))).toEqual([1, 1, 1, 3]);
});

describe("trees too deep to compare captures in", () => {
  const deep = "f(".repeat(3000) + "1" + ")".repeat(3000);
  const compares = "{ pattern: 'bar($X, $X)' }";
  const comparesAbove = "{ pattern: 'bar($X)', inside: { pattern: 'foo($X, $X)', stopBy: end } }";
  const other = "{ pattern: 'foo($X)' }";
  test.each<[what: string, rules: string[], text: string, found: readonly number[] | "too deep"]>([
    ["what is compared is deep", [compares], `bar(${deep}, ${deep});`, "too deep"],
    ["for one of several rules", [compares, other], `foo(1); bar(${deep}, ${deep});`, "too deep"],
    ["elsewhere it is deep", [compares, other], `${deep}; bar(1, 1); foo(1);`, [1, 1]],
    ["nothing may be compared", [compares, other], `${deep}; bar(${deep}); foo(1);`, [0, 1]],
    ["a rule may compare anywhere", [comparesAbove, other], `${deep}; foo(1);`, "too deep"],
    ["no rule compares", [other], `${deep}; foo(${deep});`, [1]],
  ])("%s", (_, texts, text, expected) => {
    const rules = typescriptRules(...texts);
    const source = sourceText(Buffer.from(text));
    const found = findTogether(rules, parseTree(rules[0]!.language.parser, source.text)!, source, 0);
    const told: unknown = typeof found === "string" ? found : found.map((matches) => matches.length);
    expect(told).toEqual(expected);
  });
});

function typescriptRules(...texts: readonly string[]): readonly CodeRule[] {
  const documents = texts.map((rule, i) => `id: r${i}\nlanguage: typescript\nrule: ${rule}\n`);
  const compiled = compileRules([{ path: "rules.yml", text: documents.join("---\n") }]);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problem));
  return compiled.value.rules.flatMap((rule) => (rule.kind === "code" ? [rule.code] : []));
}

/** How often the library goes over the tree. */
function walks(rules: readonly CodeRule[], text: string): number {
  const source = sourceText(Buffer.from(text));
  const root = parseTree(rules[0]!.language.parser, source.text)!;
  let count = 0;
  const counting = new Proxy(root, {
    get: (node, key: keyof Node) => {
      if (key === "findAll") count++;
      const value = node[key] as unknown;
      return typeof value === "function" ? value.bind(node) : value;
    },
  });
  findTogether(rules, counting, source, 0);
  return count;
}

function alone(root: Node, rule: CodeRule) {
  const nodes = findNodes(root, rule.matcher);
  if (typeof nodes === "string") throw new Error(nodes);
  return nodes.map((node) => tell(node, rule));
}

function tell(node: Node, rule: CodeRule) {
  const captures = [...rule.variables].map((name) => [
    name,
    capturedNodes({ node, base: 0, start: 0, end: 0 }, name).map((one) => one.id()),
  ]);
  return { id: node.id(), kind: node.kind(), captures };
}
