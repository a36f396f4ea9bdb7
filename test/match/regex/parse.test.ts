import { describe, expect, test } from "bun:test";
import { compileRe2 } from "../../../src/match/re2.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { asciiOfProperty } from "../../../src/match/regex/properties.ts";

function parse(pattern: string) {
  return parseRegex(pattern, { ignoreCase: false, dotall: false });
}

function acceptedByRe2(pattern: string): boolean {
  const compiled = compileRe2(pattern);
  const accepted = compiled.ok();
  compiled.delete();
  return accepted;
}

describe("what RE2 accepts", () => {
  test.each([
    ["\\pN+"],
    ["\\p{Greek}"],
    ["\\P{^Lu}"],
    ["[^\\pL]"],
    ["\\Qa.b\\Ec*"],
    ["\\Qab"],
    ["[[:alpha:]]"],
    ["[[:^word:]]"],
    ["(?P<n>a)"],
    ["(?i-s:a)"],
    ["(?U)a+?"],
    ["(?)"],
    ["(?:)*"],
    ["^*"],
    ["\\b+"],
    ["\\A\\z\\B"],
    ["\\x{10FFFF}"],
    ["\\123\\0\\00\\777"],
    ["\\_\\-\\/\\@"],
    ["[]a]"],
    ["[^]a]"],
    ["[a-]"],
    ["[-a]"],
    ["[a-c-e]"],
    ["[--a]"],
    ["[[.x.]]"],
    ["a{,5}"],
    ["a{1"],
    ["a{1,x}"],
    ["x{1000}"],
    ["(?:x{10}){100}"],
    ["a||b"],
    ["()"],
    ["😀+é*"],
    ["}"],
    ["]"],
    ["a(?i)*"],
  ])("%j", (pattern) => {
    expect([acceptedByRe2(pattern), parse(pattern).ok]).toEqual([true, true]);
  });

  test("and named groups in the other spelling", () => {
    expect(parse("(?<year>\\d+)").ok).toBe(true);
  });
});

describe("what RE2 refuses", () => {
  test.each([
    ["foo(?=bar)", 4, "look-ahead", "$1"],
    ["foo(?!bar)", 4, "negative look-ahead", "negated class"],
    ["(?<=a)b", 1, "look-behind", "$1"],
    ["(?<!a)b", 1, "negative look-behind", "negated class"],
    ["(a)\\1", 4, "back-reference", "alternatives"],
    ["(?P<n>a)(?P=n)", 9, "back-reference", "alternatives"],
    ["\\k<n>", 1, "\\k", "alternatives"],
    ["a*+", 2, "possessive", "`*`"],
    ["a++b", 2, "possessive", "`+`"],
    ["a**", 2, "two repetitions", "(?:x*)*"],
    ["a{2}{3}", 2, "two repetitions", "(?:x{2}){3}"],
    ["(?>a)", 1, "atomic", "(?:"],
    ["(?#c)a", 1, "comment", "leave it out"],
    ["(?x)a b", 1, "flag `x`", "without blanks"],
    ["(?R)", 1, "recursion", "depth"],
    ["(?(1)a|b)", 1, "condition", "alternatives"],
    ["a{1001}", 2, "{1001}", "several counts"],
    ["(?:a{500}){3}", 11, "{3}", "several counts"],
    ["a{3,2}", 2, "backwards", "lower end first"],
    ["é(", 3, "not closed", "\\("],
    ["a)", 2, "closing parenthesis", "\\)"],
    ["[a", 1, "closing bracket", "\\["],
    ["x[z-a]", 3, "backwards", "lower end first"],
    ["[a-\\d]", 4, "\\d", "character itself"],
    ["[[:foo:]]", 2, "[:foo:]", "POSIX"],
    ["*a", 1, "nothing before", "\\*"],
    ["a|*", 3, "nothing before", "\\*"],
    ["a\\", 2, "trailing backslash", "\\\\"],
    ["\\p{Foo}", 1, "unknown property", "\\p{Greek}"],
    ["\\p{Script=Greek}", 1, "unknown property", "\\p{Greek}"],
    ["\\x4", 1, "hexadecimal", "\\x41"],
    ["\\x{110000}", 1, "beyond", "10FFFF"],
    ["\\Z", 1, "end of text", "\\z"],
    ["\\h", 1, "white space", "[ \\t]"],
    ["\\R", 1, "line ending", "\\n"],
    ["\\u0041", 1, "JavaScript", "\\x{...}"],
    ["\\E", 1, "quotation", "\\Q"],
    ["\\q", 1, "unknown escape", "character itself"],
    ["(?i", 1, "not closed", "\\("],
    ["(?y)a", 1, "unknown flags", "`i`"],
    ["(?P<a-b>x)", 1, "group name", "letters"],
    ["(?P<>x)", 1, "group name", "letters"],
    ["x(?<year", 2, "not closed", "`>`"],
    ["(?P<year\\d+)", 1, "not closed", "`>`"],
  ])("%j at column %d", (pattern, column, what, instead) => {
    expect(acceptedByRe2(pattern)).toBe(false);
    const parsed = parse(pattern);
    if (parsed.ok) throw new Error("accepted");
    const { kind, message, suggestion } = parsed.problem;
    expect({ kind, column: parsed.problem.column }).toEqual({ kind: "invalid_regex", column });
    expect(message).toContain(what);
    expect(suggestion).toContain(instead);
  });
});

test("two groups of one name and a single byte are refused beyond that", () => {
  expect(parse("(?P<n>a)(?P<n>b)").ok).toBe(false);
  expect(parse("\\C").ok).toBe(false);
});

test("properties are those of RE2, with its characters in ASCII", () => {
  for (const name of [
    "L",
    "Lu",
    "N",
    "Nd",
    "P",
    "Pc",
    "S",
    "Sm",
    "Z",
    "C",
    "Cc",
    "Any",
    "Latin",
    "Common",
    "Greek",
    "Han",
  ]) {
    const compiled = compileRe2(`\\p{${name}}`);
    const expected: number[] = [];
    for (let code = 0; code < 128; code++)
      if (compiled.match(String.fromCharCode(code), 0, false).index === 0) expected.push(code);
    compiled.delete();
    const ranges = asciiOfProperty(name)!;
    const own: number[] = [];
    for (let at = 0; at < ranges.length; at += 2)
      for (let code = ranges[at]!; code <= ranges[at + 1]!; code++) own.push(code);
    expect([name, own]).toEqual([name, expected]);
  }
  expect(asciiOfProperty("Cn")).toBeUndefined();
  expect(acceptedByRe2("\\p{Cn}")).toBe(false);
});

test("a long pattern is read in linear time", () => {
  const parsed = parse("a(b|c)*[xyz]\\d{2,3}".repeat(50_000));
  expect(parsed.ok && parsed.value.groupCount).toBe(50_000);
});

test("plain text is a way out of a slip, and not of what other dialects have", () => {
  const remedies = (pattern: string): readonly string[] | undefined => {
    const parsed = parse(pattern);
    if (parsed.ok) throw new Error(`${pattern} was accepted`);
    return parsed.problem.remedies;
  };
  expect(["f(", "[a", "*a", "a)", "\\q"].map(remedies)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["a(?=b)", "(?<!a)b", "(a)\\1", "a*+", "(?>a)", "\\K"].map(remedies)).toEqual([[], [], [], [], [], []]);
});
