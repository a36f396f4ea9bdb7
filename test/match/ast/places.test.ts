/** Where a token may stand: false is certain in code that parses, true means nothing. */
import { describe, expect, test } from "bun:test";
import { isPlaced, type Place } from "../../../src/match/ast/places.ts";

/** Whether the first `token` of the text may be in its place. */
function placed(text: string, token: string, place: Place): boolean {
  const bytes = Buffer.from(text);
  const at = bytes.indexOf(token);
  return isPlaced(bytes, at, at + token.length, place);
}

describe("the name of a function that is called", () => {
  test.each([
    "f(a)",
    "x = f(a)",
    "[...f(a)]",
    "f (a)",
    "f\r\n  (a)",
    "f /* b */ (a)",
    "f // b\n (a)",
    "f<T>(a)",
    "f\u00a0(a)",
    "=f(",
  ])("may be in %j", (text) => expect(placed(text, "f", "callee")).toBe(true));
  test.each([
    "x.f(a)",
    "x?.f(a)",
    "1..f(a)",
    "x\n  .f(a)",
    "import { f } from",
    "f, (a)",
    "f: (a) => b",
    "f = (a)",
    "f",
  ])("is not in %j", (text) => expect(placed(text, "f", "callee")).toBe(false));
});

describe("the ? of a condition", () => {
  test.each([
    "a ? b : c",
    "a?b:c",
    "a?.5:1",
    "a ?\n: b",
    "a ? (b) : c",
    "a ? /b/ : c",
    "a ? <B/> : c",
    "a ?",
    "(a?)",
    "a?;",
  ])("may be in %j", (text) => expect(placed(text, "?", "conditional")).toBe(true));
  test.each(["a?: T", "a ?: T", "a? : T", "a?.b", "a ?? b"])("is not in %j", (text) =>
    expect(placed(text, "?", "conditional")).toBe(false),
  );
  test("is not the second of two", () => expect(isPlaced(Buffer.from("a ?? b"), 3, 4, "conditional")).toBe(false));
});

describe("the [ of an index", () => {
  test.each([
    "a[b]",
    "a [b]",
    "a\n[b]",
    "a /* c */[b]",
    "a // c,\n[b]",
    "a()[b]",
    "}[b]",
    "`c`[b]",
    "'c'[b]",
    "a![b]",
    "a++[b]",
    "a?.[b]",
    "1.[b]",
    "é[b]",
    "\\u{61}[b]",
    "string[]",
    "of [b]",
    "let [b] = c",
    "returns[b]",
    "x.return[b]",
    "x?.in [b]",
    "x.\n  return[b]",
    "x. // c\n\n  return[b]",
    "x. /* c */ return[b]",
    "this.#in[b]",
    "$in[b]",
    `x.${" ".repeat(300)}\n in[b]`,
  ])("may be in %j", (text) => expect(placed(text, "[", "subscript")).toBe(true));
  test.each([
    "= [b]",
    "([b])",
    "f(a, [b])",
    "{ a: [b] }",
    "x = [",
    "...[b]",
    "a || [b]",
    "a ? [b] : c",
    "return [b]",
    "x;\n  return [b]",
    "x.y\n\n  return [b]",
    "case [b]",
    "a in [b]",
    "const [b] = c",
    "typeof [b]",
    "export default [b]",
  ])("is not in %j", (text) => expect(placed(text, "[", "subscript")).toBe(false));
});
