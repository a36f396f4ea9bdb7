import { describe, expect, test } from "bun:test";
import { isProblem, type Found } from "../../src/match/engine.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import { decode } from "../../src/text/decode.ts";
import { engineFor, replaceText, specOf, type Given } from "../replace.ts";

describe("replacing", () => {
  const table: readonly (readonly [
    what: string,
    before: string,
    pattern: string,
    replacement: string,
    after: string,
    edits: number,
    given?: Given,
  ])[] = [
    ["a constant", "foo foo\n", "foo", "bar", "bar bar\n", 2],
    ["a shorter and a longer one", "aXbXXc", "X+", "--long--", "a--long--b--long--c", 2],
    ["nothing in place of it", "a foo b", " foo", "", "a b", 1],
    ["groups", "x=1, y=2\n", "(\\w)=(\\d)", "$2=$1", "1=x, 2=y\n", 2],
    ["a group that took no part", "ab a\n", "a(b)?", "<$1>", "<b> <>\n", 2],
    ["named groups", "key: v\n", "(?P<k>\\w+): (?P<v>\\w+)", "${v}=$k", "v=key\n", 1],
    ["the same text is no edit", "Old old\n", "[oO]ld", "old", "old old\n", 1],
    ["the same text through a group is no edit", "ab cb\n", "(\\w)b", "${1}b", "ab cb\n", 0],
    ["case operators", "foo bar\n", "(\\w+) (\\w+)", "\\u$1 \\U$2", "Foo BAR\n", 1],
    ["empty matches", "abc", "b*", "-", "-a-c-", 3],
    ["each line start", "l1\nl2\n", "^", "> ", "> l1\n> l2\n", 2],
    [
      "plain text",
      "cost $5 (a.b) $5 (axb)\n",
      "$5 (a.b)",
      "$1\\n${x}\\\\$$",
      "cost $1\\n${x}\\\\$$ $5 (axb)\n",
      1,
      { literal: true },
    ],
    [
      "case kept",
      "badjob BadJob badJob BADJOB\n",
      "badJob",
      "goodTask",
      "goodtask GoodTask goodTask GOODTASK\n",
      4,
      { ignoreCase: true, preserveCase: true },
    ],
    [
      "case kept around a group",
      "Cat, cat, CATS",
      "cat(s)?",
      "dog$1",
      "Dog, dog, DOGS",
      3,
      { ignoreCase: true, preserveCase: true },
    ],
    ["a newline on each kind of line", "a,b\r\nc,d\n", ",", "\\n", "a\r\nb\r\nc\nd\n", 2],
    ["a newline on a last line without ending", "a\r\nb,c", ",", "\\n", "a\r\nb\r\nc", 1],
    ["a newline on the only line", "b,c", ",", "\\n", "b\nc", 1],
    ["a newline of plain text", "a,b\r\n", ",", "\n", "a\r\nb\r\n", 1, { literal: true }],
    ["a newline that is there already", "a\r\nb\n", "\\n", "\\n", "a\r\nb\n", 0],
    ["captured newlines keep their bytes", "a\r\nb\n", "a(\\n)b(\\n)", "$2$1\\n", "\n\r\n\r\n", 1],
    ["newlines as given", "a,b\r\n", ",", "\\n", "a\nb\r\n", 1, { eol: "raw" }],
  ];
  test.each(table)("%s", (...row) => {
    const [, before, pattern, replacement, after, edits, given] = row;
    expect(replaceText(before, pattern, replacement, given)).toEqual([after, edits]);
  });

  test("a dense file", () => {
    expect(replaceText("ab".repeat(50_000), "a", "xyz")).toEqual(["xyzb".repeat(50_000), 50_000]);
    expect(replaceText("a\r\n".repeat(50_000), "a", "x\\ny")).toEqual(["x\r\ny\r\n".repeat(50_000), 50_000]);
  });
});

describe("finding", () => {
  test("spans, and captures by name", () => {
    const { spans, captures } = found("é k=v\nw\n", "(?P<key>\\w)(=(?P<value>\\w))?$");
    expect([spans.count, [...spans.starts.subarray(0, 2)], [...spans.ends.subarray(0, 2)]]).toEqual([
      2,
      [3, 7],
      [6, 8],
    ]);
    expect([captures?.(0), captures?.(1)]).toEqual([{ key: "k", value: "v" }, { key: "w" }]);
  });

  test("without names there are no captures", () => expect(found("a", "(a)").captures).toBeUndefined());
});

describe("the engine", () => {
  test("passes on what a pattern or a template is refused for", () => {
    const refused = [specOf("(", "x"), specOf("a", "$1"), specOf("a", "\\q")].map((spec) => {
      const engine = textEngine(spec);
      return engine.ok ? "" : engine.problem.kind;
    });
    expect(refused).toEqual(["invalid_regex", "invalid_template", "invalid_template"]);
  });

  test("counts the groups of the pattern", () => {
    expect(() => engineFor("(?:a)(b)", "$2")).toThrow("one group");
    expect(() => engineFor("(a)", "$10")).toThrow("${1}0");
  });

  test("names its evidence", () => {
    expect(engineFor("a", "one $0 three").evidence).toEqual([" three"]);
    expect(engineFor("a", "one\\ntwo").evidence).toEqual(["one\ntwo", "one\r\ntwo"]);
    expect(engineFor("a", "oneTwo", { preserveCase: true }).evidence).toEqual([
      "oneTwo",
      "onetwo",
      "ONETWO",
      "OneTwo",
      "Onetwo",
    ]);
    expect(engineFor("a", "$0").evidence).toEqual([]);
  });

  test("takes every file and has no labels", () => {
    const engine = engineFor("a", "b");
    expect([engine.accepts({ path: "a.bin", named: false }), engine.labels, engine.scope]).toEqual([true, [], "line"]);
    expect([engineFor("a\\nb", "").scope, engine.matcher?.groupCount]).toEqual(["file", 0]);
  });

  test("a search cannot rewrite", () => {
    const content = decode(Buffer.from("a"));
    if (typeof content === "string") throw new Error(content);
    expect(() => engineFor("a", undefined).rewrite(content, { path: "a", named: true })).toThrow(
      "without a replacement",
    );
  });
});

function found(text: string, pattern: string): Found {
  const content = decode(Buffer.from(text));
  if (typeof content === "string") throw new Error(content);
  const result = engineFor(pattern, undefined).find(content, { path: "a.txt", named: true });
  if (isProblem(result)) throw new Error(result.message);
  return result;
}
