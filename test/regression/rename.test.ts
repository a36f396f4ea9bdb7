/** Bugs that other tools had with renames, each with what is expected here. */
import { describe, expect, test } from "bun:test";
import type { Pair } from "../../src/match/rename-map.ts";
import type { RenameSpec } from "../../src/model/spec.ts";
import { engineOf, mapEngineOf, rewritten } from "../match/rename/rewritten.ts";

type Row = readonly [
  what: string,
  from: string,
  to: string,
  before: string,
  after: string,
  options?: Partial<RenameSpec>,
];

describe("one name in many spellings", () => {
  test.each<Row>([
    ["mixed case that starts in lower case stays so", "fooBar", "bazQux", "fooBar FooBar", "bazQux BazQux"],
    ["digits and a dash put nothing into capitals", "mr-40", "mx-auto", "mr-40", "mx-auto"],
    [
      "four forms from one name",
      "badJob",
      "goodTask",
      "badjob BadJob badJob BADJOB",
      "goodtask GoodTask goodTask GOODTASK",
      { prose: true },
    ],
    [
      "all lower and all upper case are not forgotten",
      "stuffStuff",
      "fooFoo",
      "stuffStuff stuffstuff STUFFSTUFF",
      "fooFoo foofoo FOOFOO",
      { prose: true },
    ],
    [
      "a title keeps every capital",
      "quick fox",
      "slow bear",
      "The Quick Fox, the quick fox",
      "The Slow Bear, the slow bear",
      { prose: true },
    ],
    ["dashed and dotted forms", "fooBar", "bazQux", "foo-bar foo.bar", "baz-qux baz.qux", { prose: true }],
    [
      "a plural and a participle are other words",
      "file",
      "document",
      "files filed profile file",
      "files filed profile document",
    ],
    ["nothing inside a longer word", "cat", "dog", "concatenate bobcat cats cat", "concatenate bobcat cats dog"],
    ["an identity is no edit", "userId", "userID", "user_id USER_ID", "user_id USER_ID"],
    ["a dollar in the new name is a dollar", "cost", "$cost", "cost cost2", "$cost cost2", { exact: true, word: true }],
    ["characters of several bytes before it", "größe", "maß", "😀 größe é größe", "😀 maß é maß"],
    ["CRLF and a missing last newline stay", "foo", "bar", "foo\r\nfoo", "bar\r\nbar"],
  ])("%s", (...[, from, to, before, after, options]) =>
    expect(rewritten(engineOf(from, to, options), before)).toBe(after),
  );
});

describe("maps", () => {
  test.each<readonly [what: string, pairs: readonly Pair[], before: string, after: string]>([
    [
      "renames that depend on each other do not merge two names",
      [
        ["Foo", "Bar"],
        ["Bar", "Baz"],
      ],
      "Foo Bar",
      "Bar Baz",
    ],
    [
      "a swap needs no third name",
      [
        ["left", "right"],
        ["right", "left"],
      ],
      "left right left",
      "right left right",
    ],
    [
      "the order in which pairs are given plays no part",
      [
        ["a", "1"],
        ["a.b", "2"],
      ],
      "a.b a",
      "2 1",
    ],
    [
      "names hold dots, dashes and spaces",
      [
        ["a.b", "c"],
        ["Foo-Bar", "x"],
        ["two words", "y"],
      ],
      "a.b aXb Foo-Bar two words",
      "c aXb x y",
    ],
    ["a new name is inserted as it is", [["x", "$1 \\1 $& ${y}"]], "x", "$1 \\1 $& ${y}"],
  ])("%s", (_, pairs, before, after) => expect(rewritten(mapEngineOf(pairs), before)).toBe(after));

  test("a hundred thousand names on one line take linear time", () => {
    const engine = mapEngineOf([
      ["a", "b"],
      ["a a a a a a a a b", "c"],
    ]);
    expect(rewritten(engine, "a ".repeat(100_000))).toBe("b ".repeat(100_000));
  });
});
