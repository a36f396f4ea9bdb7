import { describe, expect, test } from "bun:test";
import type { ProblemKind } from "../../src/model/problem.ts";
import { structuralEngine, describePattern } from "../../src/match/structural.ts";
import { applyEngine, appliedBytes, findCode, rewriteCode } from "./ast/apply.ts";

type Row = readonly [
  what: string,
  lang: string,
  pattern: string,
  replacement: string,
  before: string,
  after: string,
  edits: number,
];

function check(rows: readonly Row[]): void {
  test.each(rows)("%s", (_, lang, pattern, replacement, before, after, edits) => {
    const { text, count } = rewriteCode(lang, pattern, replacement, before);
    expect({ text, count }).toEqual({ text: after, count: edits });
  });
}

describe("one place", () => {
  check([
    [
      "strings and comments are no code",
      "ts",
      "log($A)",
      "info($A)",
      "log(x); // log(x)\ns = 'log(x)'",
      "info(x); // log(x)\ns = 'log(x)'",
      1,
    ],
    [
      "an ellipsis takes separators",
      "ts",
      "f($$$A)",
      "g($$$A)",
      "f(a, /* k */ b,\n  c);\nf();",
      "g(a, /* k */ b,\n  c);\ng();",
      2,
    ],
    [
      "one node and several of the same name",
      "ts",
      "f($A, $$$A)",
      "g([$$$A], $A)",
      "f(1, 2, 3); f(4, 5);",
      "g([2, 3], 1); g([5], 4);",
      2,
    ],
    ["several written as one, and one as several", "ts", "f($A, $$$B)", "g($B; $$$A)", "f(1, 2, 3)", "g(2, 3; 1)", 1],
    ["an ellipsis in front of one more", "ts", "f(a, $$$R)", "g($$$R)", "f(a, b, c); f(a, b);", "g(b, c); g(b);", 2],
    ["the same variable twice", "js", "$A == $A", "true", "a == a; a == b; x.y == x.y;", "true; a == b; true;", 2],
    [
      "a capture twice",
      "c",
      "strcpy($D, $S)",
      "strlcpy($D, $S, sizeof($D))",
      'void f() {\n\tstrcpy(b, "é");\n}\n',
      'void f() {\n\tstrlcpy(b, "é", sizeof(b));\n}\n',
      1,
    ],
    [
      "captures swapped",
      "js",
      "one($A, $B)",
      "two($B, $A)",
      "one(\n  a,\n  b\n);\n  one(\n    c, d\n  );",
      "two(b, a);\n  two(d, c);",
      2,
    ],
    [
      "a method call",
      "rust",
      "$A.unwrap()",
      "$A?",
      "fn f() { let x = g().unwrap(); a.b.unwrap(); }",
      "fn f() { let x = g()?; a.b?; }",
      2,
    ],
    [
      "an element",
      "html",
      "<b>$T</b>",
      "<i>$T</i>",
      "<p><b>hi</b></p><!-- <b>no</b> -->",
      "<p><i>hi</i></p><!-- <b>no</b> -->",
      1,
    ],
    [
      "a rule of CSS",
      "css",
      "a:hover { $$$B }",
      "a:focus { $$$B }",
      "a:hover { color: red; top: 0 }\na { top: 0 }",
      "a:focus { color: red; top: 0 }\na { top: 0 }",
      1,
    ],
    ["a value of JSON", "json", '{"a": $A}', '{"b": $A}', '[{"a": [1, 2]}, {"c": 1}]', '[{"b": [1, 2]}, {"c": 1}]', 1],
    ["a pair of YAML", "yaml", "key: $A", "name: $A", "key: 1\nother: 2\n", "name: 1\nother: 2\n", 1],
    ["a command of Bash", "bash", "echo $A $B", "printf $B $A", "echo hi there\n", "printf there hi\n", 1],
    [
      "a statement of Java",
      "java",
      "foo($A);",
      "bar($A);",
      "class A { void f() { foo(1); } }",
      "class A { void f() { bar(1); } }",
      1,
    ],
    [
      "attributes of TSX",
      "tsx",
      "<Old $$$P />",
      "<New $$$P />",
      'a = <Old x={1} y="2" />; b = <Older z />;',
      'a = <New x={1} y="2" />; b = <Older z />;',
      1,
    ],
    ["a dollar before no variable", "js", "f($A)", "$a($A, $1, $)", "f(x)", "$a(x, $1, $)", 1],
    [
      "astral characters around",
      "ts",
      "f($A)",
      "g($A)",
      's = "😀😀"; f("é"); f("😀"); // ррр\n',
      's = "😀😀"; g("é"); g("😀"); // ррр\n',
      2,
    ],
    ["nothing to do", "ts", "f($A)", "g($A)", "h(1)", "h(1)", 0],
    ["an empty file", "ts", "f($A)", "g($A)", "", "", 0],
  ]);
});

describe("matches inside matches", () => {
  check([
    ["in the capture", "ts", "f($A)", "g($A)", "f(f(1));", "g(g(1));", 2],
    [
      "three deep with text on both sides",
      "ts",
      "f($A)",
      "h(0, $A, 2)",
      "f(f(f(1)))",
      "h(0, h(0, h(0, 1, 2), 2), 2)",
      3,
    ],
    [
      "at the start of the capture",
      "rust",
      "$A.unwrap()",
      "$A?",
      "fn f() { a.unwrap().b().unwrap(); }",
      "fn f() { a?.b()?; }",
      2,
    ],
    ["side by side", "ts", "f($$$A)", "g($$$A)", "f(f(1), x, f(2))", "g(g(1), x, g(2))", 3],
    ["where captures swap", "ts", "f($A, $B)", "g($B, $A)", "f(f(1, 2), f(3, 4))", "g(g(4, 3), g(2, 1))", 3],
    ["where a capture doubles", "ts", "f($A)", "g($A, $A)", "f(f(1))", "g(g(1, 1), g(1, 1))", 2],
    ["in a capture that is left out", "ts", "f($A)", "g()", "f(f(1))", "g()", 1],
    ["with characters of two bytes", "ts", "f($A, $B)", "g($B, $A)", 'f("é", f("ü", "ß"))', 'g(g("ß", "ü"), "é")', 2],
  ]);

  test("a match that shares more than a capture with an outer one is listed", () => {
    const { text, rewrite } = rewriteCode("ts", "f(f($A))", "g($A)", "\nf(f(f(1)))");
    expect(text).toBe("\ng(f(1))");
    expect(rewrite.dropped).toEqual([{ path: "file.ts", line: 2, reason: "overlaps an outer match" }]);
  });

  test("ten thousand nested calls cost no more than their text", () => {
    const deep = 10_000;
    const nested = (name: string) => `${name}(`.repeat(deep) + "1" + ")".repeat(deep);
    const { text, count } = rewriteCode("ts", "f($A)", "g($A)", nested("f"));
    expect({ same: text === nested("g"), count }).toEqual({ same: true, count: deep });
  });

  test("a capture used twice at each of many levels is refused", () => {
    const engine = structuralEngine({
      kind: "structural",
      lang: "ts",
      pattern: "f($A)",
      replacement: "g($A, $A)",
      strictness: "smart",
    });
    const bytes = Buffer.from("f(".repeat(40) + "1" + ")".repeat(40));
    const content = { bytes, encoding: "utf-8", bom: 0, stored: true } as const;
    expect(engine.ok && engine.value.rewrite(content, { path: "a.ts", named: false })).toMatchObject({
      kind: "structural_template",
      path: "a.ts",
      line: 1,
    });
  });
});

describe("indentation", () => {
  check([
    [
      "lines of a template land where the match stands",
      "python",
      "$B = lambda: $R",
      "def $B():\n    return $R",
      "class K:\n    def m(self):\n        b = lambda: 1\n        return b\n",
      "class K:\n    def m(self):\n        def b():\n            return 1\n        return b\n",
      1,
    ],
    [
      "CRLF",
      "ts",
      "f($A)",
      "g(\n  $A\n)",
      "if (x) {\r\n  f(1);\r\n}\r\n",
      "if (x) {\r\n  g(\r\n    1\r\n  );\r\n}\r\n",
      1,
    ],
    ["CRLF by the line of the match", "ts", "f($A)", "g(\n$A)", "a;\nf(1);\r\nb;\n", "a;\ng(\r\n1);\r\nb;\n", 1],
    ["the last line takes the ending of the first", "ts", "f($A)", "g(\n$A)", "a;\r\nf(1)", "a;\r\ng(\r\n1)", 1],
    ["a CRLF in the template is one line ending", "ts", "f($A)", "g(\r\n$A)", "f(1)\n", "g(\n1)\n", 1],
    [
      "tabs",
      "go",
      "if $A { return $B }",
      "check($A, func() {\n\treturn $B\n})",
      "package m\n\nfunc f() {\n\tif a {\n\t\treturn b\n\t}\n}\n",
      "package m\n\nfunc f() {\n\tcheck(a, func() {\n\t\treturn b\n\t})\n}\n",
      1,
    ],
    [
      "a block moves further in",
      "js",
      "f($A)",
      "if (y) {\n  f2($A);\n}",
      "if (x) {\n  f({\n    a: 1,\n  });\n}\n",
      "if (x) {\n  if (y) {\n    f2({\n      a: 1,\n    });\n  };\n}\n",
      1,
    ],
    ["a block moves out", "js", "f($A)", "g($A)", "f(\n    {\n      a: 1,\n    });\n", "g({\n  a: 1,\n});\n", 1],
    [
      "mixed blanks that do not fit stay",
      "js",
      "f($A)",
      "g(\n  $A)",
      "\tf({\n\t\ta: 1,\n    b: 2,\n\t});\n",
      "\tg(\n\t  {\n\t  \ta: 1,\n    b: 2,\n\t  });\n",
      1,
    ],
    ["blank lines get no blanks", "js", "f($A)", "g();\n\nh($A)", "  f(1);\n", "  g();\n\n  h(1);\n", 1],
    [
      "a line break that ends the template adds no blanks",
      "js",
      "f($A);",
      "g($A);\n",
      "  f(1);\n  x;\n",
      "  g(1);\n\n  x;\n",
      1,
    ],
    [
      "text in template strings stays",
      "js",
      "f($A)",
      "{\n  g($A)\n}",
      "  f(`\n  a\n  b`);\n",
      "  {\n    g(`\n  a\n  b`)\n  };\n",
      1,
    ],
    [
      "nested blocks keep their depth",
      "js",
      "w($A)",
      "v(\n  $A\n)",
      "w(() => {\n  w(() => {\n    x;\n  });\n});\n",
      "v(\n  () => {\n    v(\n      () => {\n        x;\n      }\n    );\n  }\n);\n",
      2,
    ],
    [
      "a list over lines is left as it is",
      "ts",
      "$X = $Y",
      "$X = $Y",
      "t = [\n    1,\n];\nu = {\n  a: [\n1 ] };\n",
      "t = [\n    1,\n];\nu = {\n  a: [\n1 ] };\n",
      0,
    ],
    [
      "the same call over lines",
      "ts",
      "f($A, $B)",
      "f($A, $B)",
      "f(a,\n     // why\n  b)\n",
      "f(a,\n     // why\n  b)\n",
      0,
    ],
  ]);
});

describe("bytes", () => {
  test("bytes that are not UTF-8 stay, also in captures", () => {
    const bytes = Buffer.from("/* \xd6 */ f(\"\xe9\"); f('\xff\xfe'); g(2)\n", "latin1");
    const engine = structuralEngine({
      kind: "structural",
      lang: "c",
      pattern: "f($A);",
      replacement: "h($A, 1);",
      strictness: "smart",
    });
    if (!engine.ok) throw new Error(engine.problem.message);
    const source = Buffer.concat([Buffer.from("int main() { "), bytes, Buffer.from("}\n")]);
    const { rewrite } = applyEngine(engine.value, source, "a.c");
    expect(Buffer.from(appliedBytes(source, rewrite)).toString("latin1")).toBe(
      "int main() { /* \xd6 */ h(\"\xe9\", 1); h('\xff\xfe', 1); g(2)\n}\n",
    );
  });

  test("two different stray bytes are not the same text", () => {
    const bytes = Buffer.from('eq("\xe9", "\xe9"); eq("\xe9", "\xe8");', "latin1");
    const engine = structuralEngine({
      kind: "structural",
      lang: "js",
      pattern: "eq($A, $A)",
      replacement: "yes()",
      strictness: "smart",
    });
    if (!engine.ok) throw new Error(engine.problem.message);
    const { rewrite } = applyEngine(engine.value, bytes, "a.js");
    expect(Buffer.from(appliedBytes(bytes, rewrite)).toString("latin1")).toBe('yes(); eq("\xe9", "\xe8");');
  });
});

describe("embedded languages", () => {
  const page = [
    "<html>",
    "<style>a { color: red }</style>",
    "<script>alert(1); alert(alert(2))</script>",
    '<script type="text/x-template">alert(3)</script>',
    '<script lang="ts">alert(4)</script>',
    "<p>alert(5)</p>",
    "<script type=module>if (x) alert(6);</script>",
    "</html>",
    "",
  ].join("\n");
  const rows: readonly (readonly [
    lang: string,
    pattern: string,
    replacement: string,
    changes: readonly [string, string][],
    edits: number,
  ])[] = [
    [
      "js",
      "alert($A)",
      "log($A)",
      [
        ["alert(1)", "log(1)"],
        ["alert(alert(2))", "log(log(2))"],
        ["alert(6)", "log(6)"],
      ],
      4,
    ],
    ["ts", "alert($A)", "log($A)", [["alert(4)", "log(4)"]], 1],
    ["css", "a { $$$B }", "b { $$$B }", [["a { color", "b { color"]], 1],
    ["html", "<p>$A</p>", "<b>$A</b>", [["<p>alert(5)</p>", "<b>alert(5)</b>"]], 1],
  ];
  test.each(rows)("%s in a page", (lang, pattern, replacement, changes, edits) => {
    const { text, count } = rewriteCode(lang, pattern, replacement, page, "page.html");
    const expected = changes.reduce((whole, [from, to]) => whole.replace(from, to), page);
    expect({ text, count }).toEqual({ text: expected, count: edits });
  });

  test("pages are looked at for the languages they can hold", () => {
    expect([
      accepted("js", "a/p.html"),
      accepted("css", "p.htm"),
      accepted("ts", "p.html"),
      accepted("json", "p.html"),
      accepted("json", "p.html", true),
      accepted("python", "p.html"),
      accepted("js", "a.ts"),
      accepted("js", "a.mjs"),
      accepted("js", "notes.txt"),
      accepted("js", "notes.txt", true),
    ]).toEqual([true, true, true, false, true, false, false, true, false, true]);
  });
});

describe("search", () => {
  test("matches come with what they captured, inner ones too", () => {
    expect(findCode("ts", "f($A, $$$REST)", "f(f(1, 4), 2, 3)")).toEqual([
      { text: "f(f(1, 4), 2, 3)", captures: { A: "f(1, 4)", REST: "2, 3" } },
      { text: "f(1, 4)", captures: { A: "1", REST: "4" } },
    ]);
  });

  const strictnesses = [
    ["cst", ["f(a)"]],
    ["smart", ["f(a)", "f(a,)", "f(/* c */ a)"]],
    ["ast", ["f(a)", "f(a,)"]],
    ["relaxed", ["f(a)", "f(a,)", "f(/* c */ a)"]],
    ["signature", ["f(a)", "f(a,)", "g(b)", "f(/* c */ a)"]],
  ] as const;
  test.each(strictnesses)("strictness %s", (strictness, expected) => {
    const found = findCode("js", "f(a)", "f(a);\nf(a,);\ng(b);\nf(/* c */ a);\n", strictness);
    expect(found.map((match) => match.text)).toEqual([...expected]);
  });
});

describe("requests that are refused", () => {
  const rows: readonly (readonly [
    what: string,
    args: Parameters<typeof refuse>,
    kind: ProblemKind,
    says: RegExp,
    place: number[],
  ])[] = [
    ["an unclosed call", ["ts", "foo($A", "b"], "structural_query", /line 1, column 1 .* ERROR/, [1, 1]],
    [
      "an unclosed call behind a line",
      ["python", "if a:\n  foo($A", "b"],
      "structural_query",
      /does not parse as python/,
      [2, 3],
    ],
    ["an unclosed call of C", ["c", "foo($A", "b"], "structural_query", /ERROR/, [1, 1]],
    ["a pair outside an object", ["ts", '"a": $B'], "structural_query", /selector: pair/, [1, 1]],
    [
      "a pair of JSON",
      ["json", '"a": $B'],
      "structural_query",
      /as an entry of an object .* kind: pair, all: /,
      [1, 4],
    ],
    ["two statements", ["ts", "a; b"], "structural_query", /2 nodes of typescript/, []],
    ["an empty pattern", ["ts", " "], "structural_query", /empty/, []],
    ["any number of nodes", ["ts", "$$$A"], "structural_query", /write \$A for one node/, []],
    ["a variable nothing binds", ["ts", "f($A)", "g($A, $B)"], "structural_template", /uses \$B/, []],
    ["a variable that binds nothing", ["ts", "f($_A)", "g($_A)"], "structural_template", /\$_A/, []],
    ["a near miss", ["ts", "f($NAME)", "g($NAM)"], "structural_template", /did you mean \$NAME/, []],
    ["a mistyped language", ["pyhton", "f($A)"], "unknown_language", /did you mean python/, []],
    ["a language that is not installed", ["kotlin", "f($A)"], "unknown_language", /bun add @ast-grep\/lang-kotlin/, []],
  ];
  test.each(rows)("%s", (_, args, kind, says, place) => {
    const refused = refuse(...args);
    expect(refused.kind).toBe(kind);
    expect(refused.said).toMatch(says);
    expect(refused.place).toEqual([...place]);
  });
});

describe("patterns that find nothing", () => {
  const rows: readonly (readonly [lang: string, pattern: string, says: RegExp])[] = [
    [
      "c",
      "kfree($X)",
      /macro_type_specifier.*as a statement it is expression_statement: write `kfree\(\$X\);`; as an expression it is call_expression/,
    ],
    ["go", "fmt.Println($A)", /type_conversion_expression.*as a statement it is call_expression/],
    ["ts", "{ a: $B }", /object\(pair.*as a type it is object_type/],
    ["ts", "log($A)", /call_expression/],
    ["css", "color: $A", /as a declaration it is declaration/],
  ];
  test.each(rows)("%s: %s", (lang, pattern, says) => {
    expect(warning(lang, pattern).code).toBe("pattern_parsed_as");
    expect(warning(lang, pattern).message).toMatch(says);
  });

  test("the parse of a pattern can be shown", () => {
    const shown = describePattern({ kind: "structural", lang: "go", pattern: "f($A)", strictness: "smart" });
    expect(shown).toEqual({
      ok: true,
      value: 'call_expression\n  identifier "f"\n  argument_list\n    "("\n    identifier "$A"\n    ")"\n',
    });
  });
});

describe("the prefilter", () => {
  /** What the parser makes of broken code hangs on what else is broken: the answer must not hang on what else is in the file. */
  test.each([
    ["a call that a dot is torn from", "f($$$A)", "}.f(a)", "f(b)"],
    ["a condition without its first value", "$A ? $B : $C", "var v = a ? : b : c, w = (p, q) => p == q;", "d ? e : g"],
  ])("%s is no match, alone or beside one", (_, pattern, brokenCode, code) => {
    for (const lang of ["js", "ts", "tsx"]) {
      expect(findCode(lang, pattern, brokenCode)).toEqual([]);
      expect(findCode(lang, pattern, `${code};\n${brokenCode}`).map(({ text }) => text)).toEqual([code]);
    }
  });

  test("every word of the pattern must be there", () => {
    expect([
      may("ts", "foo.bar($A)", "foo.bar(1)"),
      may("ts", "foo.bar($A)", "foo.baz(1)"),
      may("ts", "'é-word'", "'\xe9-word'"),
      may("ts", "$A", ""),
    ]).toEqual([true, false, true, true]);
  });
});

function accepted(lang: string, path: string, named = false) {
  const engine = structuralEngine({ kind: "structural", lang, pattern: "$A", strictness: "smart" });
  return engine.ok && engine.value.accepts({ path, named });
}

function refuse(lang: string, pattern: string, replacement?: string) {
  const engine = structuralEngine({
    kind: "structural",
    lang,
    pattern,
    ...(replacement !== undefined && { replacement }),
    strictness: "smart",
  });
  if (engine.ok) throw new Error("it was taken");
  const { kind, message, suggestion = "", line, column } = engine.problem;
  return { kind, said: `${message}: ${suggestion}`, place: line === undefined ? [] : [line, column] };
}

function warning(lang: string, pattern: string) {
  const engine = structuralEngine({ kind: "structural", lang, pattern, strictness: "smart" });
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value.whenNothingMatches!()[0]!;
}

function may(lang: string, pattern: string, text: string) {
  const engine = structuralEngine({ kind: "structural", lang, pattern, strictness: "smart" });
  const bytes = Buffer.from(text);
  return engine.ok && engine.value.mayMatch(bytes, 0, bytes.length);
}
