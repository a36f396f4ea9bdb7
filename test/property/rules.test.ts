/** Many rules on one text: which edits are made follows from their places alone. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { ruleEngine, runRules } from "../rules/run.ts";
import { wordTest } from "../../src/rules/word-table.ts";
import { convertCase } from "../../src/rules/case.ts";

const seed = 20261130;
const letters = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 3 });

interface Place {
  readonly start: number;
  readonly end: number;
  readonly rule: number;
}

/** Non-overlapping occurrences from the left, as each rule by itself finds them. */
function occurrences(text: string, literal: string, rule: number): Place[] {
  const places: Place[] = [];
  for (let at = text.indexOf(literal); at >= 0; at = text.indexOf(literal, at + literal.length))
    places.push({ start: at, end: at + literal.length, rule });
  return places;
}

test("the first in the text, then the longer, then the earlier rule is made, and every other is told", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom("a", "b", "c", " "), maxLength: 40 }),
      (literals, text) => {
        const rules = literals
          .map((literal, i) => `id: r${i}\nliteral: "${literal}"\nreplace: "<${i}>"\n`)
          .join("---\n");
        const { text: after, rewrite } = runRules(ruleEngine(rules), "a.txt", text);
        const wanted = literals
          .flatMap((literal, i) => occurrences(text, literal, i))
          .toSorted((a, b) => a.start - b.start || b.end - a.end || a.rule - b.rule);
        let result = "";
        let at = 0;
        let dropped = 0;
        for (const { start, end, rule } of wanted) {
          if (start < at) {
            dropped++;
            continue;
          }
          result += `${text.slice(at, start)}<${rule}>`;
          at = end;
        }
        expect(after).toBe(result + text.slice(at));
        expect(rewrite.dropped?.length ?? 0).toBe(dropped);
      },
    ),
    { seed, numRuns: 200 },
  );
});

test("rules of code in any order make the same edits where they do not overlap", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(["f", "g", "h", "i"], { minLength: 1 }),
      fc.array(fc.constantFrom("f", "g", "h", "i", "j"), { maxLength: 8 }),
      (names, calls) => {
        const rules = names.map(
          (name) => `id: ${name}\nlanguage: js\nrule: { pattern: '${name}($A)' }\nfix: '${name}2($A)'\n`,
        );
        const code = calls.map((name, i) => `${name}(${i});`).join(" ");
        const expected = calls.map((name, i) => `${names.includes(name) ? `${name}2` : name}(${i});`).join(" ");
        expect(runRules(ruleEngine(rules.join("---\n")), "a.js", code).text).toBe(expected);
      },
    ),
    { seed, numRuns: 60 },
  );
});

test("the table of words agrees with a search", () => {
  const bytes = fc.uint8Array({ maxLength: 60, min: 0x61, max: 0x63 });
  fc.assert(
    fc.property(bytes, fc.array(fc.uint8Array({ minLength: 1, maxLength: 4, min: 0x61, max: 0x63 })), (text, words) => {
      const many = wordTest(text, 0, text.length, 1000);
      const few = wordTest(text, 0, text.length, 1);
      for (const word of words) {
        expect(many({ bytes: word, closed: false })).toBe(Buffer.from(text).includes(word));
        expect(many({ bytes: word, closed: true })).toBe(Buffer.from(text).subarray(-word.length).equals(word));
        expect(few({ bytes: word, closed: true })).toBe(many({ bytes: word, closed: true }));
      }
    }),
    { seed },
  );
});

test("snakes of letters turn into camels and back", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{2,5}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, (list) => {
      const snake = list.join("_");
      const camel = convertCase(snake, "camelCase", undefined);
      expect(convertCase(camel, "snakeCase", undefined)).toBe(snake);
      expect(convertCase(snake, "kebabCase", undefined)).toBe(list.join("-"));
      expect(convertCase(convertCase(snake, "pascalCase", undefined), "camelCase", undefined)).toBe(camel);
    }),
    { seed },
  );
});

test("every case keeps letters and digits in their order", () => {
  const words = fc.array(fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,4}$/), { minLength: 1, maxLength: 4 });
  const bare = (text: string): string => text.replace(/[_-]/g, "").toLowerCase();
  fc.assert(
    fc.property(words, fc.constantFrom("camelCase", "snakeCase", "kebabCase", "pascalCase"), (list, to) => {
      expect(bare(convertCase(list.join("_"), to, undefined))).toBe(bare(list.join("")));
    }),
    { seed },
  );
});
