import { describe, expect, test } from "bun:test";
import { EditBuilder } from "../../src/model/edit.ts";
import { onlyRenamesIdentifiers } from "../../src/match/ast/identifiers.ts";
import { syntaxRegression } from "../../src/match/syntax.ts";
import { applyEdits } from "../../src/text/patch.ts";

function edited(before: string, from: string, to: string) {
  const bytes = Buffer.from(before);
  const builder = new EditBuilder();
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + Buffer.byteLength(from)))
    builder.add(at, at + Buffer.byteLength(from), Buffer.from(to));
  const edits = builder.build();
  return { bytes, after: applyEdits(bytes, edits), edits };
}

function regression(path: string, before: string, from: string, to: string) {
  const { bytes, after, edits } = edited(before, from, to);
  return syntaxRegression(path, bytes, after, edits);
}

describe("edits that break a file", () => {
  const rows: readonly (readonly [
    path: string,
    before: string,
    from: string,
    to: string,
    found: readonly [before: number, after: number, line: number, column: number],
  ])[] = [
    ["a.ts", "const a = foo;\n", "foo", "(", [0, 1, 1, 9]],
    ["a.ts", "const é = 1;\nconst a = foo;\n", "foo", "(", [0, 1, 2, 9]],
    ["a.ts", "let a = ;\nlet foo = 1;", "1", ")", [1, 2, 2, 9]],
    ["a.ts", "const a = foo;\n", "foo", "class", [0, 1, 1, 9]],
    ["a.json", '{"a": 1}\n', "1", "", [0, 1, 1, 6]],
    ["a.py", "def f():\n  pass\n", "pass", "", [0, 1, 1, 9]],
    ["a.go", "package m\n\nfunc f() {}\n", "{}", "{", [0, 1, 3, 10]],
    ["a.c", "int f() { g(1); }\n", ";", "", [0, 1, 1, 11]],
    ["a.yml", "a: 1\nb: 2\n", "b:", "  b:", [0, 1, 1, 1]],
    ["a.css", "a { top: 0 }\n", "}", "", [0, 1, 1, 1]],
    ["a.sh", "if a; then b; fi\n", "fi", "", [0, 1, 1, 14]],
    ["a.rs", "fn f() { g(1); }\n", "1)", "1", [0, 1, 1, 13]],
  ];
  test.each(rows)("%s %j, %s to %s", (path, before, from, to, [was, is, line, column]) => {
    const found = regression(path, before, from, to);
    expect(found && { before: found.before, after: found.after }).toEqual({ before: was, after: is });
    expect(found && [found.line, found.column]).toEqual([line, column]);
  });
});

describe("edits that pass", () => {
  const rows: readonly (readonly [what: string, path: string, before: string, from: string, to: string])[] = [
    ["sound code", "a.ts", "const a = foo;\n", "foo", "bar.baz()"],
    ["a file that was as broken before", "a.ts", "let a = ;\nlet foo = 1;", "foo", "bar"],
    ["a file that gets better", "a.ts", "let a = ;", "= ;", "= 1;"],
    ["no core language", "a.txt", "foo", "foo", "("],
    ["a dialect that is not judged", "a.scss", "a { b { c: d } }", "}", ""],
    ["an empty script", "a.html", "<p>x</p>", "x", "<script></script>"],
    ["a here document that becomes empty", "a.sh", "cat <<E\nx\nE\n", "x\n", ""],
    ["a here document that becomes a variable alone", "a.sh", "cat <<E\nx $x\nE\n", "x $x", "$x"],
    ["a raw string of Go that becomes empty", "a.go", "package m\n\nvar a = `x`\n", "x", ""],
    ["a raw string of Rust that becomes empty", "a.rs", 'fn f() { g(r#"x"#, r"x"); }\n', "x", ""],
    ["no line ending behind the last declaration of Go", "a.go", "package m\n\nvar a = 1\n", "1\n", "2"],
    ["nothing left", "a.ts", "foo", "foo", ""],
  ];
  test.each(rows)("%s", (_, path, before, from, to) => expect(regression(path, before, from, to)).toBeUndefined());
});

describe("renames of identifiers are not parsed", () => {
  const rows: readonly (readonly [language: string, before: string, from: string, to: string, safe: boolean])[] = [
    ["typescript", "const foo = foo.bar;", "foo", "baz", true],
    ["typescript", "getFooBar()", "Foo", "Baz", true],
    ["typescript", "log(x)", "log(", "info(", true],
    ["typescript", "a.foo", "foo", "class", false],
    ["typescript", "async foo", "async", "sync", false],
    ["typescript", "a foo b", "foo", "", false],
    ["typescript", "a foo b", "foo", "foo bar", false],
    ["typescript", "10px", "px", "em", false],
    ["typescript", '"\\nfoo"', "nfoo", "xfoo", false],
    ["typescript", "x = /foo/gi", "gi", "zz", false],
    ["typescript", "éfoo", "foo", "bar", false],
    ["json", '{"foo": 1}', "foo", "bar", true],
    ["json", "[true]", "true", "yes", false],
    ["c", "int foo;", "foo", "bar", true],
    ["c", "#define X", "define", "defin", false],
    ["c", "x = 'a';", "a", "ab", false],
    ["rust", 'b"x"', "b", "q", false],
    ["rust", "fn foo() {}", "foo", "bar", true],
    ["python", "print(foo)", "foo", "bar", true],
    ["python", "print(foo)", "print", "log", false],
    ["go", "1.e5", "e5", "x5", false],
    ["html", "<b>x</b>", "b", "i", false],
    ["bash", "cat <<EOF\nEOF", "EOF", "END", false],
  ];
  test.each(rows)("%s: %s, %s to %s", (language, before, from, to, safe) => {
    const { bytes, after, edits } = edited(before, from, to);
    expect(onlyRenamesIdentifiers(language, bytes, after, edits)).toBe(safe);
  });
});
