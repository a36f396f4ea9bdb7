import { expect, test } from "bun:test";
import {
  lineNumbers,
  makeStreams,
  streamTextSize,
  type StreamOp,
  type Streams,
} from "../../../src/match/kernels/streams.ts";

const newline: StreamOp = { kind: "class", of: { ranges: [10, 10], negated: false } };
const of = (...ranges: number[]): StreamOp => ({ kind: "class", of: { ranges, negated: false } });
const butNewline: StreamOp = { kind: "class", of: { ranges: [10, 10], negated: true } };

function kernel(ops: readonly StreamOp[]): Streams {
  return makeStreams({ ops: [newline, ...ops], newlines: 0, result: ops.length });
}

/** The lines in which the last operation has a bit set. */
function lines(streams: Streams, text: Buffer): string[] {
  streams.text.set(text);
  const count = streams.run(text.length);
  return Array.from({ length: count }, (_, line) =>
    text.toString("latin1", streams.lines[line * lineNumbers], streams.lines[line * lineNumbers + 1]),
  );
}

test("classes are exact for every byte, however many ranges they have", () => {
  const text = Buffer.from(Array.from({ length: 256 }, (_, byte) => [byte, 10]).flat());
  const members = (op: StreamOp): number[] =>
    lines(kernel([op]), text)
      .filter((line) => line !== "\n")
      .map((line) => line.charCodeAt(0));
  const range = (low: number, high: number): number[] =>
    Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const all = range(0, 255).filter((byte) => byte !== 10);
  for (const ranges of [
    [0, 0],
    [0x7f, 0x7f],
    [0, 9],
    [0x61, 0x7a],
    [11, 0x7f],
    [0x41, 0x5a, 0x61, 0x7a],
    [0, 0, 9, 9, 32, 40, 47, 48, 0x60, 0x7f],
  ]) {
    const inside = ranges.flatMap((low, at) => (at % 2 === 0 ? range(low, ranges[at + 1]!) : []));
    expect([ranges, members(of(...ranges))]).toEqual([ranges, inside]);
    const negated = { ranges: [...ranges, 10, 10], negated: true };
    expect(members({ kind: "class", of: negated })).toEqual(all.filter((byte) => !inside.includes(byte)));
  }
  expect(members({ kind: "class", of: { ranges: [], negated: false } })).toEqual([]);
});

test("a bit of an operation is carried over every edge of a step", () => {
  // An `a`, then letters, then a `z`.
  const ops: StreamOp[] = [
    of(0x61, 0x61),
    { kind: "advance", of: 1, first: 0 },
    of(0x61, 0x7a),
    { kind: "reach", of: 2, through: 3 },
    of(0x7a, 0x7a),
    { kind: "and", left: 4, right: 5 },
    { kind: "advance", of: 6, first: 0 },
  ];
  const streams = kernel(ops);
  for (let head = 0; head < 130; head++)
    for (const length of [0, 1, 5, 63, 64, 65, 200]) {
      const found = `a${"m".repeat(length)}z`;
      const other = `b${"m".repeat(length)}z A${"a".repeat(length)} z`;
      const text = `${"-".repeat(head)}\n${other}\n${found} ${found}\n${other}\n${"-".repeat(head)}${found}`;
      const expected = [`${found} ${found}\n`, `${"-".repeat(head)}${found}`];
      expect([head, length, lines(streams, Buffer.from(text))]).toEqual([head, length, expected]);
    }
});

test("of each line the last place with a bit is known, in whatever step it stands", () => {
  const streams = kernel([of(0x61, 0x61)]);
  for (let head = 0; head < 70; head++)
    for (const gap of [0, 1, 30, 62, 63, 64, 65, 128, 190]) {
      const line = `a${"-".repeat(gap)}a${"-".repeat(gap)}`;
      const text = Buffer.from(`${"-".repeat(head)}${line}\n${line}\n\n${line}`);
      streams.text.set(text);
      const last = Array.from({ length: streams.run(text.length) }, (_, at) => streams.lines[at * lineNumbers + 2]);
      const second = head + line.length + 1;
      const third = second + line.length + 2;
      expect([head, gap, last]).toEqual([head, gap, [head, second, third].map((start) => start + gap + 1)]);
    }
});

test("what comes in at the start is there at the start alone", () => {
  const ops: StreamOp[] = [{ kind: "advance", of: 0, first: 1 }, of(0x61, 0x61), { kind: "and", left: 1, right: 2 }];
  const streams = kernel(ops);
  expect(lines(streams, Buffer.from("ab\nba\na"))).toEqual(["ab\n", "a"]);
  expect(lines(streams, Buffer.from("ba\nba"))).toEqual([]);
});

test("there is room for the shortest lines and for the longest", () => {
  const shortest = Buffer.from("a\n".repeat(streamTextSize / 2));
  expect(lines(kernel([butNewline]), shortest).length).toBe(streamTextSize / 2);
  expect(lines(kernel([butNewline]), Buffer.alloc(streamTextSize, "a")).length).toBe(1);
  expect(lines(kernel([of(0x62, 0x62)]), Buffer.from(`${"a".repeat(streamTextSize - 2)}b\n`)).length).toBe(1);
  expect(lines(kernel([butNewline]), Buffer.from("\n".repeat(999)))).toEqual([]);
});
