import { expect, test } from "bun:test";
import { windowAt } from "../../../src/model/window.ts";
import { copySize } from "../../../src/match/regex/kernel-finder.ts";
import { KernelFinder } from "../../../src/match/regex/kernel-finder.ts";

/** Places where one of the texts stands, whatever the finder calls its place. */
function count(texts: readonly string[], fold: boolean, content: string): number {
  const view = Buffer.from(content);
  const finder = new KernelFinder(texts, fold);
  finder.open(view, 0, view.length);
  let found = 0;
  for (let at = finder.next(0); at >= 0; at = finder.next(at + 1)) found++;
  return found;
}

test("every occurrence is found, at every distance from the edges of a stretch", () => {
  for (let shift = 0; shift < 40; shift++) {
    const gap = "-".repeat(copySize - 20 + shift);
    expect([shift, count(["abcd", "xyz"], false, `xyz${gap}abcd${gap}xyz`)]).toEqual([shift, 3]);
  }
});

test("nothing else is", () => {
  expect(count(["abc", "xyz"], false, "abd xyw ab xy ABC abz xbc")).toBe(0);
  expect(count(["abc"], false, "")).toBe(0);
  expect(count(["abc"], false, "ab")).toBe(0);
  expect(
    count(
      Array.from({ length: 16 }, (_, index) => `word${index}!`),
      false,
      "word7! word15! word16! word",
    ),
  ).toBe(2);
});

test("case is ignored, and what folds beyond ASCII is let through", () => {
  expect(count(["lock", "gets"], true, "LOCK lock LoCk loc\u212a GET\u017f gets")).toBe(6);
  expect(count(["loaded", "gets"], true, "lo!ded l\u00efaded loa\u0004ed loadee ge\u0054s g\u0005ts")).toBe(1);
  expect(count(["r[]{"], true, "R[]{ r[]{ r{]{ R{}[")).toBe(2);
});

test("of a long text the part around its rarest bytes is looked for, wherever that is", () => {
  for (const text of ["jump_to_the_start_of_the_list", "set_the_start_of_the_jump", "to_the_jump_to_a_list_entry"]) {
    const other = text.replaceAll("t", "d");
    expect([text, count([text, "unrelated"], false, `${other} ${text} ${other}${text}`)]).toEqual([text, 2]);
  }
});

test("texts shorter than what candidates are found by are found at the very end", () => {
  expect(count(["abc", "wxyz"], false, "abc wxyz wxy abc")).toBe(3);
});

test("occurrences in random text are those that a plain search finds", () => {
  let seed = 99;
  const content = Array.from({ length: 20_000 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return "abcAé\n"[(seed >>> 20) % 6];
  }).join("");
  const texts = ["abc", "caa", "bcab"];
  const expected = [...content.matchAll(/(?=abc|caa|bcab)/g)].length;
  // Two texts may share a place, or their rarest bytes may: then they are one hit.
  const found = count(texts, false, content);
  expect(found).toBeGreaterThan(expected / 2);
  expect(found).toBeLessThanOrEqual(expected);
  for (const text of texts) expect(count([text], false, content)).toBe(content.split(text).length - 1);
});

test("an occurrence that starts before the stretch is none, neither in a copy nor in place", () => {
  const kernelMemory = new WebAssembly.Memory({ initial: 3 });
  const content = Buffer.from("say abcdefgh abcdefgh");
  const memory = Buffer.from(kernelMemory.buffer as ArrayBuffer, windowAt, content.length);
  memory.set(content);
  for (const texts of [["abcdefgh"], ["abcdefgh", "unrelated"]]) {
    const finder = new KernelFinder(texts, false);
    expect(finder.lacks({ kernelMemory, length: content.length })).toBe(false);
    for (const view of [content, memory]) {
      finder.open(view, 5, 12);
      expect(finder.next(5)).toBe(-1);
      finder.open(view, 5, view.length);
      expect(finder.next(5)).toBeGreaterThanOrEqual(13);
    }
  }
});
