/** What is written out of habit is met with what does the same here. */
import { describe, expect, test } from "bun:test";
import { habitOf, habits } from "../../src/cli/habits.ts";
import { parseFlags } from "../../src/cli/flags.ts";
import { flagsOf, verbs, type VerbName } from "../../src/cli/verbs.ts";
import { explain } from "../../src/report/explain.ts";
import { systemProblem } from "../../src/model/problem.ts";
import { swath } from "./fake.ts";

describe("flags of other tools", () => {
  const cases: readonly (readonly [argv: readonly string[], suggestion: string])[] = [
    [["apply", "--dry-run", "a", "b"], "Write swath plan with the same operands: it shows the diff."],
    [["apply", "-n", "a", "b"], "Write swath plan with the same operands: it shows the diff."],
    [["rename", "a", "b", "--dry-run"], "Leave it out: a rename is only planned without --apply."],
    [["undo", "--dry-run"], "Write --list to see what can be put back."],
    [["search", "-n", "a"], "Leave it out: lines are numbered anyway."],
    [["search", "-rn", "a"], "Leave it out: directories are searched with all that is below them."],
    [["plan", "a", "b", "--stat"], "Write swath check with the same operands: it prints the counts alone."],
    [["plan", "-e", "a"], "Give the pattern as the first operand, behind -- if it starts with a dash."],
    [["check", "--fix"], "Write swath apply with the same operands."],
    [["plan", "--apply", "a", "b"], "Write swath apply with the same operands."],
    [["rename", "-i", "a", "b"], "It is an option of swath plan, swath apply, swath check, swath search."],
    [["rename", "-wF", "a", "b"], "It is an option of swath plan, swath apply, swath check, swath search."],
    [["rename", "--fixed-strings", "a", "b"], "It is an option of swath plan, swath apply, swath check, swath search."],
    [["search", "-x", "a"], "If it is a pattern or a path, write -- before it: -- '-x'."],
  ];
  for (const [argv, suggestion] of cases)
    test(argv.join(" "), async () => {
      const { code, stdout } = await swath([...argv, "--json"]);
      expect([code, JSON.parse(stdout)]).toMatchObject([3, { error: "invalid_request", suggestion }]);
    });

  test("none of them is a flag of the verb after all, and what is said instead is read without a mistake", () => {
    const names = Object.keys(verbs) as VerbName[];
    for (const habit of habits)
      for (const verb of habit.verbs ?? names)
        for (const flag of habit.flags) {
          if (habitOf(verb, flag) !== habit.instead) continue;
          const { mistakes } = parseFlags([flag], flagsOf(verb));
          if (habit.verbs) expect([verb, flag, mistakes.length]).toEqual([verb, flag, 1]);
          const advised = /^Write (--[a-z-]+|-[a-z])/.exec(habit.instead)?.[1];
          if (habit.verbs && advised) expect([verb, advised, known(verb, advised)]).toEqual([verb, advised, true]);
        }
  });
});

function known(verb: VerbName, flag: string): boolean {
  return !parseFlags([flag], flagsOf(verb)).mistakes.some(({ message }) => message.startsWith("unknown option"));
}

describe("an operand that was no path", () => {
  const cases: readonly (readonly [argv: readonly string[], missing: string, suggestion: string | undefined])[] = [
    [["search", "foo", "bar"], "bar", "bar was read as a path, since it stands after PATTERN."],
    [["apply", "foo", "bar", "baz"], "baz", "baz was read as a path, since it stands after PATTERN and REPLACEMENT."],
    [["apply", "foo", "bar", "./baz/"], "baz", undefined],
    [["rename", "foo", "bar", "baz"], "baz", "baz was read as a path, since it stands after OLD and NEW."],
    [
      ["rename", "--map", "a=b", "c=d"],
      "c=d",
      "c=d was read as a path, since --map takes the place of OLD and NEW. Write --map before each pair.",
    ],
    [
      ["plan", "--script", "s.ts", "foo", "a b"],
      "a b",
      "'a b' was read as a path, since --script takes the place of REPLACEMENT.",
    ],
    [
      ["check", "--rules", "r.yml", "foo"],
      "foo",
      "foo was read as a path, since --rules takes the place of PATTERN and REPLACEMENT.",
    ],
    [["search", "foo", "src"], "src/gone", undefined],
    [["plan", "foo", "bar", "--files-from", "list"], "gone", undefined],
  ];
  for (const [argv, missing, suggestion] of cases)
    test(argv.join(" "), async () => {
      const report = explain(systemProblem("walk", { code: "ENOENT" }, "enter", missing));
      const tree = { "r.yml": "id: r\nliteral: foo\n" };
      const { stdout } = await swath([...argv, "--json"], { tree, result: { report } });
      expect(JSON.parse(stdout)).toMatchObject({ error: "walk", path: missing });
      expect(JSON.parse(stdout).suggestion).toBe(suggestion);
    });
});
