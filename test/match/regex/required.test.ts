import { describe, expect, test } from "bun:test";
import { finderOf } from "../../../src/match/regex/hits.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { requiredText } from "../../../src/match/regex/required.ts";

function required(pattern: string): { texts: readonly string[]; fold: boolean } | undefined {
  const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const found = requiredText(parsed.value.node);
  return found && { texts: found.texts, fold: found.fold };
}

describe("the text every match contains", () => {
  test.each([
    ["[A-Z]+_SUSPEND", ["_SUSPEND"], false],
    ["\\b\\w+_\\w+_CTL\\b", ["_CTL"], false],
    ["^\\s*return\\s+-E[A-Z]+;$", ["return"], false],
    ["(?:foo|bar)baz", ["foobaz", "barbaz"], false],
    ["x(?:foo|bar+)", ["foo", "ba"], false],
    ["(?i)pm_resume|suspend_late", ["pm_resume", "suspend_late"], true],
    ["(abc){2}", ["abcabc"], false],
    ["(?:abc)+x", ["abc"], false],
    ["a?bc", ["bc", "abc"], false],
    ["[Cc]olou?r", ["Color", "Colour", "color", "colour"], false],
    ["é12ü", ["12"], false],
    ["foo\\nbarx", ["barx"], false],
    ["(?:foo)?", undefined, false],
    ["foo|", undefined, false],
    ["foo|\\w", undefined, false],
    ["\\w+", undefined, false],
    ["(?:foo){0}", undefined, false],
    ["", undefined, false],
  ])("%j", (pattern, texts, fold) => {
    expect(required(pattern)).toEqual(texts && { texts, fold });
  });
});

describe("finding it", () => {
  test("lists occurrences in order, whichever text it is", () => {
    const finder = finderOf({ texts: ["foo", "bar"], fold: false, score: 3 }, undefined, 1 << 20);
    finder.open(Buffer.from("bar foo bar"), 0, 11);
    expect([0, 1, 5, 9].map((from) => finder.next(from))).toEqual([0, 4, 8, -1]);
  });

  test("with case ignored lets the letters through that fold beyond ASCII", () => {
    const finder = finderOf({ texts: ["sk"], fold: true, score: 3 }, undefined, 1 << 20);
    const occurs = (text: string): boolean => {
      finder.open(Buffer.from(text), 0, Buffer.byteLength(text));
      return finder.next(0) >= 0;
    };
    expect(["SK", "\u017f\u212a", "sk", "\u017fK", "st"].map(occurs)).toEqual([true, true, true, true, false]);
  });

  test("stays within the bytes it is given", () => {
    const finder = finderOf({ texts: ["foo"], fold: false, score: 3 }, undefined, 1 << 20);
    finder.open(Buffer.from("foo bar foo"), 1, 10);
    expect(finder.next(1)).toBe(-1);
    finder.open(Buffer.from("foo bar foo"), 1, 11);
    expect(finder.next(1)).toBe(8);
  });
});
