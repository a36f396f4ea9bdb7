import { describe, expect, test } from "bun:test";
import { compileText } from "../../src/match/text.ts";
import { bytesOf, matched, matches, plainOptions, refusal, replaced, scopeOf, wholeFile } from "./support.ts";

describe("lines", () => {
  test.each([
    ["^one$", "one\r\ntwo\r\none\r\n", "uno", "uno\r\ntwo\r\nuno\r\n"],
    ["\\s+$", "a  \r\nb\t\nc \n", "", "a\r\nb\nc\n"],
    ["\\s+$", "a\n\nb  \n\n\nc\n", "", "a\n\nb\n\n\nc\n"],
    ['"[^"]*"', 'say "x\nnot "y" end\n', "Q", 'say "x\nnot Q end\n'],
    ["^", "l1\nl2\n", "> ", "> l1\n> l2\n"],
    ["$", "l1\nl2", "<", "l1<\nl2<"],
    ["^$", "\n\na\n", "-", "-\n-\na\n"],
    ["b*", "abc", "-", "-a-c-"],
    [".*", "a\n", "f", "f\n"],
    ["x?", "\n", "y", "y\n"],
    ["\\W+", "a;\n;b\n", "_", "a_\n_b\n"],
    ["\\Ab", "a\nb\n", "X", "a\nb\n"],
    ["\\Aa", "a\na\n", "X", "X\na\n"],
    ["a\\z", "a\na", "X", "a\nX"],
    ["a\\z", "a\na\n", "X", "a\na\n"],
    ["\\z", "a\n", "end", "a\nend"],
    ["$|\\z", "a\n", "|", "a|\n|"],
    ["x*|\\z", "a\n", "-", "-a-\n-"],
    ["x*|y\\z", "a\n", "-", "-a-\n"],
    ["^", "", "-", ""],
    ["x*", "", "-", ""],
    ["\\A", "", "-", "-"],
    ["(?-m)^a", "a\na", "X", "X\na"],
    ["(?-m)a$", "a\na", "X", "a\nX"],
  ])("%j on %j", (pattern, text, by, expected) => {
    expect(replaced(pattern, text, by)).toBe(expected);
  });
});

describe("whole files", () => {
  test.each([
    ["\\n", "hello\r\nworld\r\n", "?", {}, "hello?world?"],
    ["f\\(\\n\\s*x", "f(\n\n  x)\n", "f(x", {}, "f(x)\n"],
    ["g\\(\\s*y", "g(\n  y)\n", "g(y", { multiline: true }, "g(y)\n"],
    ["^\\s*\\n", "c \n\n", "", {}, "c \n"],
    ["\\s+$", "c \n", "", { multiline: true }, "c\n"],
    ["[^,]+$", "c \n", "X", { multiline: true }, "X\n"],
    ["^", "a\nb\n", "> ", { multiline: true }, "> a\n> b\n"],
    ["$", "a\r\nb\r\n", "<", { multiline: true }, "a<\r\nb<\r\n"],
    ["a.b", "a\nb", "X", { dotall: true }, "X"],
    ["a.b", "a\nb", "X", { multiline: true }, "a\nb"],
    ["(?s)a.b", "a\r\nb", "X", {}, "X"],
    ["\\n\\z", "a\n\n", "", {}, "a\n"],
    ["\\n|\\z", "a\n", "-", {}, "a-"],
    ["x*", "a\n", "-", { multiline: true }, "-a-\n"],
    ["[^\\r\\n]+\\r?\\n", "ab\r\ncd\n", "X", {}, "XX"],
    ["(a|\\r)b", "ab\rb", "X", {}, "XX"],
    ["\\r\\n", "x\r\ny\r\nz\n", "|", { eol: "raw" }, "x|y|z\n"],
    ["a$", "a\r\na\n", "X", { eol: "raw" }, "a\r\nX\n"],
    ["a\r\nb", "a\nb a\r\nb", "X", { literal: true }, "X X"],
    ["a\nb", "a\nb a\r\nb", "X", { literal: true }, "X X"],
    ["a\r\nb", "a\nb a\r\nb", "X", { literal: true, eol: "raw" }, "a\nb X"],
  ] as const)("%j on %j", (pattern, text, by, options, expected) => {
    expect(replaced(pattern, text, by, options)).toBe(expected);
  });

  test.each([
    ["a", "line"],
    ["\\s", "line"],
    ["[^\\n]", "line"],
    ["[^a]", "line"],
    ["[[:space:]]", "line"],
    ["[\\x00-\\x1f]", "line"],
    ["(?i)a", "line"],
    ["(?-s)a", "line"],
    ["\\A.\\z", "line"],
    ["\\n", "file"],
    ["\\x0a", "file"],
    ["\\x{a}", "file"],
    ["\\012", "file"],
    ["\n", "file"],
    ["[\\s\\n]", "file"],
    ["[\\t-\\n]", "file"],
    ["\\Qa\nb\\E", "file"],
    ["(?s)a", "file"],
    ["(?i-m:(?is:a))", "file"],
  ] as const)("%j sees a %s", (pattern, scope) => {
    expect(scopeOf(pattern)).toBe(scope);
  });
});

describe("carriage returns", () => {
  test.each([["\\r"], ["\\r\\n"], ["a\\x0d?\\r"], ["(\\r|\\x{d})+"], ["[\\r]"], ["a{2}(?:\\r)b"]])(
    "%j cannot match without one",
    (pattern) => {
      const problem = refusal(pattern);
      expect(problem.kind).toBe("invalid_regex");
      expect(problem.message).toContain("--eol raw");
      expect(matches(pattern, "x", { eol: "raw" })).toEqual([]);
    },
  );

  test("a lone one is an ordinary character", () => {
    expect(matches("a.b", "a\rb\r\n")).toEqual([[0, 3]]);
    expect(refusal("a\rb", { literal: true }).message).toContain("--eol raw");
    expect(matches("a\rb", "a\rb", { literal: true, eol: "raw" })).toEqual([[0, 3]]);
  });
});

describe("bytes that are not UTF-8", () => {
  const text = [0x61, 0xe9, 0x63, 0x0a];
  test.each([
    ["^(a.c)$", [[0, 3, 0, 3]]],
    ["a[^b]c", [[0, 3]]],
    ["a\\Wc", [[0, 3]]],
    ["a\\Dc", [[0, 3]]],
    ["a\\Sc", [[0, 3]]],
    ["a\\PLc", [[0, 3]]],
    ["a[[:^alpha:]]c", [[0, 3]]],
    ["a[\\W]c", [[0, 3]]],
    ["a[^\\W]c", []],
    ["a\\pLc", []],
    ["a[\\x00-\\x{10FFFF}]c", []],
    ["a\\p{Any}c", []],
    ["aéc", []],
    ["a\\xe9c", []],
    ["a(.)(.)c", []],
  ])("%j", (pattern, expected) => {
    expect(matches(pattern, text)).toEqual(expected);
  });

  test("each of them is one character", () => {
    expect(matches(".", [0xe2, 0x82, 0x41, 0xe2, 0x82, 0xac])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 6],
    ]);
  });

  test("they are no word characters", () => {
    expect(matches("a", text, { word: true })).toEqual([[0, 1]]);
    expect(matches("a\\b", text)).toEqual([[0, 1]]);
  });
});

describe("case", () => {
  test.each([
    ["\\Sfoo", "aFOO\nbfoo\n FOO\n", 2],
    ["foo", "FOO foo", 2],
    ["Foo", "FOO foo Foo", 1],
    ["[A-Z]oo", "foo Foo", 1],
    ["\\x46oo", "foo Foo", 2],
    ["\\pLoo", "foo FOO", 2],
    ["(?P<Name>foo)", "FOO", 1],
    ["\\QFoo\\E", "foo Foo", 1],
    ["(?U)foo", "FOO", 1],
  ])("smart: %j on %j", (pattern, text, count) => {
    expect(matches(pattern, text, { smartCase: true }).length).toBe(count);
  });

  test("smart case of a plain text looks at every letter", () => {
    expect(matches("\\S", "\\s \\S", { smartCase: true, literal: true })).toEqual([[3, 5]]);
    expect(matches("\\s", "\\s \\S", { smartCase: true, literal: true })).toEqual([
      [0, 2],
      [3, 5],
    ]);
  });

  test("folds as RE2 does", () => {
    expect(matches("k", "kK\u212a", { ignoreCase: true })).toEqual([
      [0, 1],
      [1, 2],
      [2, 5],
    ]);
    expect(matches("s", "sS\u017f", { ignoreCase: true, literal: true })).toEqual([
      [0, 1],
      [1, 2],
      [2, 4],
    ]);
    expect(matches("[^k]", "kK\u212ax", { ignoreCase: true })).toEqual([[5, 6]]);
    expect(matches("é", "éÉ", { ignoreCase: true })).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(matches("σ", "σςΣ", { ignoreCase: true })).toEqual([
      [0, 2],
      [2, 4],
      [4, 6],
    ]);
  });
});

describe("word mode", () => {
  test.each([
    ["-foo-", "x -foo- y\nx-foo-y\n", [[2, 7]]],
    [
      "foo|foobar",
      "foobar foo",
      [
        [0, 6],
        [7, 10],
      ],
    ],
    [
      "foo",
      "foo_ foo é foo",
      [
        [5, 8],
        [12, 15],
      ],
    ],
    ["foo", "éfoo fooé e\u0301foo foo", [[19, 22]]],
    ["aa", "aaa aa", [[4, 6]]],
    ["(\\w+\\.)*domain\\.(\\w+)", "some.domain.com/x", [[0, 15, 0, 5, 12, 15]]],
    [
      "",
      "\n##\n",
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
    ],
    ["a*", "ba a", [[3, 4]]],
  ] as const)("%j on %j", (pattern, text, expected) => {
    expect(matches(pattern, text, { word: true })).toEqual(expected.map((each) => [...each]));
  });

  test("of a plain text tries the next place", () => {
    expect(matches("a-a", "xa-a-a a-a", { word: true, literal: true })).toEqual([
      [3, 6],
      [7, 10],
    ]);
    expect(matches("-", "a--b - c", { word: true, literal: true })).toEqual([[5, 6]]);
  });
});

describe("captures", () => {
  test("are bytes of the file, and -1 for a group that took no part", () => {
    expect(matches("(?P<x>é)|(?<y>b)", "éb")).toEqual([
      [0, 2, 0, 2, -1, -1],
      [2, 3, -1, -1, 2, 3],
    ]);
    expect(matches("(\\d+) x (.*)", "1 x A\r\n2 x B\r\n")).toEqual([
      [0, 5, 0, 1, 4, 5],
      [7, 12, 7, 8, 11, 12],
    ]);
    expect(matches("(a\\n)(b)", "a\r\nb")).toEqual([[0, 4, 0, 3, 3, 4]]);
  });

  test("have names and numbers", () => {
    const compiled = compileText("(a)(?P<name>b)(?<other>c)", plainOptions);
    expect(compiled.ok && { ...compiled.value.groupNames }).toEqual({ name: 2, other: 3 });
    expect(compiled.ok && compiled.value.groupCount).toBe(3);
  });
});

describe("pieces", () => {
  test("of a file are searched as if the file were whole", () => {
    const text = "one two\r\nthree\n\nfour one\nlast";
    const bytes = bytesOf(text);
    for (const pattern of ["^", "$", "\\w+", "x*", "\\Aone", "last\\z", "\\z", "one$", "\\b"]) {
      const compiled = compileText(pattern, plainOptions);
      if (!compiled.ok) throw new Error(compiled.problem.message);
      const whole = compiled.value.find(wholeFile(bytes), false);
      const parts: number[] = [];
      for (let start = 0; start < bytes.length;) {
        const newline = bytes.indexOf(10, start);
        const end = newline < 0 ? bytes.length : newline + 1;
        const piece = { bytes, start, end, first: start === 0, last: end === bytes.length };
        const found = compiled.value.find(piece, false);
        for (let index = 0; index < found.count; index++) parts.push(found.starts[index]!, found.ends[index]!);
        start = end;
      }
      const expected = Array.from({ length: whole.count }, (_, index) => [whole.starts[index]!, whole.ends[index]!]);
      expect([pattern, parts]).toEqual([pattern, expected.flat()]);
    }
  });

  test("nothing beyond their end is looked at", () => {
    const bytes = bytesOf("aaa\nbbb aaa");
    const piece = { bytes, start: 0, end: 4, first: true, last: false };
    for (const pattern of ["a+", "aaa", "b", "bbb", "\\z", "(?i)BBB"]) {
      const compiled = compileText(pattern, plainOptions);
      const found = compiled.ok && compiled.value.find(piece, false);
      expect([pattern, found && found.count]).toEqual([pattern, pattern.startsWith("a") ? 1 : 0]);
    }
  });
});

describe("size", () => {
  test("a plain pattern of a megabyte works, also with case ignored", () => {
    const long = Array.from({ length: 150_000 }, (_, index) => `w${index}`).join("");
    expect(matches(long, `x${long}y`, { literal: true })).toEqual([[1, 1 + long.length]]);
    expect(matches(long, `x${long}y`)).toEqual([[1, 1 + long.length]]);
    const shorter = long.slice(0, 50_000);
    expect(matches(shorter.toUpperCase(), `x${shorter}y`, { ignoreCase: true })).toEqual([[1, 1 + shorter.length]]);
  });

  test("a pattern that would grow beyond bounds is refused", () => {
    const words = Array.from({ length: 400 }, (_, index) => `identifier${index}`).join("");
    expect(refusal(`(?:${words}){1000}`).message).toContain("too large");
  });
});

describe("hostile patterns", () => {
  test.each([
    ["(a+)+$", `${"a".repeat(20_000)}b`, 0],
    ["(a|a)*b", "a".repeat(20_000), 0],
    ["(\\w+\\s?)*:", "word ".repeat(4_000), 0],
    ["e.{15}z", "e".repeat(20_000), 0],
    ["(x+x+)+y", "x".repeat(20_000), 0],
    ["(?s)a.*z", "a\n".repeat(10_000), 0],
  ])("%j ends", (pattern, text, count) => {
    expect(matched(pattern, text).length).toBe(count);
  });
});
