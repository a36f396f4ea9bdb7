import fc from "fast-check";
import { expect, test } from "bun:test";
import { compileText, type Routes } from "../../src/match/text.ts";
import type { TextOptions } from "../../src/model/spec.ts";
import { behindWindow, windowAt } from "../../src/model/window.ts";
import { plainOptions, wholeFile } from "../match/support.ts";
import { referenceMatches, TooSlow } from "../match/reference/backtrack.ts";
import { loopsTakeSomething, print, treeArbitrary, type Tree } from "../match/reference/tree.ts";

const characters = ["a", "b", "k", "-", " ", "é", "\u212a", "s", "\u017f", "😀", "_", "0", "\r", "\0"];
const pieces = [
  ..."abkK-_0 s",
  "é",
  "É",
  "\u017f",
  "\u212a",
  "😀",
  "α",
  "\n",
  "\r\n",
  "\n",
  "\r\n",
  "\r",
  "\0",
  "a",
  "b",
];
const invalid = [[0xff], [0xe9], [0xc3], [0x80], [0xf0, 0x9f]];

const bytes = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...pieces).map((text) => [...Buffer.from(text)]) },
      { weight: 1, arbitrary: fc.constantFrom(...invalid) },
    ),
    { maxLength: 10 },
  )
  .map((parts) => Uint8Array.from(parts.flat()));

const options = fc.record({
  multiline: fc.boolean(),
  word: fc.boolean(),
  ignoreCase: fc.boolean(),
  eol: fc.constantFrom("auto", "raw"),
}) as fc.Arbitrary<Pick<TextOptions, "multiline" | "word" | "ignoreCase" | "eol">>;

function spansOf(pattern: string, given: Partial<TextOptions>, text: Uint8Array, routes: Routes) {
  const compiled = compileText(pattern, { ...plainOptions, ...given }, routes);
  if (!compiled.ok) return undefined;
  const { groupCount, scope } = compiled.value;
  const spans = compiled.value.find(wholeFile(text), true);
  const found = Array.from({ length: spans.count }, (_, index) => [
    spans.starts[index]!,
    spans.ends[index]!,
    ...(spans.groups?.slice(index * groupCount * 2, (index + 1) * groupCount * 2) ?? []),
  ]);
  const { count, starts, ends } = compiled.value.find(wholeFile(text), false);
  const bare = Array.from({ length: count }, (_, index) => [starts[index]!, ends[index]!]);
  return { scope, found, bare, mayMatch: compiled.value.mayMatch(text, 0, text.length) };
}

const kernels = new WebAssembly.Memory({ initial: 4 });

/** The matches that are found in a window which kernels look at in place. */
function foundInPlace(pattern: string, given: Partial<TextOptions>, text: Uint8Array) {
  const compiled = compileText(pattern, { ...plainOptions, ...given }, { routes: "all", warmUp: 0 });
  if (!compiled.ok) return undefined;
  const { dismisses, find } = compiled.value;
  const length = kernels.buffer.byteLength - windowAt - behindWindow;
  const memory = Buffer.from(kernels.buffer as ArrayBuffer, windowAt, length);
  memory.set(text);
  const bytes = new Uint8Array(kernels.buffer, windowAt, text.length);
  const isDismissed = dismisses?.({
    memory,
    kernelMemory: kernels,
    bytes,
    length: text.length,
    ended: true,
    advance() {
      throw new Error("the file has ended");
    },
  });
  const { count, starts, ends } = find(wholeFile(bytes), false);
  if (isDismissed) expect([pattern, count]).toEqual([pattern, 0]);
  return Array.from({ length: count }, (_, index) => [starts[index]!, ends[index]!]);
}

function check(tree: Tree, text: Uint8Array, given: Partial<TextOptions>): void {
  const pattern = print(tree);
  const all = spansOf(pattern, given, text, { routes: "all", warmUp: 0 });
  const plain = spansOf(pattern, given, text, { routes: "plain" });
  if (!all || !plain) return;
  expect([pattern, all.found]).toEqual([pattern, plain.found]);
  if (!loopsTakeSomething(tree)) return;
  let expected;
  try {
    expected = referenceMatches(tree, text, {
      wholeFile: all.scope === "file",
      eol: given.eol!,
      word: given.word!,
      ignoreCase: given.ignoreCase!,
    });
  } catch (error) {
    if (error instanceof TooSlow) return;
    throw error;
  }
  // At the end of a text that ends with a newline only that there is a match is settled, not which groups took part.
  const atEnd = (match: readonly number[]): boolean =>
    match[0] === text.length && (text.length === 0 || text.at(-1) === 10);
  const compared = (found: readonly (readonly number[])[]): number[][] =>
    found.map((match) => (!atEnd(match) ? [...match] : match.slice(0, 2)));
  const spans = expected.map((match) => match.slice(0, 2));
  expect({ pattern, found: compared(all.found), bare: all.bare }).toEqual({
    pattern,
    found: compared(expected),
    bare: spans,
  });
  expect([pattern, all.mayMatch || spans.length === 0]).toEqual([pattern, true]);
}

test("every route finds what the contract says", () => {
  const trees = treeArbitrary({ characters, newlines: true, properties: false });
  fc.assert(fc.property(trees, bytes, options, check), { numRuns: 2500, seed: 20_241_130 });
}, 30_000);

test("properties and folding beyond ASCII too", () => {
  const trees = treeArbitrary({ characters, newlines: true, properties: true });
  fc.assert(fc.property(trees, bytes, options, check), { numRuns: 700, seed: 7 });
}, 30_000);

test("plain texts are found like patterns of the same characters", () => {
  const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(""));
  const property = fc.property(text, bytes, options, fc.boolean(), (literal, given, chosen, long) => {
    const content = long ? Buffer.concat([given, Buffer.from(literal), given]) : given;
    const found = (routes: "all" | "plain") => {
      const compiled = compileText(literal, { ...plainOptions, ...chosen, literal: true }, { routes });
      if (!compiled.ok) return compiled.problem.kind;
      const { count, starts, ends } = compiled.value.find(wholeFile(content), false);
      if (count > 0) expect(compiled.value.mayMatch(content, 0, content.length)).toBe(true);
      return [Array.from(starts.subarray(0, count)), Array.from(ends.subarray(0, count))];
    };
    expect(found("all")).toEqual(found("plain"));
  });
  fc.assert(property, { numRuns: 2000, seed: 3 });
}, 30_000);

test("pieces of whole lines give the matches of the whole file", () => {
  const trees = treeArbitrary({ characters, newlines: false, properties: false });
  const property = fc.property(trees, bytes, bytes, options, (tree, head, tail, given) => {
    const compiled = compileText(print(tree), { ...plainOptions, ...given, multiline: false });
    if (!compiled.ok) return;
    const text = Buffer.concat([head, Buffer.from("\n"), tail]);
    const cut = head.length + 1;
    const spans = (start: number, end: number): number[] => {
      const piece = { bytes: text, start, end, first: start === 0, last: end === text.length };
      const { count, starts, ends } = compiled.value.find(piece, false);
      return Array.from({ length: count }, (_, index) => [starts[index]!, ends[index]!]).flat();
    };
    if (tail.length > 0) expect([...spans(0, cut), ...spans(cut, text.length)]).toEqual(spans(0, text.length));
  });
  fc.assert(property, { numRuns: 1000, seed: 11 });
}, 30_000);

test("long texts are searched by candidates, in bit streams and in lanes with the same answer", () => {
  const trees = treeArbitrary({ characters: ["a", "b", "k", "-", " ", "é", "0"], newlines: false, properties: false });
  const filler = [
    "int main(void) { return 0; }",
    "    kab-ab0 k",
    "",
    "\t\t",
    "aab",
    "é",
    "xyz ".repeat(30),
    "b".repeat(200),
  ];
  const line = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...filler).map((text) => Buffer.from(text)) },
    { weight: 2, arbitrary: bytes.map((text) => Buffer.from(text)) },
  );
  const content = fc
    .tuple(fc.array(line, { minLength: 60, maxLength: 120 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, ending, final]) =>
      Buffer.concat([...lines.flatMap((each) => [each, Buffer.from(ending)]), Buffer.from(final ? "" : "end")]),
    );
  const property = fc.property(trees, content, options, (tree, text, given) => {
    const pattern = print(tree);
    const all = spansOf(pattern, given, text, { routes: "all", warmUp: 0 });
    if (!all) return;
    const automata = spansOf(pattern, given, text, { routes: "automata", warmUp: 0 })!;
    const plain = spansOf(pattern, given, text, { routes: "plain" })!;
    expect([pattern, all]).toEqual([pattern, { ...plain, mayMatch: all.mayMatch }]);
    expect([pattern, automata]).toEqual([pattern, all]);
    expect([pattern, all.mayMatch || plain.found.length === 0]).toEqual([pattern, true]);
  });
  fc.assert(property, { numRuns: 300, seed: 13 });
}, 30_000);

test("bit streams find what the automata find where lines are matched in part, repeated and cut at every length", () => {
  const trees = treeArbitrary({ characters: ["a", "b", "k", "-", " ", "é", "0"], newlines: false, properties: true });
  const line = fc.oneof(
    { weight: 3, arbitrary: bytes.map((text) => Buffer.from(text)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom("a", "ab", "k-", "é", " 0"), fc.integer({ min: 1, max: 70 }))
        .map(([text, count]) => Buffer.from(text.repeat(count))),
    },
  );
  const content = fc
    .tuple(
      fc.array(line, { minLength: 10, maxLength: 40 }),
      fc.constantFrom("\n", "\r\n"),
      fc.integer({ min: 0, max: 63 }),
    )
    .map(([lines, ending, head]) =>
      Buffer.concat([
        Buffer.alloc(320 + head, "x".repeat(63) + ending),
        ...lines.flatMap((each) => [Buffer.from(ending), each]),
      ]),
    );
  const property = fc.property(trees, content, options, (tree, text, given) => {
    const pattern = print(tree);
    const all = spansOf(pattern, given, text, { routes: "all", warmUp: 0 });
    const plain = spansOf(pattern, given, text, { routes: "plain" });
    if (all && plain) expect([pattern, all.found, all.bare]).toEqual([pattern, plain.found, plain.bare]);
  });
  fc.assert(property, { numRuns: 300, seed: 19 });
}, 30_000);

test("words, long ones and many, with case ignored or not, are found by kernels where the plain way finds them", () => {
  const wordsOf = (letters: string) => {
    const letter = fc.constantFrom(...letters);
    const word = fc.oneof(
      { weight: 4, arbitrary: fc.array(letter, { minLength: 3, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.array(letter, { minLength: 9, maxLength: 40 }) },
    );
    return fc.array(
      word.map((chosen) => chosen.join("")),
      { minLength: 1, maxLength: 17 },
    );
  };
  const shape = fc.constantFrom<(words: readonly string[]) => string>(
    (words) => words.join("|"),
    (words) => `(?:${words.slice(1).join("|")})${words[0]}`,
    (words) => words.map((each, index) => (index % 2 === 0 ? each : `(?i:${each})`)).join("|"),
    (words) => words.map((each) => `${each.slice(0, 2)}(?:${each.slice(2)}|${each.slice(3)})`).join("|"),
  );
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.nat() },
    { weight: 2, arbitrary: fc.constantFrom(" ", "\n", "\r\n", "A", "a", "é", "\0") },
    { weight: 1, arbitrary: fc.constantFrom(...[7, 40, 200].map((length) => "-".repeat(length))) },
  );
  const edit = fc.constantFrom<(text: string) => string>(
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => text.slice(1),
    (text) => text.slice(0, -1),
    (text) => text.replace("e", "u"),
    (text) => text.replace("_", "\u007f"),
    (text) => text.replace(/k/i, "\u212a"),
    (text) => text.replaceAll(/s/gi, "\u017f"),
  );
  const content = fc.array(fc.tuple(piece, edit), { maxLength: 60 });
  const property = fc.property(
    fc.oneof(wordsOf("abkKSs_eT0"), wordsOf("abkKSs_eT0\u212a\u017f")),
    shape,
    content,
    options,
    (words, shaped, parts, given) => {
      const text = Buffer.from(
        parts.map(([part, edited]) => edited(typeof part === "string" ? part : words[part % words.length]!)).join(""),
      );
      const pattern = shaped(words);
      const all = spansOf(pattern, given, text, { routes: "all", warmUp: 0 })!;
      const plain = spansOf(pattern, given, text, { routes: "plain" })!;
      expect([pattern, all]).toEqual([pattern, { ...plain, mayMatch: all.mayMatch }]);
      expect([pattern, all.mayMatch || plain.found.length === 0]).toEqual([pattern, true]);
      expect([pattern, spansOf(pattern, given, text, { routes: "all" })!.found]).toEqual([pattern, plain.found]);
      expect([pattern, foundInPlace(pattern, given, text)]).toEqual([pattern, plain.bare]);
    },
  );
  fc.assert(property, { numRuns: 1500, seed: 17 });
}, 30_000);
