/** Kinds of mistakes that other tools have made in public; each case is named after where it was seen. */
import { describe, expect, test } from "bun:test";
import { compileText } from "../../src/match/text.ts";
import { matched, matches, plainOptions, refusal, replaced, wholeFile } from "../match/support.ts";

describe("encodings", () => {
  test.each([
    ["vscode#35633: the first line's edit keeps its place", "^test", "test\ntest\n", "Atest", "Atest\nAtest\n"],
    ["semgrep#2477: text beyond ASCII in the match", "f\\('(.*)'\\)", "f('あいう')\nprint(1)\n", "x", "x\nprint(1)\n"],
    ["semgrep#2111: Cyrillic and CRLF above the match", "x", "# ррр\r\nx\r\n", "y", "# ррр\r\ny\r\n"],
    ["semgrep#9948: emoji on both sides", "needle", "😀😀 needle 😀needle😀\n", "pin", "😀😀 pin 😀pin😀\n"],
  ])("%s", (_, pattern, text, by, expected) => {
    expect(replaced(pattern, text, by)).toBe(expected);
  });

  test("semgrep#7512: a Latin-1 byte in a comment", () => {
    const text = [...Buffer.from("/* "), 0xd6, ...Buffer.from(" */ old();\nold();\n")];
    expect(matches("old", text)).toEqual([
      [8, 11],
      [15, 18],
    ]);
    expect(matches("(?i)OLD|/.*/", text)).toEqual([
      [0, 7],
      [8, 11],
      [15, 18],
    ]);
  });
});

describe("line endings", () => {
  test.each([
    ["rg#3100: mixed endings", ".", "hello\nworld\r\n", "x", "xxxxx\nxxxxx\r\n"],
    ["rg#3097: no final newline", ".$", "hello\nworld", "x", "hellx\nworlx"],
    ["rg#1500: .* leaves the CR", "(\\d+) x (.*)", "1 x A\r\n", "m", "m\r\n"],
    ["rg#1568: a whole line that ends in CRLF", "^one$", "one\r\n", "1", "1\r\n"],
    ["rg#1300: lone CRs end no line", "^def", "abc\rdef", "x", "abc\rdef"],
    [
      "vscode#165700: a newline in a CRLF file",
      '("\\w+": )\\[\\n\\s*\\]',
      '"a": [\r\n ]\r\n"b": [\r\n]\r\n',
      "x",
      "x\r\nx\r\n",
    ],
    ["scooter#159: the edit before a CRLF", "a", "a\r\nb", "x", "x\r\nb"],
    ["sd: \\s+$ leaves the CR", "\\s+$", "a  \r\n", "", "a\r\n"],
  ])("%s", (_, pattern, text, by, expected) => {
    expect(replaced(pattern, text, by)).toBe(expected);
  });

  test("ugrep#71: CRLF alone with the bytes as they are", () => {
    expect(replaced("hello\\r\\nworld", "hello\r\nworld hello\nworld", "x", { eol: "raw" })).toBe("x hello\nworld");
  });
});

describe("empty matches, anchors, several lines", () => {
  test("rg#1891: the empty pattern in word mode", () => {
    expect(matches("", "\n##\n", { word: true })).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
  });
  test.each([
    ["rg#1765: an empty match on an empty line", "x?", "\n", "-", "-\n"],
    ["rg#1765: and with CRLF", "x?", "\r\n", "-", "-\r\n"],
    ["rg#1311: a newline replaced", "\\n", "hello\nworld\n", "?", "hello?world?"],
    ["rg#1739: .* and the line ending", ".*", "a\n", "af", "af\n"],
    ["rg#1878: \\A on a later line", "\\Ab", "a\nb\n", "x", "a\nb\n"],
    ["rg#441: blank lines", "^$", "\n\na\n", "-", "-\n-\na\n"],
    ["fastmod#16: the replacement holds the pattern", "ac", "bacon", "bacon", "bbaconon"],
    ["sd#68: an empty file", "a*", "", "x", ""],
    ["semgrep#11159: the leftmost start, lazily", "begin.*?B end", "begin A end begin A B end", "x", "x"],
  ])("%s", (_, pattern, text, by, expected) => {
    expect(replaced(pattern, text, by)).toBe(expected);
  });
  test("rg#3180: neighbours matched by alternatives of anchors", () => {
    expect(replaced("(^|[^a-z])b($|[^a-z])", " b b b b\nc\n", "x", { multiline: true })).toBe("xbxb\nc\n");
  });
  test("rg#2208: a group of the branch not taken", () => {
    expect(matches("(?s)a(?:(\\n)|(b))", "ab")).toEqual([[0, 2, -1, -1, 1, 2]]);
  });
  test("rg#1412: look-behind is refused clearly", () => {
    expect(refusal("(?<=foo\\n)bar").message).toContain("look-behind");
  });
});

describe("short cuts that missed matches", () => {
  test.each([
    ["rg#2884", "(?i:e.x|ex)", "e-x", ["e-x"]],
    ["rg#1319", "TTGAGTCCAGGAG[ATCG]{2}C", `CCAGCTACTCGGGAGGCTGAGGCTGGAGGATCGCTTGAGTCCAGGAGTTCC`, ["TTGAGTCCAGGAGTTC"]],
    ["rg#1203", "\\d\\d\\d000", "153.230000", ["230000"]],
    ["rg#1537", ";(.*,){1}", "abc;de,fg", [";de,"]],
    ["rg#1334", Array.from({ length: 40 }, () => "foo").join("|"), "xfoo", ["foo"]],
  ])("%s", (_, pattern, text, expected) => {
    expect(matched(pattern, text)).toEqual(expected);
  });
  test("rg#2574: word mode and repeated groups", () => {
    expect(matches("(\\w+\\.)*domain\\.(\\w+)", "some.domain.com/x", { word: true })[0]!.slice(0, 2)).toEqual([0, 15]);
  });
  test("rg#1247: random bytes end", () => {
    let seed = 1;
    const bytes = Uint8Array.from({ length: 20_000 }, () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return seed >>> 24;
    });
    for (const pattern of [".", "[^a]+", "\\w*", "(?i)[^é]k", "(?s).+"]) {
      const all = compileText(pattern, plainOptions);
      const plain = compileText(pattern, plainOptions, { routes: "plain" });
      if (!all.ok || !plain.ok) throw new Error(pattern);
      const fast = all.value.find(wholeFile(bytes), false);
      const slow = plain.value.find(wholeFile(bytes), false);
      expect([pattern, [...fast.starts.subarray(0, fast.count)]]).toEqual([
        pattern,
        [...slow.starts.subarray(0, slow.count)],
      ]);
    }
  });
});

describe("case", () => {
  test("rg#851, rg#1708: smart case looks at letters and not at escapes", () => {
    expect(matches("\\Sfoo", "aFOO bfoo", { smartCase: true }).length).toBe(2);
    expect(matches("\\pLfoo", "aFOO", { smartCase: true }).length).toBe(1);
  });
});
