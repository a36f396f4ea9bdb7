import { describe, expect, test } from "bun:test";
import { endOfLine, firstEnding, LineCursor } from "../../src/text/lines.ts";

const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));

/** `line:column text ending` of each offset. */
function places(text: string, ...offsets: number[]): string[] {
  const source = Buffer.from(text);
  const cursor = new LineCursor(source);
  return offsets.map((offset) => {
    const { line, column, start, end, ending } = cursor.seek(offset);
    return `${line}:${column} ${source.toString("utf8", start, end)} ${ending ?? "none"}`;
  });
}

describe("where offsets lie", () => {
  test("each byte of a mixed file", () => {
    expect(places("ab\r\n\né\rx", 0, 2, 3, 4, 5, 7, 8, 9)).toEqual([
      "1:1 ab crlf",
      "1:3 ab crlf",
      "1:4 ab crlf",
      "2:1  lf",
      "3:1 é\rx none",
      "3:3 é\rx none",
      "3:4 é\rx none",
      "3:5 é\rx none",
    ]);
  });

  test("behind a final newline there is an empty line", () => {
    expect(places("a\n", 1, 2)).toEqual(["1:2 a lf", "2:1  none"]);
    expect(places("", 0)).toEqual(["1:1  none"]);
  });

  test("lines longer than a short look", () => {
    const long = "x".repeat(500);
    expect(places(`${long}\r\n${long}\n`, 400, 502, 1002)).toEqual([
      `1:401 ${long} crlf`,
      `2:1 ${long} lf`,
      `2:501 ${long} lf`,
    ]);
  });

  test("an offset before the last one starts over", () => {
    expect(places("a\nb\nc\n", 4, 0, 2)).toEqual(["3:1 c lf", "1:1 a lf", "2:1 b lf"]);
  });

  test("a cursor may start at any line", () => {
    const cursor = new LineCursor(bytes("a\nb\nc\n"), 2, 2).seek(4);
    expect([cursor.line, cursor.column, cursor.next]).toEqual([3, 1, 6]);
  });
});

test("how lines end", () => {
  const table = ["", "a", "a\rb", "a\n", "a\nb\n", "\n", "a\r\n", "\r\n\r\nb", "a\r\nb\n", "a\n\r\n", "\n\r\n"];
  expect(table.map((text) => `${JSON.stringify(text)} ${endOfLine(bytes(text))}`)).toEqual([
    '"" none',
    '"a" none',
    '"a\\rb" none',
    '"a\\n" lf',
    '"a\\nb\\n" lf',
    '"\\n" lf',
    '"a\\r\\n" crlf',
    '"\\r\\n\\r\\nb" crlf',
    '"a\\r\\nb\\n" mixed',
    '"a\\n\\r\\n" mixed',
    '"\\n\\r\\n" mixed',
  ]);
  expect(["a", "a\nb\r\n", "\r\n\n"].map((text) => firstEnding(bytes(text)))).toEqual([undefined, "lf", "crlf"]);
});

test("many offsets on many lines take one pass", () => {
  const source = bytes("line\n".repeat(200_000));
  const cursor = new LineCursor(source);
  let lines = 0;
  for (let offset = 0; offset < source.length; offset += 5) lines += cursor.seek(offset).line;
  expect(lines).toBe((200_000 * 200_001) / 2);
});
