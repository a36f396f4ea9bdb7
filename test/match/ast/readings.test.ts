/** What is advised for a pattern that means something else elsewhere does what it says. */
import { expect, test } from "bun:test";
import { registerLanguages, findLanguage } from "../../../src/match/languages.ts";
import { readingsOf } from "../../../src/match/ast/readings.ts";
import { ruleEngine, runRules } from "../../rules/run.ts";

registerLanguages();

/** The reading as a part of an object or a style. */
function readingOf(lang: string, pattern: string) {
  const language = findLanguage(lang);
  if (!language.ok) throw new Error(language.problem.message);
  return readingsOf(language.value, pattern).find(({ kind }) => kind === "pair" || kind === "declaration");
}

const cases: readonly (readonly [
  lang: string,
  pattern: string,
  fix: string,
  file: string,
  before: string,
  after: string,
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
];

for (const [lang, pattern, fix, file, before, after] of cases)
  test(`${lang}: ${pattern}`, () => {
    const yaml = /`(.*)`/.exec(readingOf(lang, pattern)!.advice)![1]!;
    const rule = yaml.startsWith("rule:") ? yaml : `rule: { ${yaml} }`;
    const engine = ruleEngine(`id: r\nlanguage: ${lang}\n${rule}\nfix: ${JSON.stringify(fix)}\n`);
    expect(runRules(engine, file, before).text).toBe(after);
  });

test("a pattern of JSON that is a whole value has no other reading", () => {
  expect(readingOf("json", '{"name": $A}')).toBeUndefined();
});
