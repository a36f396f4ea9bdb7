import { describe, expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { keyReader, type KeyStream } from "../../src/cli/keys.ts";
import { review } from "../../src/cli/review.ts";
import { plain } from "../../src/report/paint.ts";
import type { ReviewedFile } from "../../src/run/review.ts";
import { expectGolden } from "../golden.ts";

function file(path: string, lines: readonly number[], diff: string): ReviewedFile {
  const edits = lines.map((line) => ({ start: line, end: line + 1, line, column: 1, before: "foo", after: "bar" }));
  return { path, edits, diff: Buffer.from(diff) };
}

const hunk = (line: number) => `@@ -${line},2 +${line},2 @@\n-foo foo\n+bar bar\n x\n`;

const files = [
  file("a.txt", [1, 1, 40], hunk(1) + hunk(40)),
  file("b.txt", [7], hunk(7)),
  file("c.bin", [1, 2], "index 1..2\nGIT binary patch\n"),
];

async function answered(keys: string) {
  const left = [...keys];
  let shown = "";
  const terminal = { write: (text: string) => void (shown += text), readKey: async () => left.shift() };
  const result = await review(files, terminal, plain);
  return {
    kept: result.ok ? result.value.map((edits) => edits.map(Number).join("")) : result.problem.kind,
    left: left.join(""),
    shown,
  };
}

describe("what the keys choose", () => {
  const cases: readonly (readonly [keys: string, kept: readonly string[] | "interrupted"])[] = [
    ["yyyyy", ["111", "1", "11"]],
    ["nnnny", ["000", "0", "00"]],
    ["ynyny", ["110", "1", "00"]],
    ["nyyyy", ["001", "1", "11"]],
    ["fnyy", ["111", "0", "11"]],
    ["sfyy", ["000", "1", "11"]],
    ["nay", ["001", "1", "11"]],
    ["yqy", ["110", "0", "00"]],
    ["yqbyyyy", ["111", "1", "11"]],
    ["ybnnnyy", ["000", "0", "11"]],
    ["ybbyyyyy", ["111", "1", "11"]],
    ["fbnnyyy", ["000", "1", "11"]],
    ["yyyybny", ["111", "1", "00"]],
    ["y?zyyyy", ["111", "1", "11"]],
    ["YYYYY", ["111", "1", "11"]],
    ["yyyyn", "interrupted"],
    ["yyyyq", "interrupted"],
    ["y\u0003", "interrupted"],
    ["y\u001b", "interrupted"],
    ["y", "interrupted"],
    ["", "interrupted"],
  ];
  for (const [keys, kept] of cases)
    test(JSON.stringify(keys), async () =>
      expect(await answered(keys)).toMatchObject({ kept: kept as string[], left: "" }),
    );
});

test("what is shown", async () => expectGolden("cli/review.txt", (await answered("y?nbfnyy")).shown));

test("Enter asks again and nothing else; a key without a meaning is told so", async () => {
  const { kept, shown } = await answered("\rz\nyyyy\ry");
  expect(kept).toEqual(["111", "1", "11"]);
  const [first, ...others] = shown.split("change this? [y,n,f,s,a,b,q,?] ").slice(1);
  expect([first, ...others.slice(0, 2)]).toEqual(["\n", "z\nz is no answer (? shows them)\n", "\n"]);
  expect(shown.split("write 6 edits")).toHaveLength(3);
  expect(shown).not.toContain("make this change");
});

test("nothing to review asks once whether to end", async () => {
  const result = await review([], { write: () => {}, readKey: async () => "y" }, plain);
  expect(result).toEqual({ ok: true, value: [] });
});

class FakeStream extends EventEmitter {
  readonly raw: boolean[] = [];
  readonly chunks: (string | undefined)[];
  constructor(chunks: readonly (string | undefined)[]) {
    super();
    this.chunks = [...chunks];
  }
  setRawMode(raw: boolean): this {
    this.raw.push(raw);
    return this;
  }
  resume(): this {
    const chunk = this.chunks.shift();
    queueMicrotask(() => (chunk === undefined ? this.emit("end") : this.emit("data", Buffer.from(chunk))));
    return this;
  }
  pause(): this {
    return this;
  }
}

test("keys come one at a time, typed ahead or not, and leave the terminal as it was", async () => {
  const stream = new FakeStream(["yn", "\u001b[A", "q", undefined]);
  const readKey = keyReader(() => stream as unknown as KeyStream);
  const keys = [];
  for (let i = 0; i < 6; i++) keys.push(await readKey());
  expect(keys).toEqual(["y", "n", "\u001b[A", "q", undefined, undefined]);
  expect(stream.raw).toEqual([true, false, true, false, true, false, true, false]);
  expect(stream.listenerCount("data") + stream.listenerCount("end")).toBe(0);
});
