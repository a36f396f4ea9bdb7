/** What is typed is what is meant: arguments written in any of their forms are read back as the same options and operands. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseFlags, type FlagInfo } from "../../src/cli/flags.ts";
import { flagsOf } from "../../src/cli/verbs.ts";
import { nearestName } from "../../src/model/nearest.ts";
import { colourDiff } from "../../src/report/colour-diff.ts";
import { splitHunks } from "../../src/report/hunks.ts";
import { coloured } from "../../src/report/paint.ts";

const table = flagsOf("apply");
const word = fc.string({ unit: fc.constantFrom(..."ab-=,*'\" é😀\n"), minLength: 1, maxLength: 6 });

interface Typed {
  readonly words: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

function flagArbitrary([name, info]: [string, FlagInfo]): fc.Arbitrary<Typed> {
  const longs = [name.replaceAll("_", "-"), ...(info.aliases ?? [])].map((long) => `--${long}`);
  if (info.kind === "boolean") {
    const on = fc
      .constantFrom(...longs, ...(info.short ? [`-${info.short}`] : []))
      .map((flag) => ({ words: [flag], name, value: true }));
    return info.negated !== undefined
      ? fc.oneof(on, fc.constant({ words: [`--no-${longs[0]!.slice(2)}`], name, value: false }))
      : on;
  }
  return fc
    .tuple(valueArbitrary(info), fc.constantFrom("joined", "apart", "short", "short apart"), fc.constantFrom(...longs))
    .map(([{ text, value }, form, long]) => ({ name, value, words: wordsOf(form, long, info.short, text) }));
}

function valueArbitrary(info: FlagInfo): fc.Arbitrary<{ text: string; value: unknown }> {
  const same = (value: string) => ({ text: value, value });
  if (info.kind === "choice") return fc.constantFrom(...info.choices!).map(same);
  if (info.kind === "count") return fc.nat().map((value) => ({ text: String(value), value }));
  if (info.kind === "seconds")
    return fc.integer({ min: 1, max: 9999 }).map((n) => ({ text: String(n / 4), value: n / 4 }));
  if (info.kind === "bytes")
    return fc.tuple(fc.nat({ max: 999 }), fc.constantFrom("", "K", "m", "G")).map(([n, unit]) => ({
      text: `${n}${unit}`,
      value: n * { "": 1, K: 1024, m: 1024 ** 2, G: 1024 ** 3 }[unit]!,
    }));
  return word.filter((text) => !text.startsWith("-") && !text.startsWith("=")).map(same);
}

function wordsOf(form: string, long: string, short: string | undefined, text: string): string[] {
  if (form === "joined" || (form === "short" && !short)) return [`${long}=${text}`];
  if (form === "apart" || !short) return [long, text];
  return form === "short" ? [`-${short}${text}`] : [`-${short}`, text];
}

const flag = fc.constantFrom(...Object.entries(table)).chain(flagArbitrary);
const operand = word.filter((text) => !text.startsWith("-")).map((text) => ({ words: [text], operand: text }));

test("flags and operands in any order and form", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(flag, operand), { maxLength: 12 }), fc.option(fc.array(word)), (parts, behind) => {
      const given: Record<string, unknown> = {};
      for (const part of parts)
        if ("name" in part)
          given[part.name] = table[part.name]!.repeatable
            ? [...((given[part.name] as unknown[] | undefined) ?? []), part.value]
            : part.value;
      const operands = [
        ...parts.flatMap((part) => ("operand" in part ? [{ text: part.operand, afterDashes: false }] : [])),
        ...(behind ?? []).map((text) => ({ text, afterDashes: true })),
      ];
      const argv = [...parts.flatMap(({ words }) => words), ...(behind ? ["--", ...behind] : [])];
      const parsed = parseFlags(argv, table);
      expect({ given: parsed.given, operands: parsed.operands, mistakes: parsed.mistakes }).toEqual({
        given: given as {},
        operands,
        mistakes: [],
      });
    }),
    { seed: 7, numRuns: 400 },
  );
});

test("no arguments are too odd to be read or refused", () => {
  const odd = fc.array(
    fc.oneof(word, fc.constantFrom("-", "--", "---", "-=", "--=", "--no-", "-tjs", "--type", "--json=", "-iwt", "-0")),
  );
  fc.assert(
    fc.property(odd, (argv) => {
      for (const { message } of parseFlags(argv, table).mistakes) expect(message).not.toBe("");
    }),
    { seed: 7, numRuns: 400 },
  );
});

test("a name with one slip is met with the name", () => {
  const names = Object.keys(table).filter((name) => name.length > 4);
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), fc.constantFrom("drop", "double", "swap"), (name, at, slip) => {
      const i = at % (name.length - 1);
      const slipped = {
        drop: name.slice(0, i) + name.slice(i + 1),
        double: name.slice(0, i) + name[i]! + name.slice(i),
        swap: name.slice(0, i) + name[i + 1]! + name[i]! + name.slice(i + 2),
      }[slip];
      if (!names.includes(slipped)) expect(nearestName(slipped, [name])).toBe(name);
    }),
    { seed: 7, numRuns: 300 },
  );
});

const line = fc.string({ unit: fc.constantFrom(..."ab-+@\\ é😀\r"), maxLength: 8 });
const hunk = fc.array(fc.tuple(fc.constantFrom(" ", "-", "+"), line), { minLength: 1, maxLength: 8 }).map((lines) => {
  const old = lines.filter(([sign]) => sign !== "+").length;
  const now = lines.filter(([sign]) => sign !== "-").length;
  return `@@ -1,${old} +1,${now} @@\n${lines.map(([sign, text]) => `${sign}${text}\n`).join("")}`;
});

test("a diff in colours is the diff, and its hunks are all of it", () => {
  fc.assert(
    fc.property(fc.array(hunk, { minLength: 1, maxLength: 4 }), (hunks) => {
      const diff = hunks.join("");
      expect(splitHunks(diff).map(({ text }) => text)).toEqual(hunks);
      const painted = colourDiff(`--- a/x\n+++ b/x\n${diff}`, coloured);
      expect(painted.replaceAll(/\u001b\[[\d;]*m/g, "")).toBe(`--- a/x\n+++ b/x\n${diff}`);
      expect(painted.isWellFormed()).toBe(true);
    }),
    { seed: 7, numRuns: 400 },
  );
});
