import fc from "fast-check";
import { expect, test } from "bun:test";
import { compileRe2 } from "../../src/match/re2.ts";
import { parseRegex } from "../../src/match/regex/parse.ts";
import { compileText } from "../../src/match/text.ts";
import { plainOptions, wholeFile } from "../match/support.ts";
import { re2jsMatches, re2Matches, type JudgedMatch } from "../match/reference/re2.ts";
import { loopsTakeSomething, print, treeArbitrary } from "../match/reference/tree.ts";

const characters = ["a", "b", "k", "-", " ", "é", "\u212a", "s", "\u017f", "😀", "_", "0", "\0"];
const texts = fc
  .array(fc.constantFrom(..."abkKs- _0ab", "é", "É", "\u017f", "\u212a", "😀", "\n", "\0", "α"), { maxLength: 10 })
  .map((parts) => parts.join(""))
  .filter((text) => text !== "" && !text.endsWith("\n"));
const trees = treeArbitrary({ characters, newlines: true, properties: true });

function ours(pattern: string, text: string): JudgedMatch[] {
  const compiled = compileText(pattern, { ...plainOptions, multiline: true });
  if (!compiled.ok) throw new Error(compiled.problem.message);
  const bytes = Buffer.from(text);
  const { groupCount } = compiled.value;
  const spans = compiled.value.find(wholeFile(bytes), true);
  return Array.from({ length: spans.count }, (_, index) => ({
    start: spans.starts[index]!,
    text: bytes.subarray(spans.starts[index], spans.ends[index]).toString(),
    groups: Array.from({ length: groupCount }, (_, group) => {
      const at = (index * groupCount + group) * 2;
      return spans.groups![at]! < 0 ? undefined : bytes.subarray(spans.groups![at], spans.groups![at + 1]).toString();
    }),
  }));
}

/** Neither judge tells an empty group from one that took no part in every case. */
function settled(matches: readonly JudgedMatch[]): JudgedMatch[] {
  return matches.map((match) => ({ ...match, groups: match.groups.map((group) => group ?? "") }));
}

test("RE2 finds the same matches and captures", () => {
  const property = fc.property(trees, texts, (tree, text) => {
    const pattern = print(tree);
    // RE2 finds `\B` inside the bytes of a character.
    if (!loopsTakeSomething(tree) || (pattern.includes("\\B") && /[^\x00-\x7f]/.test(text))) return;
    expect([pattern, settled(ours(pattern, text))]).toEqual([pattern, settled(re2Matches(pattern, text))]);
  });
  fc.assert(property, { numRuns: 300, seed: 5 });
}, 30_000);

test("its JavaScript port finds the same matches and captures", () => {
  const property = fc.property(trees, texts, (tree, text) => {
    const pattern = print(tree);
    expect([pattern, settled(ours(pattern, text))]).toEqual([pattern, settled(re2jsMatches(pattern, text))]);
  });
  fc.assert(property, { numRuns: 1000, seed: 6 });
}, 30_000);

test("RE2 accepts and refuses the same patterns", () => {
  const token = fc.constantFrom(
    ..."abZé[](){}*+?|^$.-,1078:<>nP\n",
    ..."{2} {1,3} {2,} {,3} {1001} {33} (?: (?i) (?P<n> (?P<m> (?i -s (?".split(" "),
    ..."\\d \\W \\pL \\p{Greek} \\P{^Lu} \\p{Foo} \\p \\x \\x{41} \\x41 {41} \\Q \\E \\A \\z \\b \\B \\ 😀".split(" "),
    ..."[[:alpha:]] [:alpha:] [:^digit:] [: ^ [^ \\n \\. \\- \\_ \\12 \\400 \\0 \\8 \\é \\e (?=".split(" "),
  );
  const property = fc.property(fc.array(token, { minLength: 1, maxLength: 8 }), (tokens) => {
    const pattern = tokens.join("");
    const compiled = compileRe2(pattern);
    const accepted = compiled.ok();
    compiled.delete();
    const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
    const stricter = !parsed.ok && parsed.problem.message.includes("two groups have the name");
    const wider = pattern.includes("(?<");
    if (!stricter && !wider) expect([pattern, parsed.ok]).toEqual([pattern, accepted]);
  });
  fc.assert(property, { numRuns: 1500, seed: 8 });
}, 30_000);
