import { describe, expect, test } from "bun:test";
import { holdsNeedle, type Needle } from "../../src/match/ast/words.ts";
import { isMet } from "../../src/rules/requirement.ts";
import { wordsOfRegex, wordsOfRustRegex } from "../../src/rules/regex-words.ts";
import { ruleEngine } from "./run.ts";

const holds = (text: string) => (word: Needle) => holdsNeedle(Buffer.from(text), word);

describe("words of expressions", () => {
  const rows: readonly (readonly [pattern: string, text: string, may: boolean])[] = [
    ["^http://", "a http://b", true],
    ["^http://", "https://b", false],
    ["^(yes|on)$", "on", true],
    ["^(yes|on)$", "off", false],
    ["a+b*", "b", false],
    ["(?i)http", "x", true],
    ["[a-z]+", "1", true],
    ["\\<word", "word", true],
    ["\\b{start}word", "word", true],
    ["[a&&b]x", "x", true],
    ["[a-z&&[^x]]y", "y", true],
    ["(?x) a b", "ab", true],
    ["\\u{61}", "a", true],
  ];
  test.each(rows)("%s in %s", (pattern, text, may) => {
    expect(isMet(wordsOfRustRegex(pattern), holds(text))).toBe(may);
  });

  test("what ignores case needs nothing", () => {
    expect(isMet(wordsOfRegex("foo", true), holds("FOO"))).toBe(true);
  });
});

describe("words of rules", () => {
  const may = (rule: string, text: string) => {
    const bytes = Buffer.from(text);
    return ruleEngine(`id: r\n${rule}\n`).mayMatch(bytes, 0, bytes.length);
  };
  const rows: readonly (readonly [what: string, rule: string, text: string, may: boolean])[] = [
    ["all of a pattern", "language: ts\nrule: { pattern: a.b($X) }", "a.c()", false],
    ["a longer name", "language: ts\nrule: { pattern: foo($X) }", "foobar(1); foo_(1); foo2(1)", false],
    ["a name in a longer one and by itself", "language: ts\nrule: { pattern: foo($X) }", "foobar(1); foo (1)", true],
    ["a name behind another", "language: ts\nrule: { pattern: foo($X) }", "a1foo(1)", true],
    ["a string in a longer one", "language: ts\nrule: { pattern: \"'foo'\" }", "'\\nfoob'", true],
    ["all parts", "language: ts\nrule: { all: [{ pattern: a }, { has: { pattern: b } }] }", "a", false],
    ["any part", "language: ts\nrule: { any: [{ pattern: a }, { pattern: b }] }", "b", true],
    ["no part", "language: ts\nrule: { any: [{ pattern: a }, { pattern: b }] }", "c", false],
    ["not what is not wanted", "language: ts\nrule: { pattern: a, not: { has: { pattern: b } } }", "a", true],
    ["a utility", "language: ts\nrule: { matches: u }\nutils: { u: { pattern: foo } }", "bar", false],
    [
      "a utility that refers to itself",
      "language: ts\nrule: { matches: u }\nutils: { u: { any: [{ pattern: foo }, { has: { matches: u } }] } }",
      "foo",
      true,
    ],
    ["an expression", "language: ts\nrule: { kind: identifier, regex: ^tmp }", "x", false],
    ["a kind alone", "language: ts\nrule: { kind: identifier }", "", true],
    ["a literal", "literal: foo\nreplace: bar", "fo", false],
    ["an expression of text", "regex: fo+d\nreplace: bar", "f d", false],
    ["a name of a map", "rename: { foo: bar, q: r }", "a q", true],
    ["no name of a map", "rename: { foo: bar, q: r }", "fo", false],
  ];
  test.each(rows)("%s", (_, rule, text, expected) => expect(may(rule, text)).toBe(expected));
});
