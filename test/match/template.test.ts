import { describe, expect, test } from "bun:test";
import type { Spans } from "../../src/model/edit.ts";
import { parseTemplate, type Template, type TemplateOptions } from "../../src/match/template.ts";
import { ByteSink } from "../../src/text/byte-sink.ts";

/** `(?P<word>alpha)(b)?(gamma)` matched on "alphagamma" inside a longer text; group 2 took no part. */
const source = Buffer.from("<alphagamma>");
const spans: Spans = {
  count: 1,
  starts: Int32Array.of(1),
  ends: Int32Array.of(11),
  groups: Int32Array.of(1, 6, -1, -1, 6, 11),
};
const pattern: TemplateOptions = { literal: false, eol: "auto", groupCount: 3, groupNames: { word: 1, w: 3 } };

function parsed(text: string, options: Partial<TemplateOptions> = {}): Template {
  const template = parseTemplate(text, { ...pattern, ...options });
  if (!template.ok) throw new Error(template.problem.message);
  return template.value;
}

function rendered(text: string, ending: "lf" | "crlf" = "lf", options: Partial<TemplateOptions> = {}): string {
  const sink = new ByteSink();
  parsed(text, options).render(sink, source, spans, 0, ending);
  return Buffer.from(sink.take()).toString();
}

describe("variables", () => {
  const table: readonly (readonly [template: string, result: string])[] = [
    ["", ""],
    ["plain", "plain"],
    ["$0", "alphagamma"],
    ["[$&]", "[alphagamma]"],
    ["$1-$3", "alpha-gamma"],
    ["<$2>", "<>"],
    ["$3$1", "gammaalpha"],
    ["$1_x", "alpha_x"],
    ["$1Call", "alphaCall"],
    ["${1}0", "alpha0"],
    ["${0}0", "alphagamma0"],
    ["$00 $01", "alphagamma0 alphagamma1"],
    ["${word}s", "alphas"],
    ["$word", "alpha"],
    ["$word-$w", "alpha-gamma"],
    ["$word.$w", "alpha.gamma"],
    ["$$", "$"],
    ["$$1", "$1"],
    ["$$$1", "$alpha"],
    ["$$$$", "$$"],
    ["cost $", "cost $"],
    ["$ $. $) $' $` $ü", "$ $. $) $' $` $ü"],
    ["$-1", "$-1"],
  ];
  test.each(table)("%j", (template, result) => expect(rendered(template)).toBe(result));

  test("two digits are one group where the pattern has it", () => {
    const groups = Int32Array.from({ length: 24 }, (_, i) => (i >> 1) + (i % 2));
    const sink = new ByteSink();
    const many = { ...spans, groups };
    parsed("$12|${1}2|$1_", { groupCount: 12 }).render(sink, Buffer.from("abcdefghijklm"), many, 0, "lf");
    expect(Buffer.from(sink.take()).toString()).toBe("l|a2|a_");
  });

  test("captured bytes that are not UTF-8 stay", () => {
    const sink = new ByteSink();
    const bytes = Buffer.of(0x61, 0xe9, 0x63);
    const whole: Spans = { count: 1, starts: Int32Array.of(0), ends: Int32Array.of(3) };
    parsed("<$0\\U$0>").render(sink, bytes, whole, 0, "lf");
    expect(Buffer.from(sink.take()).toString("latin1")).toBe("<a\xe9cA\xe9C>");
  });
});

describe("escapes", () => {
  const table: readonly (readonly [template: string, result: string])[] = [
    ["a\\tb", "a\tb"],
    ["a\\\\nb", "a\\nb"],
    ["\\x41\\x7e\\xe9", "A~é"],
    ["\\u{41}\\u{1F600}\\u{e9}", "A😀é"],
    ["a\\rb", "a\rb"],
    ["\\\\$1", "\\alpha"],
    ["$1\\x00$3", "alpha\0gamma"],
  ];
  test.each(table)("%j", (template, result) => expect(rendered(template)).toBe(result));
});

describe("case operators", () => {
  const table: readonly (readonly [template: string, result: string])[] = [
    ["\\u$1", "Alpha"],
    ["\\U$1\\E-$3", "ALPHA-gamma"],
    ["\\Ux$1", "XALPHA"],
    ["\\U$1\\L$3X", "ALPHAgammax"],
    ["\\u\\L$1X", "Alphax"],
    ["\\L\\uAB$1", "Abalpha"],
    ["\\l\\UABC", "aBC"],
    ["\\u$2$3", "Gamma"],
    ["\\u$1$3", "Alphagamma"],
    ["\\lABC", "aBC"],
    ["\\u00e9", "00e9"],
    ["\\uß\\uﬁx", "SsFix"],
    ["\\uéa", "Éa"],
    ["\\U$1\\n$1\\Ex", "ALPHA\nALPHAx"],
    ["\\E$1", "alpha"],
    ["$1\\u", "alpha"],
  ];
  test.each(table)("%j", (template, result) => expect(rendered(template)).toBe(result));
});

describe("newlines", () => {
  const table: readonly (readonly [template: string, lf: string, crlf: string, raw: string])[] = [
    ["a\\nb", "a\nb", "a\r\nb", "a\nb"],
    ["a\\r\\nb", "a\nb", "a\r\nb", "a\r\nb"],
    ["a\nb", "a\nb", "a\r\nb", "a\nb"],
    ["a\r\nb", "a\nb", "a\r\nb", "a\r\nb"],
    ["\\n\\n$1\\r", "\n\nalpha\r", "\r\n\r\nalpha\r", "\n\nalpha\r"],
    ["\\r\\r\\n", "\r\n", "\r\r\n", "\r\r\n"],
  ];
  test.each(table)("%j", (template, lf, crlf, raw) => {
    const both = [rendered(template), rendered(template, "crlf")];
    expect([...both, rendered(template, "crlf", { eol: "raw" })]).toEqual([lf, crlf, raw]);
    expect([parsed(template).hasNewline, parsed(template, { eol: "raw" }).hasNewline]).toEqual([true, false]);
  });
});

describe("literal mode", () => {
  test("expands nothing", () => {
    expect(rendered("$1\\n${x}\\\\$$ $", "lf", { literal: true })).toBe("$1\\n${x}\\\\$$ $");
  });
  test("newlines follow the line all the same", () => {
    const template = "a\nb\r\nc";
    expect(rendered(template, "crlf", { literal: true })).toBe("a\r\nb\r\nc");
    expect(rendered(template, "crlf", { literal: true, eol: "raw" })).toBe(template);
  });
});

describe("what is refused, with the way to write it", () => {
  const none = { groupCount: 0, groupNames: {} };
  const one = { groupCount: 1, groupNames: {} };
  const table: readonly (readonly [
    template: string,
    options: Partial<TemplateOptions>,
    column: number,
    way: string,
  ])[] = [
    ["$10", one, 1, "${1}0"],
    ["$25", one, 1, "$$25"],
    ["a$1", none, 2, "$0"],
    ["$4", {}, 1, "3 groups"],
    ["é$words", {}, 3, "${word}s"],
    ["$word_x", {}, 1, "${word}_x"],
    ["$HOME", none, 1, "$$HOME"],
    ["${HOME}", {}, 1, "$${HOME}"],
    ["${4}", {}, 1, "$${4}"],
    ["${}", {}, 1, "$${}"],
    ["${1", {}, 1, "${1}"],
    ["ab${", {}, 3, "$${"],
    ["${constructor}", {}, 1, "constructor"],
    ["$toString", {}, 1, "$$toString"],
    ["<\\0>", {}, 2, "$0"],
    ["\\1", {}, 1, "$1"],
    ["\\12", {}, 1, "${1}"],
    ["\\01", none, 1, "${0}"],
    ["\\2", one, 1, "it has one group): write $0"],
    ["\\1", none, 1, "it has no groups): write $0"],
    ["\\$1", {}, 1, "$$"],
    ["\\&", {}, 1, "$&"],
    ["C:\\dir", {}, 3, "\\\\d"],
    ["\\.", {}, 1, "write . alone"],
    ["\\b", {}, 1, "\\x08"],
    ["\\g<1>", {}, 1, "${1}"],
    ["a\\", {}, 2, "\\\\"],
    ["\\x4", {}, 1, "\\x41"],
    ["\\xzz", {}, 1, "\\\\x"],
    ["\\u{110000}", {}, 1, "\\u{1F600}"],
    ["\\u{d800}", {}, 1, "\\u{1F600}"],
    ["\\u{}", {}, 1, "\\\\u{"],
    ["\\u{41", {}, 1, "\\\\u{"],
    ["\\😀", {}, 1, "\\😀"],
    ["\\n\\t\\q", {}, 5, "\\\\q"],
  ];
  test.each(table)("%j", (template, options, column, way) => {
    const result = parseTemplate(template, { ...pattern, ...options });
    if (result.ok) throw new Error("accepted");
    const { kind, column: at, message, suggestion } = result.problem;
    expect([kind, at]).toEqual(["invalid_template", column]);
    expect(message).toContain(way);
    expect(suggestion).toMatch(/^Write .+\.$/);
  });

  test("the sentence as it is read", () => {
    const result = parseTemplate("$10", { ...pattern, ...one });
    expect(result.ok ? "" : [result.problem.message, result.problem.suggestion]).toEqual([
      "invalid replacement: $10 names a group that the pattern does not have (it has one group): write ${1}0 for group 1 followed by 0, or $$10 for the text $10",
      "Write ${1}0 for group 1 followed by 0, or $$10 for the text $10.",
    ]);
  });
});

test("what a template needs and is", () => {
  const of = (text: string): unknown[] => {
    const { needsCaptures, constant, fixedRun } = parsed(text);
    return [needsCaptures, constant && Buffer.from(constant.crlf).toString(), fixedRun];
  };
  expect(["", "abc", "a\\nbc", "$0", "$1", "a$&b", "\\uabc", "$$x", "ab"].map(of)).toEqual([
    [false, "", undefined],
    [false, "abc", "abc"],
    [false, "a\r\nbc", "a\nbc"],
    [false, undefined, undefined],
    [true, undefined, undefined],
    [false, undefined, undefined],
    [false, undefined, "Abc"],
    [false, "$x", undefined],
    [false, "ab", undefined],
  ]);
});

test("the longest fixed run", () => {
  const runs = [
    "foo($1, barbaz)",
    "a b c $1",
    "          $1abc",
    "\\Ushouted\\E$1low",
    "\\uabcd$1efg",
    "\\u$1abcd",
    "load\\UUser\\E\\lList",
    "ab$1cd",
    "x\\ty\\tz",
    "ab\r\ncd",
  ];
  expect(runs.map((text) => parsed(text).fixedRun)).toEqual([
    ", barbaz)",
    "a b c ",
    "abc",
    "SHOUTED",
    "Abcd",
    "bcd",
    "loadUSERlist",
    undefined,
    "x\ty\tz",
    "ab\ncd",
  ]);
});
