/** The algebra of structural edits against a model that rewrites trees, and engines on text that no parser would want to see. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { isProblem } from "../../src/match/engine.ts";
import { languages } from "../../src/match/languages.ts";
import { structuralEngine } from "../../src/match/structural.ts";
import { errorCount, syntaxRegression } from "../../src/match/syntax.ts";
import { EditBuilder } from "../../src/model/edit.ts";
import { applyEdits } from "../../src/text/patch.ts";
import { onlyRenamesIdentifiers } from "../../src/match/ast/identifiers.ts";
import { parseTree } from "../../src/match/ast/napi.ts";
import { walk } from "../../src/match/ast/pattern.ts";
import { sourceText } from "../../src/match/ast/source.ts";
import { appliedBytes, rewriteCode } from "../match/ast/apply.ts";

const seed = 20261130;

/** Milliseconds for one property on a machine with other things to do. */
const patience = 30_000;

/** An expression: a name, or a call of `f` or another function. */
type Expression = string | { readonly name: string; readonly args: readonly Expression[] };

const expressions = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.constantFrom("a", "b", "'é'", '"😀"', "0"),
    fc.record({
      name: fc.constantFrom("f", "f", "h"),
      args: fc.array(tie("expression"), { minLength: 1, maxLength: 3 }),
    }),
  ),
})).expression;

function printed(expression: Expression): string {
  if (typeof expression === "string") return expression;
  return `${expression.name}(${expression.args.map(printed).join(", ")})`;
}

/** What `f($A, $B)` to a template means: in every call of f with two arguments, inner ones too. */
function rewritten(expression: Expression, template: (a: string, b: string) => string): string {
  if (typeof expression === "string") return expression;
  const args = expression.args.map((arg) => rewritten(arg, template));
  const [a, b] = args;
  if (expression.name === "f" && args.length === 2) return template(a!, b!);
  return `${expression.name}(${args.join(", ")})`;
}

function calls(expression: Expression): number {
  if (typeof expression === "string") return 0;
  const own = expression.name === "f" && expression.args.length === 2 ? 1 : 0;
  return expression.args.reduce((sum, arg) => sum + calls(arg), own);
}

const templates: readonly (readonly [text: string, model: (a: string, b: string) => string, keeps: boolean])[] = [
  ["g($A, $B)", (a, b) => `g(${a}, ${b})`, true],
  ["g(1, $A, 2, $B, 3)", (a, b) => `g(1, ${a}, 2, ${b}, 3)`, true],
  ["g($B, $A)", (a, b) => `g(${b}, ${a})`, true],
  ["$A + $B", (a, b) => `${a} + ${b}`, true],
  ["g($A, $A, $B)", (a, b) => `g(${a}, ${a}, ${b})`, true],
  ["g($A)", (a) => `g(${a})`, false],
];

test(
  "nested rewrites mean what they mean on trees, with one edit for each match",
  () => {
    fc.assert(
      fc.property(expressions, fc.constantFrom(...templates), (expression, [template, model, keeps]) => {
        const text = `x = ${printed(expression)};`;
        const result = rewriteCode("ts", "f($A, $B)", template, text);
        expect(result.text).toBe(`x = ${rewritten(expression, model)};`);
        if (keeps) expect(result.count).toBe(calls(expression));
      }),
      { seed, numRuns: 300 },
    );
  },
  patience,
);

/** Calls on lines of their own, and strings that go over several lines. */
const layouts = fc.letrec<{ code: string }>((tie) => {
  const blanks = fc.nat(5).map((count) => " ".repeat(count));
  return {
    code: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom("1", "`a`", "`a\n  b`", "`\n    c\n`"),
      fc.tuple(blanks, tie("code"), blanks).map(([before, inner, after]) => `f(\n${before}${inner}\n${after})`),
      tie("code").map((inner) => `f(${inner})`),
      fc.tuple(tie("code"), tie("code")).map(([left, right]) => `h(${left}, ${right})`),
    ),
  };
}).code;

test(
  "nested rewrites that move lines leave what is inside strings",
  () => {
    const strings = (text: string): readonly string[] => text.match(/`[^`]*`/g) ?? [];
    const replacements = fc.constantFrom("g(\n  $A\n)", "g({\n    a: [$A]\n  })", "g(\n$A)");
    fc.assert(
      fc.property(layouts, replacements, fc.nat(4), (code, replacement, indent) => {
        const text = `${" ".repeat(indent)}${code};\n`;
        expect(strings(rewriteCode("ts", "f($A)", replacement, text).text)).toEqual(strings(text));
      }),
      { seed, numRuns: 300 },
    );
  },
  patience,
);

const samples: Readonly<Record<string, string>> = {
  typescript: "export class A<T> { b = `x${f(1)}y`; /* c */ m(): void { if (a) { return f(g(2), 'é'); } } }\n",
  tsx: "const a = <A x={f(1)} {...y}>t {f(2)} <B/></A>;\n",
  javascript: "async function* f() { for await (const x of y) f(x, ...z); } // end\n",
  css: "@media print { a:hover > b { color: red; top: calc(1px + 2em) } }\n",
  html: "<!doctype html><p class='x'>f(1)<br><script>f(1)</script></p>\n",
  c: '#define X(a) f(a)\nint main(void) { char *s = "é"; f(1); return X(2); }\n',
  go: "package m\n\nfunc m() (int, error) { defer f(1); return f(2), nil }\n",
  java: "class A { void m() { f(1); var x = new B<>() { int y = f(2); }; } }\n",
  json: '{"a": [1, {"b": null}], "é": "\\u00e9"}\n',
  python: "@d\ndef m(a, *b):\n    '''doc\n    f(0)'''\n    return f(lambda: f(1))\n",
  rust: 'fn m() -> Option<u8> { let x = f(1)?; match x { Some(y) if y > 1 => f(2), _ => r#"z"# } }\n',
  yaml: "a: &x\n  - f(1)\n  - |\n    text\nb: *x\n",
  bash: "for x in $(f 1); do cat <<E\n$x\nE\ndone; f 1 | g\n",
};

/** Samples cut, doubled and sprinkled with what breaks them. */
const broken = fc
  .record({
    name: fc.constantFrom(...Object.keys(samples)),
    cuts: fc.array(
      fc.tuple(fc.nat(400), fc.nat(20), fc.constantFrom("", "(", "}", '"', "`", "\0", "\r\n", "😀", "<", "$A")),
      {
        maxLength: 6,
      },
    ),
    bytes: fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0x80, max: 0xff })), { maxLength: 2 }),
  })
  .map(({ name, cuts, bytes }) => {
    let text = samples[name]!.repeat(2);
    for (const [at, length, insert] of cuts) text = text.slice(0, at) + insert + text.slice(at + length);
    const result = Buffer.from(text);
    for (const [at, byte] of bytes) if (at < result.length) result[at] = byte;
    return { name, bytes: new Uint8Array(result) };
  });

const patterns: Readonly<Record<string, readonly [pattern: string, replacement: string]>> = {
  css: ["color: $A", "top: $A"],
  html: ["<p>$$$A</p>", "<b>\n  $$$A\n</b>"],
  json: ["[$$$A]", "[0, $$$A]"],
  yaml: ["$A: $B", "$B: $A"],
  bash: ["f $A", "g $A"],
};

test(
  "broken sources neither throw nor disturb what lies outside of edits",
  () => {
    fc.assert(
      fc.property(broken, ({ name, bytes }) => {
        const [pattern, replacement] = patterns[name] ?? ["f($$$A)", "g(\n  $$$A\n)"];
        const engine = structuralEngine({ kind: "structural", lang: name, pattern, replacement, strictness: "smart" });
        if (!engine.ok) throw new Error(engine.problem.message);
        const path = `a.${languages().find((one) => one.name === name)!.extensions[0]}`;
        const content = { bytes, encoding: "utf-8", bom: 0, stored: true } as const;
        const found = engine.value.find(content, { path, named: false });
        const rewrite = engine.value.rewrite(content, { path, named: false });
        if (isProblem(found) || rewrite instanceof Promise || isProblem(rewrite)) throw new Error("a problem");
        if (found.spans.count > 0) expect(engine.value.mayMatch(bytes, 0, bytes.length)).toBe(true);
        for (let i = 0; i < found.spans.count; i++) found.captures!(i);
        const after = appliedBytes(bytes, rewrite);
        expect(rewrite.edits.count).toBeLessThanOrEqual(found.spans.count);
        syntaxRegression(path, bytes, after, rewrite.edits);
      }),
      { seed, numRuns: 300 },
    );
  },
  patience,
);

/** A piece of a sample with some of its parts made variables, and the sample with some of its tokens left out. */
const derived = fc.record({
  name: fc.constantFrom(...Object.keys(samples)),
  piece: fc.nat(1000),
  variables: fc.array(fc.tuple(fc.nat(1000), fc.constantFrom("$A", "$B", "$$$C", "$_", "$$$")), { maxLength: 3 }),
  without: fc.array(fc.nat(1000), { maxLength: 3 }),
  strictness: fc.constantFrom("cst", "smart", "ast", "relaxed", "signature"),
});

test(
  "what the prefilter rules out does not match",
  () => {
    let matched = 0;
    fc.assert(
      fc.property(derived, ({ name, piece, variables, without, strictness }) => {
        const language = languages().find((one) => one.name === name)!;
        const text = samples[name]!;
        const nodes = [...walk(parseTree(language.parser, text)!)];
        const { start, end } = nodes[piece % nodes.length]!.range();
        const inside = nodes.filter(
          (node) => node.range().start.index >= start.index && node.range().end.index <= end.index,
        );
        let pattern = text.slice(start.index, end.index);
        for (const [which, variable] of variables) {
          const part = inside[which % inside.length]!.text();
          if (part !== "") pattern = pattern.replace(part, () => variable);
        }
        const engine = structuralEngine({ kind: "structural", lang: name, pattern, strictness });
        if (!engine.ok) return;
        const tokens = nodes.filter((node) => node.isLeaf() && !node.isNamed()).map((node) => node.range());
        const dropped = new Set(without.map((which) => tokens[which % Math.max(tokens.length, 1)]?.start.index));
        const source = tokens
          .filter((token) => dropped.has(token.start.index))
          .toReversed()
          .reduce((rest, token) => rest.slice(0, token.start.index) + rest.slice(token.end.index), text);
        const bytes = Buffer.from(source);
        const path = `a.${language.extensions[0]}`;
        const found = engine.value.find({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: false });
        if (isProblem(found) || found.spans.count === 0) return;
        matched++;
        expect(engine.value.mayMatch(bytes, 0, bytes.length)).toBe(true);
      }),
      { seed, numRuns: 600 },
    );
    expect(matched).toBeGreaterThan(100);
  },
  patience,
);

const words = fc.constantFrom(
  ..."a x barBaz T1 _x get type of async let in enum match print self union u8 size_t define make default e5 px u r b f raw macro expr tt true nil None record yield var when module keyof any number readonly".split(
    " ",
  ),
);

test(
  "renames that are not parsed leave sound code sound",
  () => {
    let safe = 0;
    fc.assert(
      fc.property(
        fc.constantFrom("typescript", "tsx", "javascript", "json", "c", "go", "java", "python", "rust"),
        fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 3 }),
        words,
        (name, picks, word) => {
          const text = samples[name]!;
          const found = [...text.matchAll(/[A-Za-z_$][\w$]*/g)];
          const chosen = new Set(picks.map((pick) => pick % found.length));
          const builder = new EditBuilder();
          for (const at of [...chosen].toSorted((a, b) => a - b)) {
            const start = Buffer.byteLength(text.slice(0, found[at]!.index));
            builder.add(start, start + found[at]![0].length, Buffer.from(word));
          }
          const before = Buffer.from(text);
          const edits = builder.build();
          const after = applyEdits(before, edits);
          if (!onlyRenamesIdentifiers(name, before, after, edits)) return;
          safe++;
          const language = languages().find((one) => one.name === name)!;
          expect(errorCount(language, before)).toBe(0);
          expect(errorCount(language, after)).toBe(0);
        },
      ),
      { seed, numRuns: 800 },
    );
    expect(safe).toBeGreaterThan(100);
  },
  patience,
);

test(
  "every byte of any text belongs to one unit",
  () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const { text, byteAt } = sourceText(bytes);
        let last = 0;
        for (let unit = 0; unit <= text.length; unit++) {
          const at = byteAt(unit);
          expect(at).toBeGreaterThanOrEqual(last);
          last = at;
        }
        expect(last).toBe(bytes.length);
      }),
      { seed, numRuns: 200 },
    );
  },
  patience,
);
