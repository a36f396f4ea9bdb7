import { describe, expect, test } from "bun:test";
import { ruleEngine, runRules } from "./run.ts";

function transformed(transform: string, capture: string): string {
  const rule = `id: r\nlanguage: ts\nrule: { pattern: call($A) }\ntransform: ${transform}\nfix: $T\n`;
  return runRules(ruleEngine(rule), "a.ts", `call(${capture})`).text;
}

describe("of one text", () => {
  const rows: readonly (readonly [what: string, transform: string, capture: string, result: string])[] = [
    ["a piece", "{ T: { substring: { source: $A, startChar: 1, endChar: 3 } } }", "abcdef", "bc"],
    ["a piece counted from the end", "{ T: { substring: { source: $A, startChar: -2 } } }", "abcdef", "ef"],
    ["a piece without quotes", "{ T: 'substring($A, startChar=1, endChar=-1)' }", '"é😀x"', "é😀x"],
    ["a piece that is none", "{ T: { substring: { source: $A, startChar: 4, endChar: 2 } } }", "abcdef", ""],
    ["a piece beyond the end", "{ T: { substring: { source: $A, startChar: -99, endChar: 99 } } }", "abc", "abc"],
    [
      "a replacement",
      "{ T: { replace: { source: $A, replace: '^on(\\w)', by: 'handle$1' } } }",
      "onClick",
      "handleClick",
    ],
    ["a replacement everywhere", "{ T: { replace: { source: $A, replace: a, by: b } } }", "banana", "bbnbnb"],
    [
      "a replacement with names",
      "{ T: { replace: { source: $A, replace: '(?P<x>a)(b)?', by: '<${x}$2$$0>' } } }",
      "a",
      "<a$0>",
    ],
    ["anchors mean the whole text", "{ T: { replace: { source: $A, replace: '^.', by: X } } }", "`a\nb`", "Xa\nb`"],
    ["lower case", "{ T: { convert: { source: $A, toCase: lowerCase } } }", "ABc", "abc"],
    ["upper case", "{ T: { convert: { source: $A, toCase: upperCase } } }", "ab_c", "AB_C"],
    ["a capital", "{ T: { convert: { source: $A, toCase: capitalize } } }", "abC", "AbC"],
    ["camels", "{ T: { convert: { source: $A, toCase: camelCase } } }", "do_it_now", "doItNow"],
    [
      "snakes",
      "{ T: { convert: { source: $A, toCase: snakeCase } } }",
      "camelsLiveInTheDesert",
      "camels_live_in_the_desert",
    ],
    [
      "snakes of acronyms",
      "{ T: { convert: { source: $A, toCase: snakeCase } } }",
      "XMLHttpRequest",
      "xml_http_request",
    ],
    [
      "digits between changes of case",
      "{ T: { convert: { source: $A, toCase: snakeCase } } }",
      "foo2BarBAZ3qux_a1B2_B2b",
      "foo2_bar_baz_3qux_a1b2_b_2b",
    ],
    [
      "Unicode classes in an expression",
      "{ T: { replace: { source: $A, replace: '^\\w+?([\\d-])\\W(\\S)', by: '[$1$2]' } } }",
      "éß٣$é",
      "[٣é]",
    ],
    ["kebabs", "{ T: { convert: { source: $A, toCase: kebabCase } } }", "whatHTML", "what-html"],
    ["Pascal", "{ T: { convert: { source: $A, toCase: pascalCase } } }", "kebab_is_good", "KebabIsGood"],
    [
      "words by one separator",
      "{ T: { convert: { source: $A, toCase: snakeCase, separatedBy: [caseChange] } } }",
      "user_accountName",
      "user_account_name",
    ],
    [
      "words by another",
      "{ T: 'convert($A, toCase=pascalCase, separatedBy=[underscore])' }",
      "user_accountName",
      "UserAccountName",
    ],
    [
      "steps in any order",
      "{ T: { convert: { source: $B, toCase: upperCase } }, B: { substring: { source: $C, startChar: 1 } }, C: { replace: { source: $A, replace: a, by: b } } }",
      "aac",
      "BC",
    ],
    ["a call with numbers for text", "{ T: 'replace($A, replace=1, by=2.50)' }", "213", "22.503"],
    ["a call with words for text", "{ T: 'replace($A, replace=true, by=no)' }", "true", "no"],
    ["a call with quotes and commas", "{ T: 'replace($A, replace=\"[,]\", by=''; '')' }", '"a,b"', '"a; b"'],
  ];
  test.each(rows)("%s", (_, transform, capture, result) => expect(transformed(transform, capture)).toBe(result));

  test("bytes that are not UTF-8 go through", () => {
    const rule =
      "id: r\nlanguage: js\nrule: { pattern: call($A) }\ntransform: { T: { replace: { source: $A, replace: x, by: y } } }\nfix: done($T)\n";
    const engine = ruleEngine(rule);
    const bytes = Buffer.from('call("\xe9x")', "latin1");
    const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path: "a.js", named: false });
    const { inserted } = (rewrite as { readonly edits: { readonly inserted: Uint8Array } }).edits;
    expect(Buffer.from(inserted).toString("latin1")).toBe('done("\xe9y")');
  });
});

describe("by rewriters", () => {
  const run = (rule: string, before: string) =>
    runRules(ruleEngine(`id: r\nlanguage: ts\n${rule}`), "a.ts", before).text;
  const number = "{ id: num, rule: { kind: number }, fix: '0' }";
  const rows: readonly (readonly [what: string, rule: string, before: string, after: string])[] = [
    [
      "everywhere in a capture",
      `rule: { pattern: log($A) }\nrewriters: [${number}]\ntransform: { T: { rewrite: { source: $A, rewriters: [num] } } }\nfix: log2($T)\n`,
      "log(t(1, x, 2))",
      "log2(t(0, x, 0))",
    ],
    [
      "joined",
      `rule: { pattern: log($A) }\nrewriters: [${number}]\ntransform: { T: { rewrite: { source: $A, rewriters: [num], joinBy: ' + ' } } }\nfix: $T\n`,
      "log(t(1, x, 2))",
      "0 + 0",
    ],
    [
      "joined of nothing",
      `rule: { pattern: log($A) }\nrewriters: [${number}]\ntransform: { T: { rewrite: { source: $A, rewriters: [num], joinBy: ' + ' } } }\nfix: "[$T]"\n`,
      "log(x)",
      "[]",
    ],
    [
      "of several nodes",
      `rule: { pattern: log($$$A) }\nrewriters: [${number}]\ntransform: { T: 'rewrite($$$A, rewriters=[num])' }\nfix: log2($T)\n`,
      "log(1, 2)",
      "log2(0, 0)",
    ],
    [
      "whose variable has the name of the list around it",
      `rule: { pattern: "[$$$I]" }\nrewriters: [{ id: im, rule: { kind: identifier, pattern: $I }, fix: "im($I, [$$$I])" }]\ntransform: { T: { rewrite: { source: $$$I, rewriters: [im], joinBy: ' + ' } } }\nfix: $T\n`,
      "[b, c]",
      "im(b, [b, c]) + im(c, [b, c])",
    ],
    [
      "the first that matches wins",
      `rule: { pattern: log($A) }\nrewriters: [${number}, { id: two, rule: { regex: ^2$ }, fix: two }]\ntransform: { T: { rewrite: { source: $A, rewriters: [two, num] } } }\nfix: $T\n`,
      "log(t(1, 2))",
      "t(0, two)",
    ],
    [
      "outer nodes win over inner ones",
      `rule: { pattern: log($A) }\nrewriters: [${number}, { id: arr, rule: { kind: array }, fix: all }]\ntransform: { T: { rewrite: { source: $A, rewriters: [num, arr] } } }\nfix: $T\n`,
      "log([1, 2])",
      "all",
    ],
    [
      "with the captures of the rule",
      `rule: { pattern: 'log($A, $C)' }\nrewriters: [{ id: re, rule: { pattern: $B + 1 }, fix: $B == $C }]\ntransform: { T: { rewrite: { source: $A, rewriters: [re] } } }\nfix: $T\n`,
      "log(x + 1, y)",
      "x == y",
    ],
    [
      "that must agree with the rule",
      `rule: { pattern: 'log($A, $C)' }\nrewriters: [{ id: re, rule: { pattern: inc($C) }, fix: same }]\ntransform: { T: { rewrite: { source: $A, rewriters: [re] } } }\nfix: $T\n`,
      "log([inc(y), inc(z)], y)",
      "[same, inc(z)]",
    ],
    [
      "that reach over what follows, within the capture",
      `rule: { pattern: 'log($A, $C)' }\nrewriters: [{ id: no, rule: { kind: number }, fix: { template: '', expandEnd: { regex: ',' } } }]\ntransform: { T: { rewrite: { source: $A, rewriters: [no] } }, U: { rewrite: { source: $C, rewriters: [no] } } }\nfix: log2($T, $U)\n`,
      "log(1, [2, x, 3])",
      "log2(, [ x, ])",
    ],
    [
      "that reach over what stands before",
      `rule: { pattern: log($$$A) }\nrewriters: [{ id: id, rule: { kind: identifier }, fix: { template: ' + i', expandStart: { regex: ',' } } }, { id: str, rule: { kind: string }, fix: { template: s, expandStart: { kind: number, stopBy: end } } }]\ntransform: { T: { rewrite: { source: $$$A, rewriters: [str, id] } } }\nfix: log2($T)\n`,
      "log(1, a, 's', b)",
      "log2(1 + i, 's' + i)",
    ],
    [
      "that call themselves",
      `rule: { pattern: log($A) }\nrewriters: [{ id: flat, rule: { pattern: '[$$$C]' }, transform: { D: { rewrite: { source: $$$C, rewriters: [flat] } } }, fix: $D }]\ntransform: { T: { rewrite: { source: $A, rewriters: [flat] } } }\nfix: "[$T]"\n`,
      "log([1, [2, [3, [4]]]])",
      "[1, 2, 3, 4]",
    ],
    [
      "that call themselves without end",
      `rule: { pattern: log($A) }\nrewriters: [{ id: loop, rule: { pattern: $C, kind: number }, transform: { D: { rewrite: { source: $C, rewriters: [loop] } } }, fix: +$D }]\ntransform: { T: { rewrite: { source: $A, rewriters: [loop] } } }\nfix: $T\n`,
      "log(1)",
      `${"+".repeat(64)}1`,
    ],
    [
      "lines joined land where the match stands",
      'rule: { pattern: \'import { $$$N } from "m"\' }\nrewriters: [{ id: one, rule: { kind: import_specifier, pattern: $X }, fix: import $X from "m/$X" }]\ntransform: { T: { rewrite: { source: $$$N, rewriters: [one], joinBy: "\\n" } } }\nfix: $T\n',
      '  import { a, b } from "m"\r\n',
      '  import a from "m/a"\r\n  import b from "m/b"\r\n',
    ],
  ];
  test.each(rows)("%s", (_, rule, before, after) => expect(run(rule, before)).toBe(after));
});
