import { expect, test } from "bun:test";
import { Alphabet } from "../../../src/match/regex/alphabet.ts";
import { DfaSearcher } from "../../../src/match/regex/dfa-search.ts";
import { LaneScanner } from "../../../src/match/regex/lane-scan.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { compileProgram, SetTable } from "../../../src/match/regex/program.ts";
import type { Searcher } from "../../../src/match/regex/scan.ts";
import { SpanBuilder } from "../../../src/match/regex/spans.ts";
import { wholeFile } from "../support.ts";

/** Matches, and how many bytes were searched for where they are. */
function search(pattern: string, text: string): { starts: number[]; searched: number } {
  const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  const sets = new SetTable();
  const forward = compileProgram(parsed.value.node, sets, false);
  const backward = compileProgram(parsed.value.node, sets, true);
  const alphabet = new Alphabet(sets.sets, { lineMode: true, joinCrlf: true, words: false, unicodeWords: false });
  const searcher = new DfaSearcher(forward, backward, alphabet);
  let searched = 0;
  const counting: Searcher = {
    get matchStart() {
      return searcher.matchStart;
    },
    get matchEnd() {
      return searcher.matchEnd;
    },
    open(piece) {
      searched += piece.end - piece.start;
      searcher.open(piece);
    },
    search: (from) => searcher.search(from),
  };
  const found = new SpanBuilder(0);
  const options = { alphabet, emptyAfterFinalNewline: false, emptyInEmptyFile: false };
  new LaneScanner(forward, alphabet, 0).scan(wholeFile(Buffer.from(text)), counting, options, found);
  const { count, starts } = found.build();
  return { starts: Array.from(starts.subarray(0, count)), searched };
}

const filler = `${"static int value(void);\n".repeat(20_000)}`;
const line = "foo42 bar7\r\n";

test("only lines with a match are searched", () => {
  const text = `${line}${filler}${line}${filler}${line}`;
  const second = line.length + filler.length;
  const third = second * 2;
  const at = [0, second, third].flatMap((start) => [start, start + 6]);
  expect(search("[a-z]+\\d", text)).toEqual({ starts: at, searched: 3 * line.length });
});

test("dense matches are left to the usual way", () => {
  const { starts, searched } = search("[a-z]+;|\\(", filler);
  expect({ matches: starts.length, searched }).toEqual({ matches: 20_000, searched: filler.length });
});

test("a line longer than the memory of the lanes is searched too", () => {
  const text = `${"x".repeat(400_000)}9\n${filler}${"y".repeat(300_000)}8`;
  expect(search("[xy]\\d", text).starts).toEqual([399_999, text.length - 2]);
});

test("matches are found once, however much of the text its last line takes up", () => {
  const head = "x9\n".padStart(1000, "-");
  for (const part of [0.1, 0.2, 0.3, 0.45, 0.6, 0.7, 0.9]) {
    const before = head.repeat(Math.max(1, Math.round(20 * (1 - part))));
    const text = `${before}${"-".repeat(Math.round((before.length * part) / (1 - part)))}\n`;
    const expected = Array.from({ length: before.length / 1000 }, (_, line) => line * 1000 + 997);
    for (const rest of ["", filler])
      expect([part, search("[xy]\\d", rest + text).starts]).toEqual([part, expected.map((at) => at + rest.length)]);
  }
});

test("characters that the table has no column for yet are found, however many there are", () => {
  const letters = [..."éüñßαωдж中文한あ"];
  for (let count = 1; count <= letters.length; count++) {
    const pattern = letters
      .slice(0, count)
      .map((letter) => `[${letter}]\\d`)
      .join("|");
    const lines = letters.map((letter) => `${filler.slice(0, 2400)}${letter}7\n`).join("");
    const expected = letters.slice(0, count).map((letter) => Buffer.from(lines).indexOf(`${letter}7`));
    expect([count, search(pattern, lines).starts]).toEqual([count, expected]);
  }
});
