/** What is advised for a pattern that means something else elsewhere does what it says. */
import { expect, test } from "bun:test";
import { registerLanguages, findLanguage } from "../../../src/match/languages.ts";
import { readingsOf } from "../../../src/match/ast/readings.ts";
import { ruleEngine, runRules } from "../../rules/run.ts";

registerLanguages();

/** The reading as a part of an object or a style, or as another kind. */
function readingOf(lang: string, pattern: string, wanted: readonly string[] = ["pair", "declaration"]) {
  const language = findLanguage(lang);
  if (!language.ok) throw new Error(language.problem.message);
  return readingsOf(language.value, pattern).find(({ kind }) => wanted.includes(kind));
}

const cases: readonly (readonly [
  lang: string,
  pattern: string,
  fix: string,
  file: string,
  before: string,
  after: string,
  kind?: string,
])[] = [
  [
    "json",
    '"name": $A',
    '"title": $A',
    "a.json",
    '{"name": "x", "a": {"name": [1, {"b": 2}], "c": 3}, "names": 1}',
    '{"title": "x", "a": {"title": [1, {"b": 2}], "c": 3}, "names": 1}',
  ],
  ["json", '"a\\"b": $V', '"c": $V', "a.json", '{"a\\"b": null, "ab": 1}', '{"c": null, "ab": 1}'],
  ["json", '"n": 1', '"n": 2', "a.json", '{"n": 1, "m": 1}', '{"n": 2, "m": 1}'],
  ["css", "color: $A", "background: $A", "a.css", "a { color: red }", "a { background: red }"],
  ["ts", "userName: string", "accountName: string", "a.ts", "f({ userName: string })", "f({ accountName: string })"],
  ["ts", "a: string", "b: string", "a.ts", "f = (a: string, c) => a", "f = (b: string, c) => a", "required_parameter"],
  ["ts", "a: T", "b: T", "a.ts", "interface A { a: T; c: T }", "interface A { b: T; c: T }", "property_signature"],
];

for (const [lang, pattern, fix, file, before, after, kind] of cases)
  test(`${lang}: ${pattern} as ${kind ?? "an entry"}`, () => {
    const yaml = /`(.*)`/.exec(readingOf(lang, pattern, kind === undefined ? undefined : [kind])!.advice)![1]!;
    const rule = yaml.startsWith("rule:") ? yaml : `rule: { ${yaml} }`;
    const engine = ruleEngine(`id: r\nlanguage: ${lang}\n${rule}\nfix: ${JSON.stringify(fix)}\n`);
    expect(runRules(engine, file, before).text).toBe(after);
  });

test("a pattern of JSON that is a whole value has no other reading", () => {
  expect(readingOf("json", '{"name": $A}')).toBeUndefined();
});
