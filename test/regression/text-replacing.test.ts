/** Bugs that other tools had with encodings, line endings, replacement texts and case, each with what is expected here. */
import { describe, expect, test } from "bun:test";
import { textEngine } from "../../src/match/rewrite-text.ts";
import { engineFor, replaceBytes, replaceText, specOf, type Given } from "../replace.ts";

type Row = readonly [what: string, before: string, pattern: string, replacement: string, after: string, given?: Given];

function check(rows: readonly Row[]): void {
  test.each(rows)("%s", (...row) => {
    const [, before, pattern, replacement, after, given] = row;
    expect(replaceText(before, pattern, replacement, given)[0]).toBe(after);
  });
}

describe("encodings and marks", () => {
  check([
    [
      "the first line of a file with a mark is not one unit off",
      "\ufefftest\ntest\n",
      "test",
      "Atest",
      "\ufeffAtest\nAtest\n",
    ],
    ["a mark is no part of the first line", "\ufeffx", "^x", "y", "\ufeffy"],
    [
      "characters of several bytes shift nothing behind them",
      "assertEqual(a, 'あいう')\nprint(1)\n",
      "assertEqual\\((.*), (.*)\\)",
      "assert $1 == $2",
      "assert a == 'あいう'\nprint(1)\n",
    ],
    ["Cyrillic before a match in a CRLF file", "# ррр\r\nfoo\r\n", "foo", "bar", "# ррр\r\nbar\r\n"],
    ["emoji before and after", "😀😀 needle 😀", "needle", "pin", "😀😀 pin 😀"],
    ["a mark and CRLF both stay", "\ufeffone\r\ntwo\r\n", "two", "2", "\ufeffone\r\n2\r\n"],
    ["accents on other lines stay", "títulos\nfoo\n", "foo", "bar", "títulos\nbar\n"],
  ]);

  test("a Latin-1 byte elsewhere in the file stays", () => {
    const before = Buffer.from("/* f\xd6r */ old();\nold();\n", "latin1");
    expect(replaceBytes(before, "old", "new")[0].toString("latin1")).toBe("/* f\xd6r */ new();\nnew();\n");
  });

  test("a Latin-1 byte inside a capture stays", () => {
    expect(replaceBytes(Buffer.from("a\xe9c\n", "latin1"), "^(a.c)$", "<$1>")[0].toString("latin1")).toBe("<a\xe9c>\n");
  });

  test("UTF-16 is written back as UTF-16", () => {
    const before = Buffer.from("\ufefffoo\r\nbar foo\r\n", "utf16le");
    expect(replaceBytes(before, "foo", "fünf")[0].toString("utf16le")).toBe("\ufefffünf\r\nbar fünf\r\n");
    expect(replaceBytes(before, "^bar", "x\\ny")[0].toString("utf16le")).toBe("\ufefffoo\r\nx\r\ny foo\r\n");
  });
});

describe("line endings and the last line", () => {
  check([
    ["LF lines get no CR", "hello\nworld\r\n", ".", "$0", "hello\nworld\r\n"],
    ["a file without a final newline gets none", "hello\nworld", ".", "$0!", "h!e!l!l!o!\nw!o!r!l!d!"],
    [
      "a greedy group leaves the CR where it is",
      "1 x A\r\n2 x B\r\n",
      "(\\d+) x (.*)",
      "$2 y $1",
      "A y 1\r\nB y 2\r\n",
    ],
    ["a whole line that ends in CRLF", "one\r\ntwo\r\none\r\n", "^one$", "uno", "uno\r\ntwo\r\nuno\r\n"],
    ["a lone CR ends no line", "abc\rdef", "^def", "x", "abc\rdef"],
    ["only the edited line of a CRLF file changes", "<a>\r\n<b>\r\n", "<b>", "<c>", "<a>\r\n<c>\r\n"],
    ["leading and trailing blank lines stay", "\n\nx;\n\n\n", "x", "y", "\n\ny;\n\n\n"],
    ["inserted lines of a CRLF file end in CRLF", "a: 1\r\nb: 2\r\n", "^a.*$", "$0\\nc: 3", "a: 1\r\nc: 3\r\nb: 2\r\n"],
    [
      "a one-line replacement stays on one line",
      "[HttpPOST] same\n",
      "\\[HttpPOST\\] ",
      "Method POST",
      "Method POSTsame\n",
    ],
    ["CRLF and no final newline", "a\r\nb", "a", "x", "x\r\nb"],
    ["never CR CR LF", "a\r\nb\n", "$", "\\r\\n", "a\r\n\r\nb\n\n"],
    ["CRLF alone with the bytes as they are", "hello\r\nworld\nx", "hello\\r\\nworld", "y", "y\nx", { eol: "raw" }],
    ["blanks at line ends, not the CR", "a  \r\nb\t\nc \n", "\\s+$", "", "a\r\nb\nc\n"],
    [
      "every empty array of a CRLF file",
      '"a": [\r\n  ],\r\n"b": [\r\n  ]\r\n',
      '("\\w+": )\\[\\n\\s*\\]',
      "${1}0",
      '"a": 0,\r\n"b": 0\r\n',
    ],
    ["CRLF taken as one newline", "hello\r\nworld\r\n", "\\n", "?", "hello?world?"],
  ]);

  test("a replacement by the same text is no edit", () => {
    expect(replaceText("hello\nworld\r\n", ".*", "$0")).toEqual(["hello\nworld\r\n", 0]);
  });
});

describe("empty matches and several lines", () => {
  check([
    ["an empty pattern with whole words", "\n##\n", "", "X", "X\nX#X#X\n", { word: true }],
    ["an empty match on a CRLF file", "\r\n", "x?", "-", "-\r\n"],
    ["newlines of a whole file", "hello\nworld\n", "\\n", "?", "hello?world?"],
    ["a pattern that could take the line end does not", "a\n", ".*", "${0}f", "af\n"],
    ["the start of the file is not the start of a line", "a\nb\n", "\\Ab", "x", "a\nb\n"],
    ["assertions across lines", " b b b b\nc\n", "(^|[^a-z])((([a-z]+)?)s)?b(s([a-z]+)?)?($|[^a-z])", "x", "xbxb\nc\n"],
    ["optional groups", "a1 b\n", "(a(\\d)|(b))", "<$2$3>", "<1> <b>\n"],
    ["text that holds the pattern is not looked at again", "bacon", "ac", "bacon", "bbaconon"],
    ["an empty file", "", "foo", "bar", ""],
    ["blank lines, and none behind the final newline", "\n\na\n", "^$", "-", "-\n-\na\n"],
  ]);
});

describe("what a replacement text says", () => {
  check([
    ["a group before an underscore", "ab", "(a)(b)", "$1_$2", "a_b"],
    ["a group before letters", "a", "(a)", "$1Call", "aCall"],
    ["escapes between groups", "a,b", "(a),(b)", "$1\\x00$2", "a\0b"],
    ["a dollar", "5 EUR", "(\\d) EUR", "$$$1", "$5"],
    ["a dollar of plain text", "a", "a", "$1 $$ ${x}", "$1 $$ ${x}", { literal: true }],
    ["a newline or the two characters for one", "a", "a", "\\n\\\\n", "\n\\n"],
    ["the two characters in plain text", "a", "a", "\\n", "\\n", { literal: true }],
    ["a pattern that starts with a dash", "-o x", "-o", "+o", "+o x"],
  ]);

  const refused: readonly (readonly [what: string, pattern: string, replacement: string, way: string])[] = [
    ["a group that is not there is no empty text", "(a)(b)", "$3", "$$3"],
    ["one digit too many", "(\\[)", "$10", "${1}0"],
    ["a name that is read too far", "(?P<first>a)", "$first_name", "${first}_name"],
    ["a variable of another language", "a", "$HOME", "$$HOME"],
    ["an unknown escape beside a good one", "a", "\\n\\q", "\\\\q"],
    ["a group written as in sed", "(a)", "\\1", "$1"],
    ["an open brace", "(a)", "x${1", "${1}"],
    ["a NUL for a group", "x", "<\\0>", "$0"],
  ];
  test.each(refused)("%s", (_what, pattern, replacement, way) => {
    const engine = textEngine(specOf(pattern, replacement));
    if (engine.ok) throw new Error("accepted");
    expect(engine.problem).toMatchObject({ kind: "invalid_template", message: expect.stringContaining(way) });
  });

  test("look-around is refused rather than misread", () => {
    for (const pattern of ["(?<=foo\\n)bar", ".*xxx(?= tail)"]) {
      expect(textEngine(specOf(pattern, "quux"))).toMatchObject({ ok: false, problem: { kind: "invalid_regex" } });
    }
  });
});

describe("case that is kept", () => {
  const kept = { ignoreCase: true, preserveCase: true };
  check([
    ["mixed case that starts small", "fooBar FooBar", "fooBar", "bazQux", "bazQux BazQux", kept],
    ["digits and a dash are no capitals", "mr-40", "mr-40", "mx-auto", "mx-auto", kept],
    ["the part outside a group", "Cat, cat, CATS", "cat(s)?", "dog$1", "Dog, dog, DOGS", kept],
    [
      "a capital is not forced on a path",
      "Utils.uuidv4()",
      "Utils.uuidv4()",
      "uuidv4()",
      "uuidv4()",
      { ...kept, literal: true },
    ],
    ["a longer path stays as written", "Name", "Name", "a::b::Name", "a::b::Name", kept],
    ["each word of a title", "The Quick Fox", "the quick fox", "a lazy dog", "A Lazy Dog", kept],
    [
      "all small and all capital spellings too",
      "stuffStuff stuffstuff STUFFSTUFF",
      "stuffStuff",
      "fooFoo",
      "fooFoo foofoo FOOFOO",
      kept,
    ],
    ["four forms", "badjob BadJob badJob BADJOB", "badjob", "goodTask", "goodtask GoodTask goodTask GOODTASK", kept],
    [
      "words with dashes and dots",
      "foo-bar Foo-Bar FOO-BAR Foo.Bar",
      "foo[-.]bar",
      "baz-qux",
      "baz-qux Baz-Qux BAZ-QUX Baz-Qux",
      kept,
    ],
    ["punctuation has no case", "()", "()", "(fontSize: 20)", "(fontSize: 20)", { ...kept, literal: true }],
    ["smart case does not look at escapes", "aFOO\nbfoo\n FOO\n", "\\Sfoo", "x", "x\nx\n FOO\n", { smartCase: true }],
  ]);
});

describe("many edits", () => {
  test("thousands in one file are all right", () => {
    const before = Array.from({ length: 25_000 }, (_, i) => `Code ${i} code\n`).join("");
    expect(replaceText(before, "[Cc]ode", "C")).toEqual([before.replaceAll(/code/gi, "C"), 50_000]);
  });

  test("one very long line", () => {
    expect(replaceText("x,".repeat(200_000), ",", "\\n")[0]).toBe("x\n".repeat(200_000));
  });

  test("an engine keeps nothing from file to file", () => {
    const engine = engineFor("a", "\\n");
    const file = { path: "a", named: false };
    const inserted = ["a\r\n", "a\n", "a\r\n"].map((text) =>
      engine.rewrite({ bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true }, file),
    );
    expect(inserted.map((one) => ("edits" in one ? Buffer.from(one.edits.inserted).toString() : ""))).toEqual([
      "\r\n",
      "\n",
      "\r\n",
    ]);
  });
});
