/** Whether a rewrite settles is told by the lines it touched; the whole second pass is the oracle. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { isProblem, type Rewrite } from "../../src/match/engine.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import type { Content } from "../../src/model/content.ts";
import { applyEdits } from "../../src/text/patch.ts";
import { textSpec } from "../pool/tree.ts";

const patterns = fc.oneof(
  fc.constantFrom(
    "a",
    "ab",
    "a+",
    "^a",
    "a$",
    "^",
    "$",
    "\\Aa",
    "b\\z",
    "\\ba",
    "a\\b",
    "(a)(b)?",
    "[^b]",
    "\\s+$",
    "^\\s*",
    "a|b",
    ".*",
    "b*",
    "(?i)A",
    "é",
    "x?a",
  ),
  fc
    .array(fc.constantFrom("a", "b", "x", ".", "^", "$", "a*", "[ab]", "\\b", "(b)", "\\s", "é"), {
      minLength: 1,
      maxLength: 4,
    })
    .map((parts) => parts.join("")),
);
const replacements = fc.constantFrom(
  "",
  "a",
  "b",
  "ab",
  "$0",
  "a$0",
  "$0$0",
  "x",
  "\\r",
  " ",
  "\\U$0",
  "é",
  "\\x0a",
  "\n",
);
const texts = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "ab",
      "x",
      " ",
      "é",
      "\n",
      "\n",
      "\r\n",
      "y".repeat(300),
      `${"y".repeat(90)}\n`.repeat(4),
    ),
    {
      maxLength: 14,
    },
  )
  .map((parts) => parts.join(""));
const flags = fc.record({
  literal: fc.boolean(),
  word: fc.boolean(),
  ignoreCase: fc.boolean(),
  eol: fc.constantFrom("auto" as const, "raw" as const),
});

test("the lines that the edits touched tell as much as the whole second pass", () => {
  const told = { yes: 0, no: 0 };
  fc.assert(
    fc.property(
      patterns,
      replacements,
      texts,
      flags,
      fc.boolean(),
      (pattern, replacement, text, given, preserveCase) => {
        const spec = textSpec(pattern, replacement);
        const engine = textEngine({ ...spec, preserveCase, options: { ...spec.options, ...given } });
        if (!engine.ok || !engine.value.settles) return;
        const { edits } = rewritten(engine.value, contentOf(Buffer.from(text)));
        const result = contentOf(applyEdits(Buffer.from(text), edits));
        const settles = rewritten(engine.value, result).edits.count === 0;
        expect(engine.value.settles(result, edits)).toBe(settles);
        told[settles ? "yes" : "no"]++;
      },
    ),
    { numRuns: 6000, seed: 71 },
  );
  expect(Math.min(told.yes, told.no)).toBeGreaterThan(150);
});

function contentOf(bytes: Uint8Array): Content {
  return { bytes, encoding: "utf-8", bom: 0, stored: true };
}

function rewritten(
  engine: { rewrite(content: Content, file: { path: string; named: boolean }): unknown },
  content: Content,
): Rewrite {
  const made = engine.rewrite(content, { path: "a.txt", named: false }) as Rewrite;
  if (isProblem(made)) throw new Error("a text engine has no problems with a file");
  return made;
}
