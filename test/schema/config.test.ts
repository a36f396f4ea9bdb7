import { describe, expect, test } from "bun:test";
import { parseConfig } from "../../src/schema/config.ts";

test("defaults and recipes are read", () => {
  const text = `
# YAML keeps comments
defaults:
  max_bytes: 2M
  glob: ["!dist/**"]
recipes:
  https:
    description: no plain links
    pattern: http://
    replacement: https://
    paths: [docs]
    literal: true
    at_most: 40
`;
  const config = {
    defaults: { max_bytes: 2 * 1024 ** 2, glob: ["!dist/**"] },
    recipes: {
      https: {
        description: "no plain links",
        pattern: "http://",
        replacement: "https://",
        paths: ["docs"],
        given: { literal: true, at_most: 40 },
      },
    },
  };
  expect(parseConfig(text, "swath.yml")).toEqual({ ok: true, value: config });
});

test("JSON with comments is read by its name", () => {
  expect(parseConfig('{ // why\n "defaults": { "hidden": true, }, }', "swath.jsonc")).toEqual({
    ok: true,
    value: { defaults: { hidden: true }, recipes: {} },
  });
});

test("an empty file says nothing", () => {
  expect(parseConfig("", "swath.yml")).toEqual({ ok: true, value: { defaults: {}, recipes: {} } });
});

test("a section of which only the name is there says nothing either", () => {
  const nothing = { ok: true as const, value: { defaults: {}, recipes: {} } };
  expect(parseConfig("defaults:\n  # hidden: true\nrecipes:\n", "swath.yml")).toEqual(nothing);
  expect(parseConfig('{ "defaults": null }', "swath.jsonc")).toEqual(nothing);
});

describe("mistakes", () => {
  const cases: readonly (readonly [name: string, text: string, message: RegExp, suggestion?: string])[] = [
    [
      "an unknown section of which only the name is there",
      "default:",
      /^swath.yml: unknown key default$/,
      "Did you mean defaults?",
    ],
    ["an unknown section", "default: {}", /^swath.yml: unknown key default$/, "Did you mean defaults?"],
    ["an unknown default", "defaults: {max_byte: 1}", /unknown key defaults.max_byte$/, "Did you mean max_bytes?"],
    [
      "two mistakes",
      "defaults: {max_byte: 1}\nrecipes: {x: {patern: a}}",
      /unknown key defaults.max_byte; unknown key recipes.x.patern$/,
      "Did you mean max_bytes and pattern?",
    ],
    ["a flag for its option", "defaults: {max-bytes: 1}", /unknown key defaults.max-bytes$/, "Did you mean max_bytes?"],
    ["a flag that says no", "defaults: {no_ignore: true}", /unknown key defaults.no_ignore$/, "Write ignore: false."],
    ["a second name of a flag", "defaults: {fixed-strings: true}", /defaults.fixed-strings$/, "Did you mean literal?"],
    [
      "a size with an unknown suffix",
      "defaults: {max_bytes: 10X}",
      /defaults.max_bytes must be a number of bytes, and "10X" was given$/,
      "Write bytes, or use a suffix: 500K, 10M, 2G.",
    ],
    [
      "a size beyond all numbers",
      "defaults: {max_total_bytes: 99999999999999999G}",
      /defaults.max_total_bytes must be a number of bytes, and "99999999999999999G" was given$/,
      "Write bytes, or use a suffix: 500K, 10M, 2G.",
    ],
    ["an option of one run", "defaults: {staged: true}", /unknown key defaults.staged$/],
    [
      "an unknown key of a recipe",
      "recipes: {x: {patern: a}}",
      /unknown key recipes.x.patern$/,
      "Did you mean pattern?",
    ],
    ["text for a number", "defaults: {at_least: many}", /defaults.at_least must be number, and "many" was given/],
    ["a fraction", "defaults: {at_least: 1.5}", /defaults.at_least must be a whole number, and 1.5 was given/],
    ["another choice", "defaults: {syntax: bock}", /defaults.syntax must be .*"block".*, and "bock" was given/],
    ["a list for text", "recipes: {x: {pattern: [a]}}", /recipes.x.pattern must be string, and a list was given/],
    ["no map at all", "- a", /^swath.yml: a map is wanted, and not a list$/],
    ["plain text", "hidden", /^swath.yml: the whole is "hidden"/],
    ["a key given twice", "defaults: {}\ndefaults: {}", /unique/],
    ["broken YAML", "defaults: {", /^swath.yml: /],
    [
      "several at once",
      "defaults: {a_b_c_d: 1, hidden: 3}",
      /unknown key defaults.a_b_c_d.*defaults.hidden must be|defaults.hidden must be.*unknown key defaults.a_b_c_d/,
    ],
  ];
  for (const [name, text, message, suggestion] of cases)
    test(name, () => {
      const parsed = parseConfig(text, "swath.yml");
      if (parsed.ok) throw new Error("it was taken");
      expect([parsed.problem.kind, parsed.problem.path]).toEqual(["invalid_request", "swath.yml"]);
      expect(parsed.problem.message).toMatch(message);
      if (suggestion !== undefined) expect(parsed.problem.suggestion).toBe(suggestion);
    });
  test.each([
    ["defaults:\n  limit: 1\n  max_byte: 1\n", { line: 3, column: 3 }],
    ["defaults: { limit: many }\n", { line: 1, column: 20 }],
    ["recipes:\n  ü: { pattern: a, paths: [b, 1] }\n", { line: 2, column: 32 }],
    ["defaults: {}\ndefaults: {}\n", { line: 2, column: 1 }],
    ["hidden\n", { line: 1, column: 1 }],
  ])("are told with their place: %j", (text, place) => {
    expect(parseConfig(text, "swath.yml")).toMatchObject({ ok: false, problem: { path: "swath.yml", ...place } });
  });
  test("broken JSON", () => expect(parseConfig("{", "swath.jsonc")).toMatchObject({ ok: false }));
});
