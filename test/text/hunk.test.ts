import { describe, expect, test } from "bun:test";
import { hunks } from "../../src/text/hunk.ts";
import { packed } from "../edits.ts";

type Edit = readonly [find: string, text: string];

/** Hunks for edits given by what they find, in order of place. */
function diff(before: string, edits: readonly Edit[], context?: number): string {
  let from = 0;
  const placed = edits.map(([find, text]): [number, number, string] => {
    const at = before.indexOf(find, from);
    if (at < 0) throw new Error(`no ${find}`);
    from = at + find.length;
    return [Buffer.byteLength(before.slice(0, at)), Buffer.byteLength(before.slice(0, from)), text];
  });
  return Buffer.from(hunks(Buffer.from(before), packed(...placed), context)).toString();
}

const lines = (...all: string[]): string => all.map((line) => `${line}\n`).join("");

describe("lines that change", () => {
  test("part of a line, with three lines around it", () => {
    expect(diff("1\n2\n3\n4\nan old line\n6\n7\n8\n9\n", [["old", "new"]])).toBe(
      lines("@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-an old line", "+an new line", " 6", " 7", " 8"),
    );
  });

  test("two edits of one line are one change", () => {
    expect(
      diff("a a\n", [
        ["a", "b"],
        ["a", "c"],
      ]),
    ).toBe(lines("@@ -1 +1 @@", "-a a", "+b c"));
  });

  test("changed lines in a row are first taken out and then put in", () => {
    expect(
      diff("a\nb\n", [
        ["a", "1"],
        ["b", "2"],
      ]),
    ).toBe(lines("@@ -1,2 +1,2 @@", "-a", "-b", "+1", "+2"));
  });

  test("an edit across lines takes all of them", () => {
    expect(diff("a (\n  b)\nc\n", [["(\n  ", "("]])).toBe(lines("@@ -1,3 +1,2 @@", "-a (", "-  b)", "+a (b)", " c"));
  });
});

describe("whole lines", () => {
  test("inserted before, between and after", () => {
    expect(diff("a\nb\n", [["a", "0\na"]])).toBe(lines("@@ -1,2 +1,3 @@", "+0", " a", " b"));
    expect(diff("a\nb\n", [["\n", "\n1\n"]])).toBe(lines("@@ -1,2 +1,3 @@", " a", "+1", " b"));
    expect(diff("a\nb\n", [["b\n", "b\nc\n"]])).toBe(lines("@@ -1,2 +1,3 @@", " a", " b", "+c"));
  });

  test("a blank line after each line", () => {
    expect(
      diff("a\nb\n", [
        ["\n", "\n\n"],
        ["\n", "\n\n"],
      ]),
    ).toBe(lines("@@ -1,2 +1,4 @@", " a", "+", " b", "+"));
  });

  test("removed", () => {
    expect(diff("a\nb\nc\n", [["b\n", ""]])).toBe(lines("@@ -1,3 +1,2 @@", " a", "-b", " c"));
    expect(
      diff("a\nb\nc\n", [
        ["a\n", ""],
        ["c\n", ""],
      ]),
    ).toBe(lines("@@ -1,3 +1 @@", "-a", " b", "-c"));
  });

  test("all of a file, and all that comes into an empty one", () => {
    expect(diff("a\nb\n", [["a\nb\n", ""]])).toBe(lines("@@ -1,2 +0,0 @@", "-a", "-b"));
    expect(diff("", [["", "a\nb\n"]])).toBe(lines("@@ -0,0 +1,2 @@", "+a", "+b"));
  });

  test("equal lines at the edges of an edit are context", () => {
    expect(diff("a\nb\nc\n", [["a\nb\nc\n", "a\nB\nc\n"]])).toBe(lines("@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"));
  });
});

describe("a missing final newline", () => {
  const note = "\\ No newline at end of file";
  const table: readonly (readonly [what: string, before: string, edit: Edit, expected: string])[] = [
    ["before and after", "one\nfoo", ["foo", "bar"], lines("@@ -1,2 +1,2 @@", " one", "-foo", note, "+bar", note)],
    ["before", "a", ["a", "a\n"], lines("@@ -1 +1 @@", "-a", note, "+a")],
    ["after", "foo\nend\n", ["end\n", "bar"], lines("@@ -1,2 +1,2 @@", " foo", "-end", "+bar", note)],
    ["in the context", "foo\nend", ["foo", "bar"], lines("@@ -1,2 +1,2 @@", "-foo", "+bar", " end", note)],
    ["of a line that stays and is joined", "foo\n", ["\n", ""], lines("@@ -1 +1 @@", "-foo", "+foo", note)],
    ["of a removed last line", "a\nb", ["\nb", ""], lines("@@ -1,2 +1 @@", "-a", "-b", note, "+a", note)],
  ];
  test.each(table)("%s", (_what, before, edit, expected) => expect(diff(before, [edit])).toBe(expected));
});

describe("line endings", () => {
  test("CRLF stays at the end of its line", () => {
    expect(diff("one\r\ntwo\r\n", [["two", "2"]])).toBe("@@ -1,2 +1,2 @@\n one\r\n-two\r\n+2\r\n");
  });
  test("a lone CR ends no line", () => {
    expect(diff("a\rb\n", [["b", "c"]])).toBe("@@ -1 +1 @@\n-a\rb\n+a\rc\n");
  });
});

describe("hunks", () => {
  const numbered = Array.from({ length: 30 }, (_, i) => `${i + 1}\n`).join("");

  test("join when their contexts meet", () => {
    expect(
      diff(numbered, [
        ["5", "x"],
        ["12", "y"],
      ]).match(/^@@.*/gm),
    ).toEqual(["@@ -2,14 +2,14 @@"]);
    expect(
      diff(numbered, [
        ["5", "x"],
        ["13", "y"],
      ]).match(/^@@.*/gm),
    ).toEqual(["@@ -2,7 +2,7 @@", "@@ -10,7 +10,7 @@"]);
  });

  test("count lines that were added before", () => {
    expect(
      diff(numbered, [
        ["2\n", "2\nnew\nnew\n"],
        ["20\n", ""],
      ]).match(/^@@.*/gm),
    ).toEqual(["@@ -1,5 +1,7 @@", "@@ -17,7 +19,6 @@"]);
  });

  test("without context", () => {
    expect(
      diff(
        numbered,
        [
          ["2\n", ""],
          ["4\n", "4\nx\n"],
        ],
        0,
      ),
    ).toBe(lines("@@ -2 +1,0 @@", "-2", "@@ -4,0 +4 @@", "+x"));
  });

  test("none without edits", () => expect(diff("a\n", [])).toBe(""));
});

test("a last line that is edited twice at its end", () => {
  expect(
    diff("ax", [
      ["x", "y"],
      ["", "z"],
    ]),
  ).toBe(lines("@@ -1 +1 @@", "-ax", "\\ No newline at end of file", "+ayz", "\\ No newline at end of file"));
});

test("dense edits on one long line are linear", () => {
  const before = Buffer.alloc(400_000, "ab");
  const edits = packed(...Array.from({ length: 200_000 }, (_, i): [number, number, string] => [2 * i, 2 * i + 1, "x"]));
  expect(hunks(before, edits).length).toBe(
    2 * (400_000 + 1) + "@@ -1 +1 @@\n".length + 2 * "\n\\ No newline at end of file\n".length,
  );
});
