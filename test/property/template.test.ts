import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { preserveCase } from "../../src/match/case.ts";
import { parseTemplate, type TemplateOptions } from "../../src/match/template.ts";
import { ByteSink } from "../../src/text/byte-sink.ts";

const runs = { numRuns: 1000, seed: 12 };
const pattern: TemplateOptions = { literal: false, eol: "auto", groupCount: 2, groupNames: { name: 1 } };
const source = Buffer.from("[left|right]");
const spans = { count: 1, starts: Int32Array.of(1), ends: Int32Array.of(11), groups: Int32Array.of(1, 5, 6, 11) };

function render(text: string, options: Partial<TemplateOptions> = {}): string | undefined {
  const template = parseTemplate(text, { ...pattern, ...options });
  if (!template.ok) return undefined;
  const sink = new ByteSink(1);
  template.value.render(sink, source, spans, 0, "lf");
  return Buffer.from(sink.take()).toString();
}

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom("$", "\\", "{", "}", "1", "n", "\r", "\n"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 20,
});
const oneNewline = (text: string): string => text.replaceAll("\r\n", "\n");

test("escaped text comes out as it was", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(render(text.replaceAll("\\", "\\\\").replaceAll("$", "$$$$"))).toBe(oneNewline(text));
    }),
    runs,
  );
});

test("literal text comes out as it was", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(render(text, { literal: true, eol: "raw" })).toBe(text);
      expect(render(text, { literal: true })).toBe(oneNewline(text));
    }),
    runs,
  );
});

test("the parts of a template are rendered one after the other", () => {
  const parts = fc.constantFrom(
    ...([
      ["$0", "left|right"],
      ["$&", "left|right"],
      ["${1}", "left"],
      ["${2}", "right"],
      ["${name}", "left"],
      ["$$", "$"],
      ["\\\\", "\\"],
      ["\\t", "\t"],
      ["\\x41", "A"],
      ["\\u{e9}", "é"],
      ["-", "-"],
      ["x", "x"],
      ["0", "0"],
    ] as const),
  );
  fc.assert(
    fc.property(fc.array(parts), (list) => {
      expect(render(list.map(([text]) => text).join(""))).toBe(list.map(([, result]) => result).join(""));
    }),
    runs,
  );
});

test("any text is read or refused with its place, and never throws", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("$", "\\", "{", "}", "0", "1", "9", "name", "x", "u", "U", "é", "\n"), { maxLength: 8 }),
      (parts) => {
        const text = parts.join("");
        const read = parseTemplate(text, pattern);
        if (read.ok) return;
        const { column = 0, kind } = read.problem;
        expect(kind).toBe("invalid_template");
        expect(["$".charCodeAt(0), "\\".charCodeAt(0)]).toContain(Buffer.from(text)[column - 1]);
      },
    ),
    runs,
  );
});

test("a fixed run is text of the result", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("$1", "\\u", "\\U", "\\E", "abc", " - ", "xyzzy", "\\n")), (parts) => {
      const text = parts.join("");
      const read = parseTemplate(text, pattern);
      const run = read.ok ? read.value.fixedRun : undefined;
      if (run !== undefined) expect(render(text)).toContain(run);
    }),
    runs,
  );
});

test("case is kept: text all in one case passes it on, and only the case ever changes", () => {
  const words = fc.stringMatching(/^[a-zA-Z]{2,6}([ _.-]?[a-zA-Z]{1,6}){0,3}$/);
  fc.assert(
    fc.property(words, words, (matched, replacement) => {
      expect(preserveCase(matched.toLowerCase(), replacement)).toBe(replacement.toLowerCase());
      expect(preserveCase(matched.toUpperCase(), replacement)).toBe(replacement.toUpperCase());
      expect(preserveCase(matched, replacement).toLowerCase()).toBe(replacement.toLowerCase());
    }),
    runs,
  );
});
