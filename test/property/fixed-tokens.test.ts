/** Keywords and operators that files are asked for before they are parsed: no match may do without one, in broken code too. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { fixedTokens } from "../../src/match/ast/fixed-tokens.ts";
import { parseTree, type Node } from "../../src/match/ast/napi.ts";
import { compilePattern, walk } from "../../src/match/ast/pattern.ts";
import { isProblem } from "../../src/match/engine.ts";
import { languages } from "../../src/match/languages.ts";
import { structuralEngine } from "../../src/match/structural.ts";

const seed = 20261201;

/** Runs of each property; `RUNS` asks for more. */
const numRuns = Number(process.env["RUNS"] ?? 1000);

/** Milliseconds for one property on a machine with other things to do. */
const patience = 30_000 + numRuns * 30;

const script = `
class A extends B { m(a, b = 1) { try { return typeof a } catch (e) { throw e } finally { delete this.x; } } }
async function f(x) { for (const y of x) { if (y instanceof A && !y) continue; else break; } await g(); }
var v = a ? b : c ?? d || e, w = (p, q) => p == q || p != q && p === q && p !== q;
switch (v) { case 1 << 2: v += 1; case 8 >> 1: v -= 2; case v >>> 1: v *= 3; default: v /= 4 }
do { v %= 2; v |= 1; v &= 3; v ^= 5; v ??= 1; v ||= 2; v &&= 3; } while (v <= 2 ** 3 || v >= 7);
label: while (true) { continue label; break label; }
a[b] = f(c[0])[1]; x.g(y)["z"]; [p[q], ...h(r), ...[s]] = t?.[u] ?? [v[w]];
function k(o = [1], ...[n]) { return [o.f(n), o.in[n], this.x[0], \`a\`[1]] }
k(f (a), f
  (b)).f?.(c); d = e ?.5:f(0); for (const [l] of [m[0]]) typeof [f(l)] in [x [y]];
`;

const types = `
interface I<T extends string> extends J { a?: T; b: A extends B ? C : D; f: (a?: number) => typeof v; }
class C implements I { const = 1; private x!: string; g<T>(): void {} }
enum E { X = 1 << 2 } const t = <const T,>(x: T) => x as const; let u = y!?.z; type O = [a?: A, ...b: B[]];
let w2: string[] = x![0]; type K = T["k"][]; class D { a?: T; b?(): T[]; c = f<T>(d!)[0]; } (e?: T[], g = h[0]) => e?.[1];
`;

const samples: Readonly<Record<string, string>> = {
  javascript: `${script}with (a) { b }\n`,
  typescript: `${script}${types}with (a) { b }\n`,
  tsx: `${script}${types}with (a) { b }\nconst j = <A b={c ? d : e}>{f && <B/>}</A>;\n`,
  c: `#define M(x) if (x) return
typedef struct s { int a; union { int b; } u; enum { X = 1 << 2 } e; } s_t;
int f(struct s *p, int n) {
  for (int i = 0; i <= n; i += 1) { if (p->a && n || i == n) continue; else if (p->a != n) break; }
  switch (n) { case 1: n -= 1; goto out; default: n *= sizeof(struct s); }
  do { n /= 2; n %= 3; n |= 1; n &= 2; n ^= 4; n <<= 1; n >>= 2; } while (n >= 2 >> 1);
out:
  return n ? p->a : sizeof n;
}
`,
  go: `package m
import "fmt"
type T struct { a int; c chan<- int }
type I interface { M() }
const k = 1 << 2
var v = 8 >> 1
func f(xs []int) (int, error) {
  defer g()
  for i, x := range xs { if i == x && x != 1 || x <= 2 { continue } else { break } }
  for i := 0; i >= 1; i++ { goto out }
  switch y := z.(type) { case int: y += 1; case string: y -= 2; default: y *= 3 }
  select { case <-c: v /= 2 }
out:
  return func() int { return 1 }(), nil
}
`,
  java: `package a.b;
import a.c.D;
enum E { X, Y }
interface I extends J { int k = 1 << 2; }
class A<T extends B> extends C implements I {
  List<?> l = new ArrayList<>(); List<? extends B> m = A::new; Class<?> c = A.class;
  int f(int n) throws X {
    try { if (o instanceof A && n == 1 || n != 2) throw new X(); else n += 1; } catch (X e) { n -= 1; } finally { n *= 2; }
    for (int i = 0; i <= n; i++) { assert i >= 0; n /= 2; }
    do { n >>= 1; } while (n > 8 >> 1);
    while (true) { break; }
    switch (n) { case 1: return n; default: g(x -> x); }
    return n > 1 ? n : -n;
  }
}
`,
  python: `from a import b
import c
class A(B):
    def f(self, x) -> int:
        global g
        for y in x:
            if y == 1 and y != 2: continue
            elif y <= 3: break
            else: assert y >= 4
        while x:
            try: x += 1; x -= 2
            except E as e: x *= 3; x /= 4
            finally: del x
        def h():
            nonlocal x
            return not x is not y not in z
        with open(a) as b: return lambda q: q if q else x
`,
  rust: `use a::b;
mod m { struct S { a: u8 } enum E { X } trait T { fn t(&self) -> u8; } }
impl T for S { fn t(&self) -> u8 { let x = 1; x } }
fn f(n: u8) -> u8 {
  for i in 0..n { if i == 1 { continue } else { break } }
  while n != 2 { n += 1; n -= 2; n *= 3; n /= 4; }
  loop { match n { x if x <= 5 => return x, y if y >= 6 => y, _ => (|| 1)() } }
  let Some(z) = w else { return 1 };
  m!(if a == b { for c => d } else -> e match);
}
`,
};

const names = Object.keys(samples);
const parserOf = (name: string): string => languages().find((one) => one.name === name)!.parser;
const rootOf = (name: string, text: string): Node => parseTree(parserOf(name), text)!;
const leavesOf = (root: Node): Node[] => [...walk(root)].filter((node) => node.children().length === 0);

/** The text of a sample in pieces, some of them left out, doubled or put elsewhere. */
const brokenBy = fc.record({
  name: fc.constantFrom(...names),
  line: fc.nat(1000),
  lines: fc.integer({ min: 1, max: 12 }),
  changes: fc.array(fc.record({ at: fc.nat(1000), how: fc.constantFrom("drop", "double", "move") }), { maxLength: 6 }),
});
type BrokenBy = typeof brokenBy extends fc.Arbitrary<infer Value> ? Value : never;

function broken({ name, line, lines, changes }: BrokenBy): string {
  const all = samples[name]!.split("\n");
  const pieces =
    all
      .slice(line % all.length)
      .slice(0, lines)
      .join("\n")
      .match(/\w+|\s+|[^\w\s]+/g) ?? [];
  for (const { at, how } of changes) {
    const index = at % (pieces.length + 1);
    const piece = pieces[index] ?? "";
    pieces.splice(index, how === "double" ? 0 : 1);
    if (how !== "drop") pieces.splice(how === "double" ? index : (at * 7) % (pieces.length + 1), 0, piece);
  }
  return pieces.join("");
}

test("each token is one of its language", () => {
  for (const [name, tokens] of fixedTokens) {
    const kinds = new Set(leavesOf(rootOf(name, samples[name]!)).map((leaf) => leaf.kind()));
    expect([...tokens].filter((token) => !kinds.has(token))).toEqual([]);
  }
});

test(
  "a parser makes none up, and spells none otherwise",
  () => {
    let madeUp = 0;
    fc.assert(
      fc.property(brokenBy, (how) => {
        for (const leaf of leavesOf(rootOf(how.name, broken(how)))) {
          if (leaf.isNamed()) continue;
          if (leaf.text() === "") madeUp++;
          if (fixedTokens.get(how.name)!.has(leaf.kind()) && leaf.text() !== leaf.kind())
            throw new Error(`${leaf.kind()} is ${JSON.stringify(leaf.text())} in ${JSON.stringify(broken(how))}`);
        }
      }),
      { seed, numRuns: numRuns * 2 },
    );
    expect(madeUp).toBeGreaterThan(100);
  },
  patience,
);

test(
  "what they rule out does not match",
  () => {
    let asked = 0;
    const derived = fc.record({
      piece: fc.nat(1000),
      variables: fc.array(fc.tuple(fc.nat(1000), fc.constantFrom("$A", "$B", "$$$C", "$$$")), { maxLength: 4 }),
      strictness: fc.constantFrom("cst", "smart", "smart", "ast", "relaxed", "signature", "template"),
    });
    fc.assert(
      fc.property(brokenBy, derived, (how, { piece, variables, strictness }) => {
        const { name } = how;
        const nodes = [...walk(rootOf(name, samples[name]!))].filter((node) => node.isNamed());
        const node = nodes[1 + (piece % (nodes.length - 1))]!;
        let pattern = node.text();
        const parts = [...walk(node)];
        for (const [which, variable] of variables)
          pattern = pattern.replace(parts[which % parts.length]!.text(), () => variable);
        const engine = structuralEngine({ kind: "structural", lang: name, pattern, strictness });
        if (!engine.ok) return;
        const path = `a.${languages().find((one) => one.name === name)!.extensions[0]}`;
        for (const text of [broken(how), broken({ ...how, lines: 100 })]) {
          const bytes = Buffer.from(text);
          if (engine.value.mayMatch(bytes, 0, bytes.length)) continue;
          asked++;
          const found = engine.value.find({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: false });
          if (!isProblem(found) && found.spans.count > 0)
            throw new Error(`${pattern} matches in ${JSON.stringify(text)}`);
        }
      }),
      { seed, numRuns },
    );
    expect(asked).toBeGreaterThan(100);
  },
  patience,
);

test(
  "where their place is not to be found nothing matches",
  () => {
    const scripts = ["javascript", "typescript", "tsx"];
    const patterns = [
      "$A ? $B : $C",
      "$A[$B]",
      "f($$$A)",
      "f($A)",
      "g($A)",
      "h($$$)",
      "$A = $B[$C]",
      "f($A ? $B : $C)[$D]",
    ];
    const engines = new Map(
      scripts.flatMap((lang) =>
        patterns.map((pattern) => {
          const engine = structuralEngine({ kind: "structural", lang, pattern, strictness: "smart" });
          if (!engine.ok) throw new Error(engine.problem.message);
          return [`${lang} ${pattern}`, engine.value] as const;
        }),
      ),
    );
    let asked = 0;
    fc.assert(
      fc.property(brokenBy, fc.constantFrom(...scripts), fc.constantFrom(...patterns), (how, name, pattern) => {
        const engine = engines.get(`${name} ${pattern}`)!;
        const text = broken({ ...how, name });
        const bytes = Buffer.from(text);
        if (engine.mayMatch(bytes, 0, bytes.length)) return;
        asked++;
        const path = `a.${languages().find((one) => one.name === name)!.extensions[0]}`;
        const found = engine.find({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: false });
        if (!isProblem(found) && found.spans.count > 0)
          throw new Error(`${pattern} matches in ${JSON.stringify(text)}`);
      }),
      { seed, numRuns: numRuns * 2 },
    );
    expect(asked).toBeGreaterThan(numRuns / 2);
  },
  patience,
);

const wordsOf = (
  name: string,
  context: string,
  strictness?: "ast" | "relaxed" | "signature" | "template",
): string[] => {
  const language = languages().find((one) => one.name === name)!;
  const pattern = compilePattern(language, { context, strictness });
  if (!pattern.ok) throw new Error(pattern.problem.message);
  return pattern.value.words.map(({ text }) => text).toSorted();
};

test.each([
  ["typescript", "$A instanceof $B", ["instanceof"]],
  ["typescript", "$A ? $B : $C", ["?"]],
  ["typescript", "try { $$$ } catch ($E) { $$$ }", ["catch", "try"]],
  ["typescript", "const $A = $B", ["const"]],
  ["typescript", "$A as const", []],
  ["typescript", "$A?.b", ["b"]],
  ["typescript", "return", []],
  ["typescript", "$A[$B]", ["["]],
  ["typescript", "[$A]", []],
  ["c", "$A[$B]", []],
  ["typescript", "function $F($$$ARGS) { $$$BODY }", ["function"]],
  ["c", "$A = $B ? $C : $D;", ["?"]],
  ["c", "$A->next", ["->", "next"]],
  ["c", "$A++", []],
  ["java", "x = $A.class;", ["x"]],
  ["java", "$A::new", []],
  ["python", "$A is not $B", []],
  ["rust", "m!(if a == b)", ["a", "b", "m"]],
] as const)("%s `%s` asks for %j", (name, pattern, expected) => {
  expect(wordsOf(name, pattern)).toEqual([...expected]);
});

test("behind an ellipsis, and where the strictness passes over them, they are not asked for", () => {
  expect(wordsOf("javascript", "function f($$$) { $$$ return $A; }")).toEqual(["f", "function", "return"]);
  expect(wordsOf("javascript", "class extends $A { $$$ }")).toEqual(["class", "extends"]);
  for (const strictness of ["ast", "relaxed", "signature", "template"] as const)
    expect(wordsOf("javascript", "$A instanceof $B", strictness)).toEqual([]);
});
