import { expect, test } from "bun:test";
import { options, type OptionName, type Verb } from "../../src/model/options.ts";
import { clashes } from "../../src/schema/clashes.ts";
import { toRequest } from "../../src/schema/combine.ts";
import { optionNames, optionSchema, requestSchema } from "../../src/schema/request.ts";
import * as v from "valibot";

function sample(name: OptionName): unknown {
  const info = options[name];
  const value = { boolean: true, count: 1, bytes: 1, seconds: 1, string: "x", path: "x", choice: info.choices?.[0] }[
    info.kind
  ];
  return info.repeatable ? [value] : value;
}

test("every clash is between options that some verb takes together, and is told once", () => {
  const seen = new Set<string>();
  for (const { first, second, verbs } of clashes) {
    const pair = [first, second].toSorted().join(" ");
    expect([pair, seen.has(pair)]).toEqual([pair, false]);
    seen.add(pair);
    const shared = options[first].verbs.filter((verb) => options[second].verbs.includes(verb));
    expect([pair, shared.some((verb) => verbs?.includes(verb) ?? true)]).toEqual([pair, true]);
  }
});

test("each clash is refused with both names, and neither option alone is", () => {
  for (const { first, second, why } of clashes) {
    const given = { [first]: sample(first), [second]: sample(second) };
    const verb = options[first].verbs.find((one) => options[second].verbs.includes(one))!;
    const asked = toRequest(verb as "plan", { operands: { paths: [] }, given });
    if (asked.ok) throw new Error(`${first} and ${second} were taken`);
    expect(asked.problem).toMatchObject({ kind: "invalid_request", details: { options: [first, second] } });
    expect(asked.problem.message).toEndWith(why);
  }
});

test("a default that clashes with what was given steps aside", () => {
  const operands = { pattern: "f($A)", replacement: "g($A)", paths: [] };
  const asked = toRequest("plan", {
    operands,
    given: { lang: "ts" },
    defaults: { smart_case: true, hidden: true, fsync: "never" },
  });
  if (!asked.ok) throw new Error(asked.problem.message);
  expect([asked.value.settings.smart_case, asked.value.settings.hidden, asked.value.settings.fsync]).toEqual([
    false,
    true,
    "auto",
  ]);
  const kept = toRequest("plan", { operands, given: { smart_case: false }, defaults: { smart_case: true } });
  expect(kept.ok && kept.value.settings.smart_case).toBe(false);
});

test("a schema takes the value of every option, and of no other kind", () => {
  for (const name of Object.keys(options) as OptionName[]) {
    expect([name, v.is(optionSchema(name), sample(name))]).toEqual([name, true]);
    expect([name, v.is(optionSchema(name), { not: "a value" })]).toEqual([name, false]);
  }
  expect(v.parse(optionSchema("max_bytes"), "3K")).toBe(3072);
});

test("agents are offered neither options of the terminal nor of the library", () => {
  const all = (["plan", "apply", "check", "search", "rename", "recover", "undo"] as Verb[]).flatMap((verb) =>
    optionNames(verb, "mcp"),
  );
  for (const name of ["json", "threads", "force_lock", "github", "stdin", "color", "apply"] as const)
    expect(all).not.toContain(name);
  expect(v.is(requestSchema("plan", "mcp"), { pattern: "a", replacement: "b", paths: ["src"], hidden: true })).toBe(
    true,
  );
  expect(v.is(requestSchema("plan", "mcp"), { pattern: "a", threads: 2 })).toBe(false);
  expect(v.is(requestSchema("rename", "mcp"), { old: "a", new: "b", paths: true, in: ["src"] })).toBe(true);
  expect(v.is(requestSchema("rename", "library"), { from: "a", to: "b", paths: true, roots: ["src"] })).toBe(true);
});
