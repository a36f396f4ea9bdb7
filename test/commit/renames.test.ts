import { expect, test } from "bun:test";
import { commit } from "../../src/commit/commit.ts";
import { identifySteps, planSteps, relocator, takeBackStep, takeStep } from "../../src/commit/renames.ts";
import { undo } from "../../src/commit/undo.ts";
import { look, machineWith, planRenames, requestOf, text } from "./fixture.ts";

const setup = { native: "none", store: "home" } as const;

test("steps can be repeated, with hard links in a chain too", () => {
  const { host } = machineWith({ a: "one file", b: { hard: "a" }, d: { directory: true } }, setup);
  const wanted = [
    { from: "/w/a", newName: "b", shownFrom: "a", shownTo: "b" },
    { from: "/w/b", newName: "c", shownFrom: "b", shownTo: "c" },
    { from: "/w/d", newName: "D", shownFrom: "d", shownTo: "D" },
  ];
  const before = look(host);
  const planned = planSteps(wanted, "/w", "id", false, host);
  if (!planned.ok) throw new Error(planned.problem.message);
  const steps = identifySteps(planned.value, [], host);
  for (const done of [1, 2, 3]) {
    for (const step of steps.slice(0, done)) takeStep(step, "/w", host);
    for (const step of steps) takeStep(step, "/w", host);
    expect(Object.keys(look(host))).toEqual(["D", "b", "c"]);
    for (const step of steps.toReversed().slice(0, done)) takeBackStep(step, "/w", host);
    for (const step of steps.toReversed()) takeBackStep(step, "/w", host);
    expect(look(host)).toEqual(before);
  }
});

test("a path is found after all renames, those of its directories too", () => {
  const renames = [
    { from: "foo", to: "bar", shownFrom: "", shownTo: "" },
    { from: "foo/foo", to: "bar/baz", shownFrom: "", shownTo: "" },
  ];
  const relocate = relocator(renames);
  expect(["foo", "foo/foo/x", "foo/other", "food", "x/foo"].map(relocate)).toEqual([
    "bar",
    "bar/baz/x",
    "bar/other",
    "food",
    "x/foo",
  ]);
});

test.each([
  {
    "fooBar.txt": "bazQux.txt",
    "FooBar.txt": "BazQux.txt",
    "foo_bar.txt": "baz_qux.txt",
    "FOO_BAR.txt": "BAZ_QUX.txt",
    "foo-bar.txt": "baz-qux.txt",
  },
  { "a.txt": "A.txt", "A.txt": "a.txt" },
  { "ä.txt": "Ö.txt", "Ä.txt": "ö.txt" },
])("names that differ only in case now may do so afterwards: %j", (renames) => {
  const { host } = machineWith(Object.fromEntries(Object.keys(renames).map((name) => [name, `${name}\n`])), setup);
  const before = look(host);
  const committed = commit(requestOf({ renames: planRenames(renames) }), host);
  if (!committed.ok) throw new Error(committed.problem.message);
  for (const [from, to] of Object.entries(renames)) expect(text(host, to)).toBe(`${from}\n`);
  expect(Object.keys(look(host))).toEqual(Object.values(renames).toSorted());
  expect(undo({ id: committed.value.applyId, fsync: "auto", forceLock: false }, host).ok).toBe(true);
  expect(look(host)).toEqual(before);
});

test.each([
  ["one stays", { "FooBar.txt": "BazQux.txt" }],
  ["they become unlike", { "FooBar.txt": "one.txt", "foobar.txt": "two.txt" }],
])("names that differed only in case do so again after an undo: %s", (_, renames) => {
  const { host } = machineWith({ "FooBar.txt": "upper\n", "foobar.txt": "lower\n" }, setup);
  const before = look(host);
  const committed = commit(requestOf({ renames: planRenames(renames) }), host);
  if (!committed.ok) throw new Error(committed.problem.message);
  expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject({ ok: true });
  expect(look(host)).toEqual(before);
});

test("a name of before that is taken since is not put back", () => {
  const { host } = machineWith({ "FooBar.txt": "upper\n", "foobar.txt": "lower\n" }, setup);
  const committed = commit(requestOf({ renames: planRenames({ "FooBar.txt": "BazQux.txt" }) }), host);
  if (!committed.ok) throw new Error(committed.problem.message);
  host.fs.rename("/w/foobar.txt", "/w/FooBar.txt");
  expect(undo({ fsync: "auto", forceLock: false }, host)).toMatchObject({
    problem: { kind: "stale_plan", details: { paths: ["FooBar.txt"] } },
  });
});
