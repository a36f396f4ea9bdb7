/** The algebra of renames: what a rename and a map do to texts that nobody wrote with them in mind. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isProblem } from "../../src/match/engine.ts";
import { LiteralSet } from "../../src/match/rename/literals.ts";
import { splitName } from "../../src/match/rename/words.ts";
import { renameMapEngine, type Pair } from "../../src/match/rename-map.ts";
import { engineOf, mapEngineOf, rewritten, rewrittenBytes } from "../match/rename/rewritten.ts";

const seeded = { seed: 20_260, numRuns: 300 };

const word = fc.stringMatching(/^[a-z]{2,5}$/);
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });

const styles = {
  camel: (parts: readonly string[]) => parts.map((part, i) => (i === 0 ? part : capital(part))).join(""),
  pascal: (parts: readonly string[]) => parts.map(capital).join(""),
  snake: (parts: readonly string[]) => parts.join("_"),
  screaming: (parts: readonly string[]) => parts.join("_").toUpperCase(),
  kebab: (parts: readonly string[]) => parts.join("-"),
};

/** Text in which the name stands in all its spellings, whole and inside other identifiers, among other words. */
function textWith(name: readonly string[]): fc.Arbitrary<string> {
  const spelling = fc.constantFrom(...Object.values(styles)).map((style) => style(name));
  const around = fc.constantFrom("", "get_", "x", "_", "é", "9", ".", "-", "X", "Get");
  const piece = fc.oneof(
    word,
    spelling,
    fc.tuple(around, spelling, around).map((parts) => parts.join("")),
  );
  return fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(" "));
}

const names = fc.tuple(words, words).filter(([from, to]) => from.every((part) => !to.includes(part)));
const renames = names.chain(([from, to]) => fc.tuple(fc.constant(from), fc.constant(to), textWith(from)));

/** A name, a new name that holds it, and a text with it. */
function holding(one: fc.Arbitrary<string>): fc.Arbitrary<[string[], string[], string]> {
  const some = fc.uniqueArray(one, { minLength: 1, maxLength: 2 });
  const none = fc.constant<string[]>([]);
  return fc
    .tuple(some, fc.oneof(none, some), fc.oneof(none, some))
    .filter(([, before, after]) => before.length + after.length > 0)
    .chain(([from, before, after]) =>
      fc.tuple(fc.constant(from), fc.constant([...before, ...from, ...after]), textWith(from)),
    );
}

function capital(part: string): string {
  return part[0]!.toUpperCase() + part.slice(1);
}

describe("a rename", () => {
  test("settles where words have one letter", () =>
    fc.assert(
      fc.property(holding(fc.stringMatching(/^[ab]{1,2}$/)), ([from, to, text]) => {
        const engine = engineOf(styles.camel(from), styles.camel(to));
        const once = rewritten(engine, text);
        expect(rewritten(engine, once)).toBe(once);
      }),
      { ...seeded, numRuns: 2000 },
    ));

  test("settles: a second run changes nothing", () =>
    fc.assert(
      fc.property(
        fc
          .tuple(words, words)
          .chain(([from, to]) => fc.tuple(fc.constant(from), fc.constant([...from, ...to]), textWith(from))),
        ([from, to, text]) => {
          const engine = engineOf(styles.camel(from), styles.camel(to));
          const once = rewritten(engine, text);
          expect(rewritten(engine, once)).toBe(once);
        },
      ),
      seeded,
    ));

  test("there and back is the identity where the new name was not there before", () =>
    fc.assert(
      fc.property(renames, ([from, to, text]) => {
        fc.pre(from.length > 1 && to.length > 1);
        const there = engineOf(styles.camel(from), styles.camel(to));
        const back = engineOf(styles.camel(to), styles.camel(from));
        fc.pre(rewritten(back, text) === text);
        expect(rewritten(back, rewritten(there, text))).toBe(text);
      }),
      seeded,
    ));

  test("whole identifiers are a subset, and one spelling of them a smaller one", () =>
    fc.assert(
      fc.property(renames, ([from, to, text]) => {
        const places = (options: { word?: boolean; exact?: boolean }): Set<number> => {
          const made = engineOf(styles.camel(from), styles.camel(to), options).find(
            { bytes: Buffer.from(text), encoding: "utf-8", bom: 0, stored: true },
            { path: "a", named: false },
          );
          if (isProblem(made)) throw new Error(made.message);
          return new Set(made.spans.starts.subarray(0, made.spans.count));
        };
        const all = places({});
        const whole = places({ word: true });
        expect(whole.isSubsetOf(all)).toBe(true);
        expect(places({ word: true, exact: true }).isSubsetOf(whole)).toBe(true);
      }),
      seeded,
    ));

  test("any bytes go through it and come out the same without the name", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const engine = engineOf("someName", "otherName");
        fc.pre(!engine.mayMatch(bytes, 0, bytes.length));
        expect(Buffer.from(rewrittenBytes(engine, bytes)).equals(Buffer.from(bytes))).toBe(true);
      }),
      seeded,
    ));

  test("every spelling splits into the same words", () =>
    fc.assert(
      fc.property(words, (parts) => {
        for (const style of Object.values(styles))
          expect(splitName(style(parts)).words.map((part) => part.toLowerCase())).toEqual([...parts]);
      }),
      seeded,
    ));
});

const mapName = fc.stringMatching(/^[a-c]{1,2}([. ][a-c]{1,2})?$/);
const mapText = fc
  .array(fc.constantFrom("a", "b", "c", ".", " ", "x", "é", "\n"), { maxLength: 60 })
  .map((parts) => parts.join(""));

describe("a map", () => {
  test("equals its renames one after the other where no new name is or meets an old one", () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.stringMatching(/^[a-c]{1,3}$/), { minLength: 1, maxLength: 6 }),
        mapText,
        (from, text) => {
          const pairs = from.map((name, i): Pair => [name, `new${i}`]);
          const sequential = pairs.reduce((before, pair) => rewritten(mapEngineOf([pair]), before), text);
          expect(rewritten(mapEngineOf(pairs), text)).toBe(sequential);
        },
      ),
      seeded,
    ));

  test("a permutation applied twice is its square", () =>
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["aa", "bb", "cc", "dd", "ee"], { minLength: 5 }),
        fc.array(fc.constantFrom("aa", "bb", "cc", "dd", "ee", "aab", "x", ".")),
        (to, parts) => {
          const from = ["aa", "bb", "cc", "dd", "ee"];
          const image = new Map(from.map((name, i) => [name, to[i]!]));
          const once = mapEngineOf([...image]);
          const square = mapEngineOf(from.map((name): Pair => [name, image.get(image.get(name)!)!]));
          const text = parts.join(" ");
          expect(rewritten(once, rewritten(once, text))).toBe(rewritten(square, text));
        },
      ),
      seeded,
    ));

  test("agrees with one alternation of all names, longest first", () =>
    fc.assert(
      fc.property(fc.uniqueArray(mapName, { minLength: 1, maxLength: 8 }), mapText, (from, text) => {
        const image = new Map(from.map((name, i) => [name, `<${i}>`]));
        const longest = from.toSorted((a, b) => b.length - a.length).map((name) => name.replaceAll(".", "\\."));
        const pattern = new RegExp(
          `(?<![\\p{L}\\p{M}\\p{Nd}\\p{Pc}])(?:${longest.join("|")})(?![\\p{L}\\p{M}\\p{Nd}\\p{Pc}])`,
          "gu",
        );
        expect(rewritten(mapEngineOf([...image]), text)).toBe(text.replaceAll(pattern, (name) => image.get(name)!));
      }),
      { ...seeded, numRuns: 1000 },
    ));

  test("accepted maps never grow a text without end", () =>
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(mapName, mapName), { minLength: 1, maxLength: 5, selector: ([from]) => from }),
        (pairs) => {
          const engine = renameMapEngine({ kind: "rename_map", pairs });
          fc.pre(engine.ok);
          for (const [name] of pairs) {
            let text = name;
            for (let round = 0; round < 40; round++) text = rewritten(mapEngineOf(pairs), text);
            expect(text.length).toBeLessThan(1000);
          }
        },
      ),
      { ...seeded, numRuns: 60 },
    ));
});

test("a set of literals finds what looking at each finds", () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.stringMatching(/^[ab]{1,6}$/), { minLength: 1, maxLength: 12 }),
      fc.stringMatching(/^[abc]{0,30}$/),
      (literals, text) => {
        const set = new LiteralSet(literals.map((literal) => Buffer.from(literal)));
        const bytes = Buffer.from(text);
        for (let at = 0; at < bytes.length; at++) {
          const count = set.matchesAt(bytes, at, bytes.length);
          const found = Array.from(set.found.subarray(0, count), (index) => literals[index]!);
          expect(found).toEqual(
            literals.filter((literal) => text.startsWith(literal, at)).toSorted((a, b) => a.length - b.length),
          );
        }
      },
    ),
    { ...seeded, numRuns: 1000 },
  ));
