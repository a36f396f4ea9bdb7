import { describe, expect, test } from "bun:test";
import { colourDiff } from "../../src/report/colour-diff.ts";
import { coloured, type Paint } from "../../src/report/paint.ts";

/** Colours that can be read: `<style|text>`. */
const marked: Paint = (style, text) => (text === "" ? "" : `<${style}|${text}>`);

function hunk(...lines: readonly string[]): string {
  const old = lines.filter((line) => /^[- ]/.test(line)).length;
  const now = lines.filter((line) => /^[+ ]/.test(line)).length;
  return [`@@ -1,${old} +1,${now} @@`, ...lines, ""].join("\n");
}

describe("lines of a hunk", () => {
  const cases: readonly (readonly [name: string, lines: readonly string[], painted: readonly string[]])[] = [
    [
      "a word",
      ["-an old foo", "+an old bar"],
      ["<removed|-an old ><removedWord|foo>", "<added|+an old ><addedWord|bar>"],
    ],
    [
      "part of a word grows to the word",
      ["-getFoo()", "+getBar()"],
      ["<removed|-><removedWord|getFoo><removed|()>", "<added|+><addedWord|getBar><added|()>"],
    ],
    ["an insertion", ["-a b", "+a x b"], ["<removed|-a b>", "<added|+a ><addedWord|x ><added|b>"]],
    [
      "pairs in order",
      ["-a1", "-b1", "+a2", "+b2"],
      [
        "<removed|-><removedWord|a1>",
        "<removed|-><removedWord|b1>",
        "<added|+><addedWord|a2>",
        "<added|+><addedWord|b2>",
      ],
    ],
    ["other numbers of lines are not compared", ["-a", "+b", "+c"], ["<removed|-a>", "<added|+b>", "<added|+c>"]],
    ["context stays", [" same", "-a", " same"], [" same", "<removed|-a>", " same"]],
    [
      "text that looks like headers",
      ["--- a", "+++ b"],
      ["<removed|-><removedWord|-- a>", "<added|+><addedWord|++ b>"],
    ],
  ];
  for (const [name, lines, painted] of cases)
    test(name, () =>
      expect(
        colourDiff(hunk(...lines), marked)
          .split("\n")
          .slice(1, -1),
      ).toEqual([...painted]),
    );
});

test("a missing newline at the end belongs to its line", () => {
  const diff = "@@ -1 +1 @@\n-foo\n\\ No newline at end of file\n+bar\n\\ No newline at end of file\n";
  expect(colourDiff(diff, marked).split("\n")).toEqual([
    "<hunk|@@ -1 +1 @@>",
    "<removed|-><removedWord|foo>",
    "\\ No newline at end of file",
    "<added|+><addedWord|bar>",
    "\\ No newline at end of file",
    "",
  ]);
});

test("headers are told from lines that go, by the counts", () => {
  const diff = "--- a/x\n+++ b/x\n@@ -1 +0,0 @@\n-a\n--- a/y\n+++ b/y\n@@ -1 +1 @@ f()\n-a\n+b\n";
  expect(colourDiff(diff, marked).split("\n").slice(0, 7)).toEqual([
    "<bold|--- a/x>",
    "<bold|+++ b/x>",
    "<hunk|@@ -1 +0,0 @@>",
    "<removed|-a>",
    "<bold|--- a/y>",
    "<bold|+++ b/y>",
    "<hunk|@@ -1 +1 @@> f()",
  ]);
});

test("without its colours a diff is as it was", () => {
  const diff = `diff --git a/x b/x\n--- a/x\n+++ b/x\n${hunk(" a", "-\ud83d\ude00 b\r", "+\ud83d\ude01 b\r", " ", "-", "+x")}`;
  expect(Bun.stripANSI(colourDiff(diff, coloured))).toBe(diff);
  expect(colourDiff(diff, coloured).isWellFormed()).toBe(true);
});
