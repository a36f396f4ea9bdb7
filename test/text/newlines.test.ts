import { expect, test } from "bun:test";
import fc from "fast-check";
import { LineCursor } from "../../src/text/lines.ts";
import { countNewlines } from "../../src/text/newlines.ts";

test("the count is that of a plain loop, for every length and place", () => {
  const bytes = fc
    .uint8Array({ minLength: 0, maxLength: 700 })
    .map((given) => given.map((byte) => (byte < 60 ? 10 : byte)));
  fc.assert(
    fc.property(bytes, fc.nat(700), fc.nat(700), (text, a, b) => {
      const [start, end] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(countNewlines(text, start, end)).toBe(text.subarray(start, end).filter((byte) => byte === 10).length);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test("ranges longer than the kernel's memory are counted in parts", () => {
  const text = new Uint8Array(1_000_003).fill(97).map((byte, i) => (i % 7 === 0 ? 10 : byte));
  expect(countNewlines(text, 3, text.length)).toBe(Math.ceil(text.length / 7) - 1);
});

test("a cursor that leaps finds the same lines as one that goes line by line", () => {
  const text = new TextEncoder().encode(Array.from({ length: 300 }, (_, i) => "x".repeat(i % 40)).join("\n"));
  const leaping = new LineCursor(text);
  const stepping = new LineCursor(text);
  for (let offset = 0; offset <= text.length; offset++) {
    const near = stepping.seek(offset);
    if (offset % 997 !== 0 && offset !== text.length) continue;
    const { line, column, start, end, next } = leaping.seek(offset);
    expect({ line, column, start, end, next }).toEqual({
      line: near.line,
      column: near.column,
      start: near.start,
      end: near.end,
      next: near.next,
    });
  }
});
