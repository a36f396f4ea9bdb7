import { describe, expect, test } from "bun:test";
import { exactTexts } from "../../../src/match/regex/exact.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { compileText } from "../../../src/match/text.ts";
import { plainOptions, wholeFile } from "../support.ts";

describe("what a pattern matches, and nothing else", () => {
  test.each([
    ["foo|bar", ["foo", "bar"], false],
    ["(?i)foo|bar", ["foo", "bar"], true],
    ["(?:ab|a)(?:bc|c)", ["abbc", "abc", "ac"], false],
    ["fo(?:o|)x", ["foox", "fox"], false],
    ["(?i:foo)12", ["foo12"], true],
    ["(?i:foo)bar", undefined, false],
    ["(foo)|bar", undefined, false],
    ["foo?", undefined, false],
    ["foo|", undefined, false],
    ["foo\\b", undefined, false],
    ["fo[ox]", undefined, false],
    ["foo\\r|bar", undefined, false],
    ["foo\\n|bar", undefined, false],
    ["föö|bar", undefined, false],
    ["x".repeat(65), undefined, false],
    [Array.from({ length: 17 }, (_, index) => `w${index}`).join("|"), undefined, false],
  ])("%j", (pattern, texts, fold) => {
    const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
    if (!parsed.ok) throw new Error(parsed.problem.message);
    expect(exactTexts(parsed.value.node)).toEqual(texts && { texts, fold });
  });
});

describe("matches", () => {
  test.each([
    ["abcd|abcdef", "abcdef abcd", ["abcd", "abcd"]],
    ["abcdef|abcd", "abcdef abcd", ["abcdef", "abcd"]],
    ["cdefgh|abcdx|bcde", "abcdefgh", ["bcde"]],
    ["abc|bcab", "abcabcab", ["abc", "abc"]],
    [
      "(?i)sssskkkkabc",
      "\u017f\u017f\u017f\u017f\u212a\u212a\u212a\u212aABC",
      ["\u017f\u017f\u017f\u017f\u212a\u212a\u212a\u212aABC"],
    ],
    ["(?i)abcdkk|abcds", "abcd\u017f abcdk\u212a abcd\u212a abcd\xe2", ["abcd\u017f", "abcdk\u212a"]],
  ])("of %j in %j", (pattern, text, expected) => {
    const bytes = Buffer.from(text);
    for (const warmUp of [0, 1 << 20]) {
      const compiled = compileText(pattern, plainOptions, { routes: "all", warmUp });
      if (!compiled.ok) throw new Error(compiled.problem.message);
      const { count, starts, ends } = compiled.value.find(wholeFile(bytes), false);
      const found = Array.from({ length: count }, (_, index) => bytes.toString("utf8", starts[index], ends[index]));
      expect(found).toEqual(expected);
    }
  });
});
