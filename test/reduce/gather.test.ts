/** What becomes of outcomes that come in any order. */
import { expect, test } from "bun:test";
import type { Warning } from "../../src/model/outcome.ts";
import { gather } from "../../src/reduce/gather.ts";

test("warnings of the walk and of files stand in one order of paths, each once, with its first path", () => {
  const unreadable = (path: string): Warning => ({ code: "unreadable", message: `cannot read ${path}`, path });
  const alike = (path: string): Warning => ({ code: "syntax_regression", message: "it no longer parses", path });
  const noted = (path: string, ...warnings: readonly Warning[]) => ({ kind: "noted", path, warnings }) as const;
  const { warnings } = gather({
    outcomes: [noted("z", alike("z")), noted("b/a", unreadable("b/a")), noted("a/x", alike("a/x"), unreadable("a/x"))],
    filesScanned: 3,
    unlisted: 0,
    skipped: [],
    warnings: [unreadable("a"), unreadable("b"), unreadable("c")],
    errors: [],
    filesBudgetDropped: 0,
    firstDropped: [],
    stoppedEarly: false,
  });
  expect(warnings).toEqual([
    unreadable("a"),
    alike("a/x"),
    unreadable("a/x"),
    unreadable("b"),
    unreadable("b/a"),
    unreadable("c"),
  ]);
});
