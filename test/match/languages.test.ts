import { describe, expect, test } from "bun:test";
import { findLanguage, languageOf, languages } from "../../src/match/languages.ts";

describe("names", () => {
  const rows: readonly (readonly [given: string, name: string])[] = [
    ["ts", "typescript"],
    ["TypeScript", "typescript"],
    ["Tsx", "tsx"],
    ["js", "javascript"],
    ["jsx", "javascript"],
    ["py", "python"],
    ["golang", "go"],
    ["rs", "rust"],
    ["yml", "yaml"],
    ["sh", "bash"],
    ["C", "c"],
  ];
  test.each(rows)("%s is %s", (given, name) => {
    const found = findLanguage(given);
    expect(found.ok && found.value.name).toBe(name);
  });

  const unknown: readonly (readonly [given: string, suggestion: RegExp])[] = [
    ["kotlin", /bun add @ast-grep\/lang-kotlin/],
    ["c++", /bun add @ast-grep\/lang-cpp/],
    ["pyton", /did you mean python/],
    ["rubi", /did you mean ruby/],
    ["klingon-script", /swath languages/],
  ];
  test.each(unknown)("%s is not known", (given, suggestion) => {
    const found = findLanguage(given);
    expect(found.ok ? "known" : found.problem.kind).toBe("unknown_language");
    expect(found.ok ? "" : found.problem.suggestion).toMatch(suggestion);
  });
});

test("the core set is there", () => {
  expect(
    languages()
      .filter((one) => one.origin !== "installed pack")
      .map((one) => one.name),
  ).toEqual("typescript tsx javascript css html c go java json python rust yaml bash".split(" "));
});

describe("files", () => {
  const rows: readonly (readonly [path: string, name: string | undefined])[] = [
    ["src/a.ts", "typescript"],
    ["a.d.mts", "typescript"],
    ["a.CTS", "typescript"],
    ["a.tsx", "tsx"],
    ["dir.ts/a.mjs", "javascript"],
    ["a.pyi", "python"],
    ["a.h", "c"],
    ["page.htm", "html"],
    ["a.scss", "css"],
    ["dir.ts/Makefile", undefined],
    ["a.txt", undefined],
    ["ts", undefined],
  ];
  test.each(rows)("%s", (path, name) => expect(languageOf(path)?.name).toBe(name));
});
