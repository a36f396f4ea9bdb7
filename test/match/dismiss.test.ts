/** A file that is dismissed is one of which there is nothing to tell: whatever its bytes, and whatever lies behind them. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createProcessor } from "../../src/match/process.ts";
import type { BareWindow } from "../../src/model/window.ts";
import { engineOf, jobOf, textSpec } from "../pool/tree.ts";

/** The bytes at the start of memory that holds something else behind them. */
function windowOf(stored: Uint8Array, room: number, behind: number): BareWindow {
  const memory = Buffer.from(new ArrayBuffer(stored.length + room)).fill(behind);
  memory.set(stored);
  return {
    memory,
    length: stored.length,
    ended: true,
    get bytes() {
      return new Uint8Array(memory.buffer, 0, stored.length);
    },
    advance() {
      throw new Error("the file has ended");
    },
  };
}

const pieces = fc.constantFrom("ab", "a", "b", "\n", "x".repeat(40), "é", "\0", "\xff", "\xfe", "\ufeff", "a\0b");
const files = fc.array(pieces, { maxLength: 12 }).map((parts) => {
  const bytes = parts.map((part) => (/^[\xfe\xff]$/.test(part) ? Buffer.from(part, "latin1") : Buffer.from(part)));
  return new Uint8Array(Buffer.concat(bytes));
});

describe("dismissed means nothing to tell", () => {
  for (const pattern of ["ab", "b+ab", "a.ab", "\\bab$"]) {
    for (const verb of ["search", "plan"] as const) {
      test(`${verb} ${pattern}`, () => {
        const spec = textSpec(pattern, verb === "plan" ? "z" : undefined);
        const processor = createProcessor(jobOf(spec, { verb }), engineOf(spec));
        const dismisses = processor.dismisses!;
        fc.assert(
          fc.property(files, fc.nat(4), fc.constantFrom(0, 0x61, 0x62, 0x0a), (stored, room, behind) => {
            const window = windowOf(stored, room, behind);
            const dismissed = dismisses(window);
            expect(Buffer.compare(window.bytes, stored)).toBe(0);
            if (dismissed) expect(processor.process(window, { path: "a.txt", named: false })).toBeUndefined();
          }),
          { seed: 5, numRuns: 2000 },
        );
      });
    }
  }

  test("plain text without the needle is", () => {
    const spec = textSpec("needle");
    const { dismisses } = createProcessor(jobOf(spec), engineOf(spec));
    for (const text of ["", "hay", "needl", "éé", "\ufeffhay", `${"hay ".repeat(5000)}\0`])
      expect(dismisses!(windowOf(Buffer.from(text), 6, 0))).toBe(true);
    for (const text of ["needle", "\0", `${"hay ".repeat(500)}\0`])
      expect(dismisses!(windowOf(Buffer.from(text), 6, 0))).toBe(false);
  });
});

test("only where one text tells it all", () => {
  const dismisses = (spec: ReturnType<typeof textSpec>, more = {}) =>
    createProcessor(jobOf(spec, more), engineOf(spec)).dismisses;
  expect(dismisses(textSpec("needle|pin"))).toBeUndefined();
  expect(dismisses(textSpec("[a-z]+"))).toBeUndefined();
  expect(dismisses(textSpec("(?i)needle"))).toBeUndefined();
  expect(dismisses(textSpec("needle"), { encoding: "utf-16le" })).toBeUndefined();
});
