import { expect, test } from "bun:test";
import { lineNumbers, makeStreams } from "../../../src/match/kernels/streams.ts";
import { parseRegex } from "../../../src/match/regex/parse.ts";
import { streamsOf } from "../../../src/match/regex/streams.ts";
import { matches } from "../support.ts";

function programOf(pattern: string) {
  const parsed = parseRegex(pattern, { ignoreCase: false, dotall: false });
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return streamsOf(parsed.value.node);
}

/** The lines that bit streams leave to be searched. */
function lines(pattern: string, text: string): string[] {
  const streams = makeStreams(programOf(pattern)!);
  const bytes = Buffer.from(text);
  streams.text.set(bytes);
  const count = streams.run(bytes.length);
  return Array.from({ length: count }, (_, line) =>
    bytes.toString("utf8", streams.lines[line * lineNumbers], streams.lines[line * lineNumbers + 1]).trimEnd(),
  );
}

test.each([
  ["[a-z]{3,}\\([a-z]+\\)", ["foo(bar)", "x foo(b) y"], ["fo(bar)", "foo(Bar)", "foo()", "foo(bar"]],
  ["\\w{5}[ \\t]+\\w{5}", ["abcde fghij", "xabcde \t fghijk"], ["abcd fghij", "abcde fghi", "abcdefghij"]],
  [
    "^\\s*return\\s+-E[A-Z]+;$",
    ["\treturn -EIO;", "return   -EINVAL;\r"],
    ["return -EIO; ", "a return -EIO;", "return -E;"],
  ],
  ["\\bfoo\\b", ["foo", "a foo.", "-foo-"], ["afoo", "foo_", "fo o"]],
  ["\\Bfoo", ["afoo"], ["foo", " foo"]],
  ["(?i)make|sure", ["MaKe", "\u212aa ma\u212ae", "\u017fURE"], ["mace", "ure"]],
  ["a(?:bc?|d)*e", ["ae", "abcbe", "adde"], ["abf", "a e"]],
  ["x[^;]*;", ["x;", "x é ü;", "xé"].slice(0, 2), ["x", "é;"]],
  ["[é-ü]\\d", ["ö7"], ["ab7", "é 7"]],
  [".{3,5}!", ["abc!", "abcdefghi!", "äöü!"], ["ab!", "!!!"]],
  ["(ab+){2}", ["abbab", "xababx"], ["ab", "abba"]],
  ["(?:ab?){1,2}c", ["ac", "abac", "aabc"], ["c", "abb"]],
])("%j leaves lines with a match alone", (pattern, found, others) => {
  const text = [...others, ...found, ...others, ...found, ""].join("\n");
  expect(lines(pattern, text)).toEqual([...found, ...found].map((line) => line.trimEnd()));
});

test("patterns that take too many operations, and those that match everywhere, have no program", () => {
  expect(
    programOf(Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => `${letter}1${letter}`).join("|")),
  ).toBeUndefined();
  expect(programOf("[a-z]{200}[0-9]{200}")).toBeUndefined();
  expect(programOf("(?:x*)*")).toBeUndefined();
});

test("pieces of any size, lines longer than the kernel has room for and neighbours are searched", () => {
  const routes = { routes: "all", warmUp: 0 } as const;
  const starts = (text: string): number[] => matches("[0-9]{3}", text, {}, routes).map(([start]) => start!);
  const filler = "static int value(void);\n".repeat(9000);
  const text = `123 456\n789\n${filler}12 345\n${filler}${"x".repeat(70_000)}678\n${filler}901`;
  const expected = [...text.matchAll(/[0-9]{3}/g)].map(({ index }) => index);
  expect(starts(text)).toEqual(expected);
  for (const size of [250, 255, 256, 257, 320, 65_530, 65_536, 65_540]) {
    const cut = `${filler.slice(0, size - 6)}\n12345`;
    expect([size, starts(cut)]).toEqual([size, [size - 5]]);
  }
});

test("a line in which every match looks far ahead is searched to its end, in linear time", () => {
  const line = "a ".repeat(30_000);
  const text = `${line}\n-\n${line}z\n${line}\n`;
  const found = matches("a(?:.*z)?", text, {}, { routes: "all", warmUp: 0 });
  const second = line.length + 3;
  const ends = found.map(([, end]) => end!);
  expect([found.length, ends[29_999], ends[30_000], ends.at(-1)]).toEqual([
    60_001,
    line.length - 1,
    second + line.length + 1,
    text.length - 2,
  ]);
  // Were each match to read the rest of its line, that would be a thousand million bytes.
}, 4000);
