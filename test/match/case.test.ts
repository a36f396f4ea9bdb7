import { describe, expect, test } from "bun:test";
import { lowerFirst, preserveCase, upperFirst } from "../../src/match/case.ts";

type Row = readonly [matched: string, replacement: string, expected: string];

function check(rows: readonly Row[]): void {
  test.each(rows)("%s, %s", (matched, replacement, expected) =>
    expect(preserveCase(matched, replacement)).toBe(expected),
  );
}

describe("one word", () => {
  check([
    ["foo", "bar", "bar"],
    ["Foo", "bar", "Bar"],
    ["FOO", "bar", "BAR"],
    ["foo", "Bar", "bar"],
    ["Foo", "BAR", "Bar"],
    ["Foo", "barBaz", "BarBaz"],
    ["Foo", "bar baz", "Bar baz"],
    ["T", "type", "Type"],
    ["t", "Type", "type"],
    ["Foo", "", ""],
    ["", "Foo", "Foo"],
  ]);
});

describe("identifiers", () => {
  check([
    ["badjob", "goodTask", "goodtask"],
    ["BadJob", "goodTask", "GoodTask"],
    ["badJob", "goodTask", "goodTask"],
    ["BADJOB", "goodTask", "GOODTASK"],
    ["bad_job", "good_task", "good_task"],
    ["BAD_JOB", "good_task", "GOOD_TASK"],
    ["Bad_Job", "good_task", "Good_Task"],
    ["bad-job", "good-task", "good-task"],
    ["Bad-Job", "good-task", "Good-Task"],
    ["bad.Job", "good.task", "good.Task"],
    ["HTTPServer", "webClient", "WEBClient"],
    ["FooBar", "bazQuxQuux", "BazQuxQuux"],
    ["fooBar", "BazQuxQuux", "bazQuxQuux"],
    ["fooBar", "HTTPProxyServer", "httpProxyServer"],
    ["fooBar", "task", "task"],
    ["FooBar", "task", "Task"],
    ["userName", "userID", "userID"],
    ["UserName", "USER_ID", "User_Id"],
    ["Foo2Bar", "baz3Qux", "Baz3Qux"],
  ]);
});

describe("several words", () => {
  check([
    ["the quick fox", "A Lazy Dog", "a lazy dog"],
    ["The Quick Fox", "a lazy dog", "A Lazy Dog"],
    ["THE QUICK FOX", "a lazy dog", "A LAZY DOG"],
    ["The quick fox", "a lazy dog", "A lazy dog"],
    ["The Quick Fox", "a very lazy dog", "A Very Lazy Dog"],
    ["The quick fox", "a very lazy dog", "A very lazy dog"],
    ["The User's Guide", "a reader's book", "A Reader's Book"],
    ["the Fox", "a Very lazy dog", "a Very lazy dog"],
  ]);
});

describe("no case to give", () => {
  check([
    ["()", "fontSize: 20", "fontSize: 20"],
    ["42", "Foo", "Foo"],
    ["日本", "Foo", "Foo"],
    ["Item 42", "thing Forty", "Thing Forty"],
  ]);
});

describe("paths of another shape stay", () => {
  check([
    ["Utils.uuidv4()", "uuidv4()", "uuidv4()"],
    ["MatchboxResult", "crate::gui::MatchboxResult", "crate::gui::MatchboxResult"],
    ["Name", "a::b::Name", "a::b::Name"],
    ["Name", "lib/name", "lib/name"],
    ["Foo::Bar", "baz::qux", "Baz::Qux"],
    ["NAME", "a::b", "A::B"],
    ["Version. Next", "one. two", "One. Two"],
  ]);
});

describe("letters beyond ASCII", () => {
  check([
    ["ärger", "größe", "größe"],
    ["Ärger", "größe", "Größe"],
    ["ÄRGER", "größe", "GRÖSSE"],
    ["Straße", "öl", "Öl"],
    ["ПриветМир", "добрыйДень", "ДобрыйДень"],
    ["ΛΟΓΟΣ", "μύθος", "ΜΎΘΟΣ"],
    ["𐐀𐐨", "𐐩𐐪", "𐐁𐐪"],
    ["Éa", "x\udce9y", "X\udce9y"],
  ]);
});

test("the first letter alone", () => {
  expect(["", "abc", "Abc", "éa", "ß", "ﬁx", "𐐨a", "1a"].map(upperFirst)).toEqual([
    "",
    "Abc",
    "Abc",
    "Éa",
    "Ss",
    "Fix",
    "𐐀a",
    "1a",
  ]);
  expect(["", "ABC", "Éa"].map(lowerFirst)).toEqual(["", "aBC", "éa"]);
});
