import fc from "fast-check";
import { expect, test } from "bun:test";
import { Alphabet } from "../../../src/match/regex/alphabet.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { Pike, PikeSearcher } from "../../../src/match/regex/pike.ts";
import { compileProgram, SetTable } from "../../../src/match/regex/program.ts";
import { scan, type Searcher } from "../../../src/match/regex/scan.ts";
import { SpanBuilder } from "../../../src/match/regex/spans.ts";
import { TwoPassSearcher } from "../../../src/match/regex/two-pass.ts";
import { compileText } from "../../../src/match/text.ts";
import { print, treeArbitrary } from "../reference/tree.ts";
import { plainOptions, wholeFile } from "../support.ts";

const characters = ["a", "b", "-", " ", "é", "0", "\r"];
const texts = fc
  .array(fc.constantFrom("a", "b", "-", " ", "é", "0", "\n", "\r\n", "\r", "😀", "a", "b"), { maxLength: 14 })
  .map((parts) => Buffer.from(parts.join("")));

test("finds what the threads find", () => {
  const trees = treeArbitrary({ characters, newlines: true, properties: false });
  const property = fc.property(trees, texts, fc.boolean(), (tree, text, lineMode) => {
    const pattern = print(tree);
    const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
    if (!parsed.ok) throw new Error(parsed.problem.message);
    const sets = new SetTable();
    const program = compileProgram(parsed.value.node, sets, false);
    const alphabet = new Alphabet(sets.sets, { lineMode, joinCrlf: true, words: true, unicodeWords: false });
    const spans = (searcher: Searcher): number[] => {
      const found = new SpanBuilder(0);
      scan(wholeFile(text), searcher, { alphabet, emptyAfterFinalNewline: true, emptyInEmptyFile: true }, found);
      const { count, starts, ends } = found.build();
      return Array.from({ length: count }, (_, index) => [starts[index]!, ends[index]!]).flat();
    };
    const twoPass = spans(new TwoPassSearcher(program, alphabet));
    expect([pattern, twoPass]).toEqual([pattern, spans(new PikeSearcher(new Pike(program, alphabet, 0)))]);
  });
  fc.assert(property, { numRuns: 2000, seed: 21 });
}, 30_000);

/** Any search that looks for the end of the text at each match would take minutes here. */
test.each([
  ["(?s)a(.*z)?", "a\n".repeat(100_000), 100_000],
  ["a(?:.*z)?", "a ".repeat(100_000), 100_000],
  ["(?:a[^;]*;|a)", "a\r\n".repeat(50_000), 50_000],
])(
  "%j takes linear time, captures too",
  (pattern, text, count) => {
    const compiled = compileText(pattern, { ...plainOptions, multiline: true });
    if (!compiled.ok) throw new Error(compiled.problem.message);
    const spans = compiled.value.find(wholeFile(Buffer.from(text)), true);
    expect({ count: spans.count, last: spans.ends[spans.count - 1]! - spans.starts[spans.count - 1]! }).toEqual({
      count,
      last: 1,
    });
  },
  30_000,
);
