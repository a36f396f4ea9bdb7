import { describe, expect, test } from "bun:test";
import { nearestName } from "../../src/model/nearest.ts";

const names = ["ignore-case", "max-bytes", "max-files", "plan", "apply", "at_least", "a"];

describe("the name that was meant", () => {
  const cases: readonly (readonly [typed: string, meant: string | undefined])[] = [
    ["ignorecase", "ignore-case"],
    ["Ignore_Case", "ignore-case"],
    ["max-byte", "max-bytes"],
    ["max-fiels", "max-files"],
    ["paln", "plan"],
    ["aply", "apply"],
    ["at-least", "at_least"],
    ["at_leest", "at_least"],
    ["serendipity", undefined],
    ["x", undefined],
    ["b", undefined],
    ["A", "a"],
    ["ab", "a"],
    ["", undefined],
  ];
  for (const [typed, meant] of cases)
    test(typed || "nothing", () => expect(nearestName(typed, names)).toBe(meant as string));
});
