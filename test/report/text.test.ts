import { describe, expect, test } from "bun:test";
import { coloured, plain } from "../../src/report/paint.ts";
import { shellWord } from "../../src/model/shell-word.ts";
import { searchLines, summary } from "../../src/report/text.ts";
import { expectGolden } from "../golden.ts";
import { bare, full, kinds } from "./samples.ts";

const changes = [{ path: "a.ts", matches: 2 }];

describe("summaries", () => {
  for (const kind of kinds) {
    if (kind === "error") continue;
    test(kind, () => {
      expectGolden(`report/${kind}.txt`, summary(full[kind], changes, plain));
      expectGolden(`report/${kind}-bare.txt`, summary(bare[kind], [], plain));
      expect(Bun.stripANSI(summary(full[kind], changes, coloured))).toBe(summary(full[kind], changes, plain));
    });
  }
});

function at(line: number, column: number, text: string) {
  return { line, column, snippet: "x", text };
}

test("rules without tests have not passed any", () => {
  const report = { kind: "test", outcome: "passed", rules: 0, tests: 0, failures: [] } as const;
  expect(summary(report, [], plain)).toBe("no tests were found (swath help rules says how to write them)\n");
  const failures = [{ rule: "r", test: "t.yml", reason: "there is no such rule" }];
  expect(summary({ ...report, outcome: "failed", failures }, [], plain)).toBe(
    "failed r: t.yml\n  there is no such rule\n0 tests of 0 rules: 1 failed\n",
  );
});

test("a search prints each line once, with its first match", () => {
  const report = {
    ...bare.search,
    files: [
      { path: "a", matches: [at(1, 2, "axx"), at(1, 3, "axx"), at(2, 1, "x")] },
      { path: "b", matches: [at(2, 1, "x\u00e9")] },
    ],
  };
  expect([...searchLines(report, plain)]).toEqual(["a:1:2:axx\n", "a:2:1:x\n", "b:2:1:x\u00e9\n"]);
});

test("a word for the shell is quoted only where it must be", () => {
  expect(["a.txt", "a b", "it's", "$x", ""].map(shellWord)).toEqual(["a.txt", "'a b'", "'it'\\''s'", "'$x'", "''"]);
});
