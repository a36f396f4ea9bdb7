import { expect, test } from "bun:test";
import { Alphabet } from "../../../src/match/regex/alphabet.ts";
import { DfaSearcher } from "../../../src/match/regex/dfa-search.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { Pike, PikeSearcher } from "../../../src/match/regex/pike.ts";
import { compileProgram, SetTable } from "../../../src/match/regex/program.ts";
import { scan, type Searcher } from "../../../src/match/regex/scan.ts";
import { SpanBuilder } from "../../../src/match/regex/spans.ts";
import { wholeFile } from "../support.ts";

/** Spans by an automaton whose table is emptied all the time, and by threads. */
function both(pattern: string, text: string): [number[], number[]] {
  const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const sets = new SetTable();
  const forward = compileProgram(parsed.value.node, sets, false);
  const backward = compileProgram(parsed.value.node, sets, true);
  const alphabet = new Alphabet(sets.sets, { lineMode: false, joinCrlf: true, words: true, unicodeWords: true });
  const spans = (searcher: Searcher): number[] => {
    const found = new SpanBuilder(0);
    scan(
      wholeFile(Buffer.from(text)),
      searcher,
      { alphabet, emptyAfterFinalNewline: false, emptyInEmptyFile: false },
      found,
    );
    const { count, starts, ends } = found.build();
    return Array.from({ length: count }, (_, index) => [starts[index]!, ends[index]!]).flat();
  };
  return [
    spans(new DfaSearcher(forward, backward, alphabet, { entries: 16, instructions: 40 })),
    spans(new PikeSearcher(new Pike(forward, alphabet, 0))),
  ];
}

test("a table that is emptied again and again changes no answer", () => {
  const words = ["alpha", "beta", "e", "z", "eeee", "ünï", "😀", "\r\n", "\n", " ", "a1b2", "-"];
  let seed = 7;
  const text = Array.from({ length: 3000 }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return words[(seed >>> 16) % words.length];
  }).join("");
  for (const pattern of [
    "e.{5}z",
    "(?:[a-z]+\\d)+",
    "\\w{2,5}$",
    "\\b\\w+\\b",
    "[^e]*a",
    "(?:alpha|beta|e+)+?-",
    "\\pL+😀|\\s+",
    "x*",
  ]) {
    const [automaton, threads] = both(pattern, text);
    expect([pattern, automaton]).toEqual([pattern, threads]);
    expect(threads.length).toBeGreaterThan(0);
  }
});
