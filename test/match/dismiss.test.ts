/** A file that is dismissed is one of which there is nothing to tell: whatever its bytes, and whatever lies behind them. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Engine } from "../../src/match/engine.ts";
import { createProcessor } from "../../src/match/process.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import { behindWindow, windowAt, type BareWindow } from "../../src/model/window.ts";
import { jobOf, textSpec } from "../pool/tree.ts";

/** Kernels are built at once. */
function warmEngineOf(spec: TextSpec): Engine {
  const engine = textEngine(spec, { routes: "all", warmUp: 0 });
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

const kernels = new WebAssembly.Memory({ initial: 4 });
const kernelRoom = kernels.buffer.byteLength - windowAt - behindWindow;

/** The bytes at the start of memory that holds something else behind them; of a memory that kernels share, or of any other. */
function windowOf(stored: Uint8Array, room: number, behind: number, shared = false): BareWindow {
  const length = shared ? kernelRoom : stored.length + room;
  const memory = Buffer.from(
    shared ? (kernels.buffer as ArrayBuffer) : new ArrayBuffer(length),
    shared ? windowAt : 0,
    length,
  );
  memory.fill(behind);
  memory.set(stored);
  return {
    memory,
    kernelMemory: shared ? kernels : undefined,
    length: stored.length,
    ended: true,
    get bytes() {
      return new Uint8Array(memory.buffer, memory.byteOffset, stored.length);
    },
    advance() {
      throw new Error("the file has ended");
    },
  };
}

const pieces = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom("ab", "a", "b", "kas", "\n", "x".repeat(40), "é", "\u212a", "\u017f") },
  { weight: 1, arbitrary: fc.constantFrom("\0", "\xff", "\xfe", "\ufeff", "a\0b", "y".repeat(8190), "y".repeat(8192)) },
);
const files = fc.array(pieces, { maxLength: 16 }).map((parts) => {
  const bytes = parts.map((part) => (/^[\xfe\xff]$/.test(part) ? Buffer.from(part, "latin1") : Buffer.from(part)));
  return new Uint8Array(Buffer.concat(bytes));
});

const behinds = fc.constantFrom(0, 0x61, 0x62, 0x0a);
const file = { path: "a.txt", named: false };

describe("dismissed means nothing to tell", () => {
  for (const pattern of [
    "ab",
    "b+ab",
    "bab",
    "a.ab",
    "\\bab$",
    "bab|aab|kas",
    "(?i)bak|bAs",
    "(?i)bab",
    "[a-z]+aba\\b",
  ]) {
    for (const verb of ["search", "plan"] as const) {
      test(`${verb} ${pattern}`, () => {
        const spec = textSpec(pattern, verb === "plan" ? "z" : undefined);
        const processor = createProcessor(jobOf(spec, { verb }), warmEngineOf(spec));
        const dismisses = processor.dismisses!;
        const apart = createProcessor(jobOf(spec, { verb }), warmEngineOf(spec));
        fc.assert(
          fc.property(files, fc.nat(4), behinds, fc.boolean(), (stored, room, behind, shared) => {
            const window = windowOf(stored, room, behind, shared);
            const dismissed = dismisses(window);
            expect(Buffer.compare(window.bytes, stored)).toBe(0);
            const outcome = apart.process(windowOf(stored, room, behind), file);
            if (dismissed) expect(outcome).toBeUndefined();
            expect(processor.process(window, file)).toEqual(outcome);
          }),
          { seed: 5, numRuns: 1000 },
        );
      });
    }
  }

  for (const [pattern, place] of [
    ["needle", "anywhere"],
    ["needle", "shared"],
    ["(?i)neeDle", "shared"],
    ["needle|[a-z]+pinpoint", "shared"],
  ] as const)
    test(`plain text without ${pattern} is, in memory ${place}`, () => {
      const spec = textSpec(pattern);
      const { dismisses } = createProcessor(jobOf(spec), warmEngineOf(spec));
      const dismissed = (text: string) => dismisses!(windowOf(Buffer.from(text), 6, 0, place === "shared"));
      for (const text of ["", "hay", "needl", "éé", "\ufeffhay", `${"hay ".repeat(5000)}\0`, "needl\ne".repeat(20_000)])
        expect(dismissed(text)).toBe(true);
      for (let length = 1; length < 200; length++) {
        const text = `${"hay ".repeat(50).slice(0, length)}needle`;
        expect([text, dismissed(text), dismissed(text.slice(0, -1)), dismissed(`${text.slice(0, -1)}\0`)]).toEqual([
          text,
          false,
          true,
          false,
        ]);
      }
      for (const at of [0, 1, 63, 64, 8191, 8192, 8193])
        for (const more of [0, 1, 64, 10_000])
          expect([at, more, dismissed(`${"x".repeat(at)}\0${"x".repeat(more)}`)]).toEqual([at, more, at >= 8192]);
    });
});

test("only where texts tell it all", () => {
  const dismisses = (spec: ReturnType<typeof textSpec>, more = {}) =>
    createProcessor(jobOf(spec, more), warmEngineOf(spec)).dismisses;
  expect(dismisses(textSpec("[a-z]+"))).toBeUndefined();
  expect(dismisses(textSpec("needle"), { encoding: "utf-16le" })).toBeUndefined();
  const several = dismisses(textSpec("needle|pin"))!;
  expect([false, true].map((shared) => several(windowOf(Buffer.from("hay"), 6, 0, shared)))).toEqual([false, true]);
});
