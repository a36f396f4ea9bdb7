/** What a report costs to reduce and to print, per file and per match. */
import { bench, run, summary } from "mitata";
import type { FileOutcome } from "../../src/model/outcome.ts";
import { gather } from "../../src/reduce/gather.ts";
import { searchReport } from "../../src/reduce/report.ts";
import { toJson } from "../../src/report/json.ts";
import { plain } from "../../src/report/paint.ts";
import { searchLines } from "../../src/report/text.ts";

const outcomes = (files: number, matches: number): FileOutcome[] =>
  Array.from({ length: files }, (_, file) => ({
    kind: "matched" as const,
    path: `drivers/part${file % 97}/file${(file * 7919) % files}.c`,
    count: matches,
    matches: Array.from({ length: matches }, (_, line) => ({
      line,
      column: 5,
      snippet: "pm_resume",
      text: "\tpm_resume(dev);",
    })),
  }));

const tallyOf = (made: readonly FileOutcome[]) =>
  gather({
    outcomes: made,
    filesScanned: made.length,
    unlisted: 0,
    skipped: [],
    warnings: [],
    errors: [],
    filesBudgetDropped: 0,
    firstDropped: [],
    stoppedEarly: false,
  });

const extras = {
  renames: [],
  variants: [],
  rules: [],
  warnings: [],
  partial: false,
  limit: undefined,
  detail: false,
  stats: undefined,
};

for (const [files, matches] of [
  [3_000, 6],
  [30, 10_000],
] as const) {
  const made = outcomes(files, matches);
  const report = searchReport(tallyOf(made), extras);
  summary(() => {
    bench(`gather ${files} files with ${matches} matches`, () => tallyOf(made));
    bench(`print them as JSON`, () => toJson(report));
    bench(`print them as lines`, () => [...searchLines(report, plain)].length);
  });
}

await run();
