import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NearMisses } from "../../src/text/near-miss.ts";
import { oneSlipAway, similarity } from "../../src/text/slip.ts";

describe("oneSlipAway", () => {
  const rows: readonly [why: string, text: string, wanted: string, replacement: string, slips: readonly string[]][] = [
    ["insertion", "call fetchUser()", "fechUser", "loadUser", ["fetchUser"]],
    ["deletion", "call fechUser()", "fetchUser", "loadUser", ["fechUser"]],
    ["substitution", "fetchUsar", "fetchUser", "loadUser", ["fetchUsar"]],
    ["transposition in the middle", "fetcUhser", "fetchUser", "loadUser", ["fetcUhser"]],
    ["transposition at the start", "eftchUser", "fetchUser", "loadUser", ["eftchUser"]],
    ["two slips", "fetcUhsr", "fetchUser", "loadUser", []],
    ["the text itself is no slip", "fetchUser", "fetchUser", "loadUser", []],
    ["part of a longer word", "prefetchUsr fetchUsrs2", "fetchUser", "loadUser", []],
    ["inside the replacement", "getUsers()", "getUser", "getUsers", []],
    ["beside the replacement", "getUsers() getUsar()", "getUser", "getUsers", ["getUsar"]],
    ["a phrase", "the quick fix", "the quikc fix", "slow", ["the quick fix"]],
    ["letters beyond ASCII", "größer", "grösser", "x", []],
    ["letters beyond ASCII, one off", "grösße", "größe", "x", ["grösße"]],
  ];
  for (const [why, text, wanted, replacement, slips] of rows) {
    test(why, () => expect([...oneSlipAway(text, wanted, [replacement])].map((slip) => slip.text)).toEqual([...slips]));
  }

  test("finds every single slip of a word", () => {
    const letter = fc.constantFrom(..."abcdefgh");
    fc.assert(
      fc.property(
        fc.string({ unit: letter, minLength: 6, maxLength: 12 }),
        fc.nat(),
        letter,
        fc.constantFrom("insert", "delete", "replace", "swap"),
        (word, where, other, how) => {
          const at = where % (word.length - 1);
          const slipped =
            how === "insert"
              ? word.slice(0, at) + other + word.slice(at)
              : how === "delete"
                ? word.slice(0, at) + word.slice(at + 1)
                : how === "replace"
                  ? word.slice(0, at) + other + word.slice(at + 1)
                  : word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
          const found = [...oneSlipAway(`x ${slipped} y`, word, [])].map((slip) => slip.text);
          expect(found).toEqual(slipped === word ? [] : [slipped]);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });
});

test("similarity is given up early and counts a transposition as one", () => {
  expect(similarity("abcd", "abdc", 0.5)).toBe(0.75);
  expect(similarity("abcd", "wxyz", 0.5)).toBe(0);
  expect(similarity("", "", 0.5)).toBe(1);
});

test("near misses keep the best three, the earlier first", () => {
  const misses = new NearMisses("fetchUser");
  misses.look("a.txt", "nothing\nfetchUsers(1)\n");
  misses.look("b.txt", "fechUsr\nFETCHUSER\nunrelated words here\n");
  expect(misses.list()).toEqual([
    { path: "b.txt", line: 2, text: "FETCHUSER", similarity: 0.99 },
    { path: "a.txt", line: 2, text: "fetchUsers(1)", similarity: 0.9 },
    { path: "b.txt", line: 1, text: "fechUsr", similarity: 0.78 },
  ]);
});
