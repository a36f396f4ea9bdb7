/** A list of matches grows with the file and no faster, however long its lines are. */
import { expect, test } from "bun:test";
import { MatchList } from "../../src/match/match-list.ts";
import type { Content } from "../../src/model/content.ts";
import { jobOf, textSpec } from "../pool/tree.ts";

function listed(text: string, word: string) {
  const bytes = new TextEncoder().encode(text);
  const starts = [...text.matchAll(new RegExp(word, "g"))].map(({ index }) => index);
  const spans = {
    count: starts.length,
    starts: Int32Array.from(starts),
    ends: Int32Array.from(starts, (start) => start + word.length),
  };
  const wants = { diff: false, digests: false, detail: true, listed: false, lines: false, countOnly: false };
  const list = new MatchList(jobOf(textSpec(word), { wants }), Infinity);
  const content: Content = { bytes, bom: 0, encoding: "utf-8", stored: true };
  list.add({ stored: bytes, content, offset: 0, line: 1 }, spans, undefined);
  return list.matches;
}

test("the text of a long line is told once, with its first match", () => {
  const long = "ab ".repeat(100_000);
  const matches = listed(`ab ab\n${long}\nab\n`, "ab");
  expect(matches.length).toBe(100_003);
  expect(matches.map(({ text }) => text).filter((text) => text !== undefined)).toEqual(["ab ab", "ab ab", long, "ab"]);
  expect(JSON.stringify(matches).length).toBeLessThan(12_000_000);
});
