/** What the prefilter takes for granted of grammars: a name ends where no letter, digit or underscore follows. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseTree, type Node } from "../../../src/match/ast/napi.ts";
import { compilePattern } from "../../../src/match/ast/pattern.ts";
import { wordFilter } from "../../../src/match/ast/words.ts";
import { findLanguage, type Language } from "../../../src/match/languages.ts";

const seed = 20261201;

const tokens = [
  ..."'\"`\\${}()[];:,.=<>#@!?&|+-%~^/",
  ..."foo bar1 _x 1 0x1f 1e 1.5f 0b1 1_000 …  é ' ' \n".split(" "),
  ...'\\n => -> </ /> // /* */ == :: ... .. && || -- r# b\' f" u8 L" R"x( )x" \'a <div href= #define #if #endif'.split(
    " ",
  ),
  ..."if else int class func fn def return let const async yield print match type goto case struct".split(" "),
  ..."go var lambda in not is for while import from package style".split(" "),
];
const soup = fc
  .array(fc.tuple(fc.constantFrom(...tokens), fc.constantFrom("", "", " ")), { maxLength: 16 })
  .map((parts) => parts.flat().join(""));

const named = ["c", "go", "java", "javascript", "python", "rust", "tsx", "typescript"] as const;

test.each(named)("names of %s take in every word character behind them", (name) => {
  const language = languageOf(name);
  fc.assert(
    fc.property(soup, (text) => {
      for (const leaf of names(parseTree(language.parser, text)!)) {
        const { start, end } = leaf.range();
        const open = /\w$/.test(text.slice(start.index, end.index)) && /^\w/.test(text.slice(end.index));
        if (open) throw new Error(`${leaf.kind()} ${text.slice(start.index, end.index)} in ${JSON.stringify(text)}`);
      }
    }),
    { seed, numRuns: 1500 },
  );
});

test("names are closed and other words are not", () => {
  const filter = (name: string, pattern: string) => {
    const compiled = compilePattern(languageOf(name), { context: pattern });
    if (!compiled.ok) throw new Error(compiled.problem.message);
    const may = wordFilter(compiled.value.words);
    return (text: string) => may(Buffer.from(text), 0, Buffer.byteLength(text));
  };
  const c = filter("c", "kfree($X);");
  expect([c("kfree_skb(a)"), c("kfree_skb(kfree)"), c("a_kfree"), c("kfree"), c("kfree\xe9")]).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  const text = filter("typescript", "'foo'");
  expect([text("'foo'"), text("food"), text("fo")]).toEqual([true, true, false]);
  expect(filter("css", "a { color: red }")("a { color: reddish }")).toBe(true);
});

function languageOf(name: string): Language {
  const language = findLanguage(name);
  if (!language.ok) throw new Error(language.problem.message);
  return language.value;
}

function names(root: Node): Node[] {
  const found: Node[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = node.children();
    if (children.length === 0 && node.kind().endsWith("identifier")) found.push(node);
    waiting.push(...children);
  }
  return found;
}
