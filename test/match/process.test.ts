import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createProcessor } from "../../src/match/process.ts";
import type { Job } from "../../src/model/job.ts";
import type { ChangedOutcome, FileOutcome } from "../../src/model/outcome.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import type { FileWindow } from "../../src/model/window.ts";
import { engineOf, jobOf, textSpec } from "../pool/tree.ts";

/** A file in memory, seen through a window that starts with so many bytes. */
class MemoryWindow implements FileWindow {
  readonly readAgain: FileWindow["readAgain"];
  readonly #file: Uint8Array;
  #size: number;
  #from = 0;
  #to = 0;
  /** The largest the window ever was. */
  largest: number;

  /** `again`: what has passed can be read once more. */
  constructor(file: Uint8Array, size = file.length + 1, again = false) {
    this.#file = file;
    if (again) this.readAgain = (into, position) => this.#copy(into, position);
    this.#size = size;
    this.largest = size;
    this.#to = Math.min(size, file.length);
  }

  /** A fresh copy, so that nothing can hold on to what has passed. */
  get bytes(): Uint8Array {
    return this.#file.slice(this.#from, this.#to);
  }

  get ended(): boolean {
    return this.#to - this.#from < this.#size;
  }

  /** No more than 7 bytes at once, as reads may give less than was asked for. */
  #copy(into: Uint8Array, position: number): number {
    const part = this.#file.subarray(position, position + Math.min(into.length, 7));
    into.set(part);
    return part.length;
  }

  advance(count: number): void {
    if (count === 0) this.#size *= 2;
    this.largest = Math.max(this.largest, this.#size);
    this.#from += count;
    this.#to = Math.min(this.#file.length, this.#from + this.#size);
  }
}

const file = { path: "a.txt", named: false };

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

async function processed(
  spec: TextSpec,
  content: string | Uint8Array,
  more: Partial<Job> = {},
  window?: number,
  again = false,
): Promise<FileOutcome | undefined> {
  const processor = createProcessor(jobOf(spec, more), engineOf(spec));
  return processor.process(new MemoryWindow(bytesOf(content), window, again), file);
}

const wants = { diff: false, digests: false, detail: false, listed: false, lines: false, countOnly: false };
const detail = { wants: { ...wants, detail: true } };

function utf16(text: string, order: "le" | "be"): Uint8Array {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(order === "le" ? bytes : bytes.swap16());
}

describe("a large file in pieces gives what the whole file gives", () => {
  const patterns = ["b", "a*$", "^", "\\bx?", "(?P<w>[ab]+)\\s*$", "\\A.", ".\\z", "é|\\s"];
  const endings = fc.constantFrom("\n", "\r\n", "\r", "\n\n");
  const lines = fc.array(fc.tuple(fc.constantFrom("", "a", "ab", "x b", "bé", "aaaaaaaaaaaaab", "  "), endings), {
    maxLength: 12,
  });
  const text = fc.tuple(lines, fc.constantFrom("", "ab", "x")).map(([rows, last]) => `${rows.flat().join("")}${last}`);
  const encode = fc.constantFrom(
    (content: string) => bytesOf(content),
    (content: string) => bytesOf(`\ufeff${content}`),
    (content: string) => utf16(content, "le"),
    (content: string) => utf16(content, "be"),
  );
  for (const pattern of patterns) {
    test(pattern, async () => {
      await fc.assert(
        fc.asyncProperty(
          text,
          encode,
          fc.integer({ min: 4, max: 24 }),
          fc.boolean(),
          async (content, encoded, window, again) => {
            const spec = textSpec(pattern);
            const stored = encoded(content);
            expect(await processed(spec, stored, detail, window, again)).toEqual(await processed(spec, stored, detail));
          },
        ),
        { seed: 11, numRuns: 150 },
      );
    });
  }

  test("in another encoding", async () => {
    const stored = new Uint8Array([0xe4, 10, 98, 0xe4, 13, 10, 0xe4]);
    const latin = { ...detail, encoding: "latin1" };
    const whole = await processed(textSpec("ä"), stored, latin);
    expect(whole).toMatchObject({ kind: "matched", count: 3, matches: [{ start: 0 }, { start: 3 }, { start: 6 }] });
    expect(await processed(textSpec("ä"), stored, latin, 3)).toEqual(whole);
  });

  test("in another encoding, whose text is longer in some parts than in others", async () => {
    const rows = fc.array(fc.constantFrom("\n", "a\n", "\xe9\n", "a\xe9\xe9\xe9\n"), { maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 5, max: 9 }), fc.boolean(), async (content, window, again) => {
        const stored = new Uint8Array(Buffer.from(`${content.join("")}b`, "latin1"));
        const latin = { ...detail, encoding: "latin1" };
        const whole = await processed(textSpec("b"), stored, latin);
        expect(await processed(textSpec("b"), stored, latin, window, again)).toEqual(whole);
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  test("in UTF-8 that was asked for and is found wanting behind the first part", async () => {
    const stored = new Uint8Array(Buffer.from("ab\nab\n\xe9b\n", "latin1"));
    const skipped = { kind: "skipped", path: "a.txt", reason: "encoding" } as const;
    for (const encoding of ["utf-8", "UTF8"])
      for (const window of [undefined, 4])
        expect(await processed(textSpec("b"), stored, { ...detail, encoding }, window)).toEqual(skipped);
    expect(await processed(textSpec("b"), stored, detail, 4)).toMatchObject({ kind: "matched", count: 3 });
  });

  test("the window grows only for a longer line", async () => {
    const spec = textSpec("b");
    const window = new MemoryWindow(bytesOf(`${"a\n".repeat(1000)}${"a".repeat(100)}b\n`), 64);
    await createProcessor(jobOf(spec), engineOf(spec)).process(window, file);
    expect(window.largest).toBe(128);
  });
});

describe("matches of a search", () => {
  const matchesOf = async (...given: Parameters<typeof processed>) => {
    const outcome = await processed(...given);
    return outcome?.kind === "matched" ? outcome.matches : outcome;
  };

  test("are where they are, in bytes behind the mark", async () => {
    expect(await matchesOf(textSpec("b+"), "\ufeffä b\r\nbb")).toEqual([
      { line: 1, column: 4, snippet: "b" },
      { line: 2, column: 1, snippet: "bb" },
    ]);
  });

  test("carry place, line, anchor and captures with detail", async () => {
    expect(await matchesOf(textSpec("(?P<key>\\w+)=(?P<value>\\w+)?"), "\ufeffx\n a=1 b=\r\n", detail)).toEqual([
      {
        line: 2,
        column: 2,
        snippet: "a=1",
        start: 6,
        end: 9,
        text: " a=1 b=",
        anchor: "2:99e",
        captures: { key: "a", value: "1" },
      },
      {
        line: 2,
        column: 6,
        snippet: "b=",
        start: 10,
        end: 12,
        text: " a=1 b=",
        anchor: "2:99e",
        captures: { key: "b" },
      },
    ]);
  });

  test("are cut at the first newline and at 200 characters", async () => {
    const snippets = async (pattern: string, content: string) => {
      const spec = textSpec(pattern);
      const matches = await matchesOf({ ...spec, options: { ...spec.options, multiline: true } }, content);
      return (matches as unknown as { snippet: string }[]).map((match) => match.snippet);
    };
    expect(await snippets("a\\s+b", "a\r\nb")).toEqual(["a"]);
    expect(await snippets("\\s+b", "a\r\n\nb")).toEqual([""]);
    expect(await snippets("a+", "a".repeat(201))).toEqual(["a".repeat(200)]);
    expect(await snippets("😀+", "😀".repeat(201))).toEqual(["😀".repeat(200)]);
  });

  test("are listed to the limit and counted beyond it", async () => {
    expect(await processed(textSpec("a"), "a a\na", { limit: 1 })).toMatchObject({ count: 3, matches: [{ line: 1 }] });
    expect(await processed(textSpec("a"), "a a\na", { wants: { ...wants, countOnly: true } })).toMatchObject({
      count: 3,
      matches: [],
    });
  });

  test("are the first of each line where lines are shown", async () => {
    expect(await processed(textSpec("a"), "a a\r\nb a\n", { wants: { ...wants, lines: true } })).toMatchObject({
      count: 3,
      matches: [
        { line: 1, column: 1, text: "a a", further: 1 },
        { line: 2, column: 3, text: "b a" },
      ],
    });
  });
});

describe("what a file comes to", () => {
  const head = "a".repeat(8192);
  const plan = { verb: "plan" } as const;
  const cases: readonly (readonly [string, Parameters<typeof processed>, unknown])[] = [
    ["no match is no outcome", [textSpec("a"), "b"], undefined],
    ["a NUL in the head is binary", [textSpec("a"), "a\0"], { kind: "skipped", reason: "binary" }],
    [
      "a NUL in the head of a large file too",
      [textSpec("a"), `a\0${head}`, {}, 9000],
      { kind: "skipped", reason: "binary" },
    ],
    ["a NUL behind the head is searched", [textSpec("b"), `${head}b\0`], { kind: "matched", count: 1 }],
    ["and never edited", [textSpec("b", "c"), `${head}b\0`, plan], { kind: "skipped", reason: "binary" }],
    ["and counts as searched without a match", [textSpec("x", "y"), `${head}b\0`, plan], undefined],
    ["a mark explains a NUL", [textSpec("b", "c"), "\ufeffb\0", plan], { kind: "changed" }],
    [
      "what another encoding lacks cannot be written",
      [textSpec("a", "☃"), "a", { ...plan, encoding: "latin1" }],
      { kind: "skipped", reason: "encoding" },
    ],
    [
      "a match above the size limit fails",
      [textSpec("a", "b"), "x\na\n", { ...plan, maxBytes: 3 }, 2],
      { kind: "failed", problem: { kind: "file_too_large", path: "a.txt" } },
    ],
    [
      "or is skipped for a partial answer",
      [textSpec("a", "b"), "x\na\n", { ...plan, maxBytes: 3, partial: true }, 2],
      { kind: "skipped", reason: "too_large" },
    ],
    [
      "a search lists it",
      [textSpec("a"), "x\na\n", { maxBytes: 3 }, 2],
      { kind: "matched", matches: [{ line: 2, column: 1 }] },
    ],
    [
      "a large file without a match is searched",
      [textSpec("a", "b"), "x\nx\n", { ...plan, maxBytes: 3 }, 2],
      undefined,
    ],
    [
      "a search that needs the whole file skips it for a partial answer",
      [textSpec("a\\n"), "x\na\n", { maxBytes: 3, partial: true }, 2],
      { kind: "skipped", reason: "too_large" },
    ],
    [
      "and fails where the answer has to be whole",
      [textSpec("a\\n"), "x\na\n", { maxBytes: 3 }, 2],
      { kind: "failed", problem: { kind: "file_too_large", path: "a.txt" } },
    ],
    [
      "growing text is refused",
      [textSpec("cat", "category"), "x\ncat", plan],
      { kind: "failed", problem: { kind: "non_convergent_replacement", line: 2 } },
    ],
    [
      "so is a new match around an edit",
      [textSpec("ab", ""), "aabb", plan],
      { kind: "failed", problem: { kind: "non_convergent_context" } },
    ],
    ["unless it is allowed", [textSpec("ab", ""), "aabb", { ...plan, allowNonConvergent: true }], { kind: "changed" }],
  ];
  for (const [name, given, expected] of cases) {
    test(name, async () => {
      const outcome = await processed(...given);
      if (expected === undefined) expect(outcome).toBeUndefined();
      else expect(outcome).toMatchObject(expected as object);
    });
  }
});

describe("a change", () => {
  const change = async (...given: Parameters<typeof processed>) =>
    ((await processed(...given)) as ChangedOutcome).change;
  const asked = { verb: "plan", wants: { ...wants, diff: true, digests: true, listed: true } } as const;

  test("has everything that apply and reports need", async () => {
    const { edits, hunks, ...rest } = await change(textSpec("b", "cc"), "\ufeffa\r\nä b\r\n", asked);
    expect(rest).toEqual({
      hashBefore: new Bun.CryptoHasher("sha256").update("\ufeffa\r\nä b\r\n").digest("hex"),
      hashAfter: new Bun.CryptoHasher("sha256").update("\ufeffa\r\nä cc\r\n").digest("hex"),
      quickHashBefore: Bun.hash.xxHash3("\ufeffa\r\nä b\r\n"),
      quickHashAfter: Bun.hash.xxHash3("\ufeffa\r\nä cc\r\n"),
      encoding: "utf-8-bom",
      eol: "crlf",
      listed: [{ start: 9, end: 10, line: 2, column: 4, before: "b", after: "cc", utf16Column: 3 }],
    });
    expect([edits.starts[0], edits.ends[0]]).toEqual([9, 10]);
    expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(hunks)).toBe(
      "@@ -1,2 +1,2 @@\n \ufeffa\r\n-ä b\r\n+ä cc\r\n",
    );
  });

  test("of a file in UTF-16 is in its own bytes", async () => {
    const { edits, hashAfter } = await change(textSpec("b", "☃"), utf16("ab", "be"), asked);
    expect({ start: edits.starts[0], end: edits.ends[0], inserted: [...edits.inserted] }).toEqual({
      start: 4,
      end: 6,
      inserted: [0x26, 0x03],
    });
    expect(hashAfter).toBe(new Bun.CryptoHasher("sha256").update(utf16("a☃", "be")).digest("hex"));
  });

  test("that breaks the syntax is refused, warned of, or not looked at", async () => {
    const spec = textSpec("\\)", "");
    const kinds = async (syntax: Job["syntax"]) => {
      const processor = createProcessor(jobOf(spec, { verb: "plan", syntax }), engineOf(spec));
      const outcome = await processor.process(new MemoryWindow(bytesOf("f(1);\n")), { path: "a.js", named: false });
      return outcome?.kind === "failed" ? outcome.problem.kind : [outcome?.kind, outcome?.warnings?.[0]?.code];
    };
    expect([await kinds("block"), await kinds("warn"), await kinds("off")]).toEqual([
      "syntax_regression",
      ["changed", "syntax_regression"],
      ["changed", undefined],
    ]);
  });
});
