import { describe, expect, test } from "bun:test";
import { ExitCode } from "../../src/cli/exit-code.ts";
import type { FileCall } from "../../src/cli/runner.ts";
import { problem } from "../../src/model/problem.ts";
import { failure, success } from "../../src/model/result.ts";
import type { StructuralSpec } from "../../src/model/spec.ts";
import type { Report } from "../../src/model/report.ts";
import { bare, full } from "../report/samples.ts";
import { swath } from "./fake.ts";

describe("recover, undo and test", () => {
  const engine = {
    recover:
      async () =>
      async (paths: readonly string[]): Promise<Report> =>
        paths[0] === "bad" ? bare.error : full.recover,
    undo:
      async () =>
      async (id: string | undefined): Promise<Report> => ({ ...full.undo, apply_id: id ?? "last" }),
    test:
      async () =>
      async (paths: readonly string[]): Promise<Report> =>
        paths[0] === "good" ? bare.test : full.test,
  };
  const cases: readonly (readonly [argv: string, code: number, stdout: RegExp | string, stderr: RegExp | string])[] = [
    ["recover", 0, "", /^undid the interrupted apply/],
    ["recover -q", 0, "", ""],
    ["recover --json", 0, /^\{"kind":"recover","outcome":"rolled_back",.*\}\n$/, ""],
    ["recover bad", 3, "", /^error\[stale_plan\]/],
    ["recover bad --json", 3, /^\{"kind":"error","error":"stale_plan"/, ""],
    ["undo", 0, "", /^put back 2 files as before apply last/],
    ["undo 3f --json", 0, /"apply_id":"3f"\}\n$/, ""],
    ["test", 1, /^failed no-var: var a = 1\n/, ""],
    ["test good", 0, "1 test of 1 rule: all passed\n", ""],
    ["test --json", 1, /^\{"kind":"test","outcome":"failed"/, ""],
    ["test -q", 1, "", ""],
  ];
  for (const [argv, code, stdout, stderr] of cases)
    test(argv, async () => {
      const run = await swath(argv.split(" "), { engine });
      expect(run.code).toBe(code);
      for (const [text, want] of [
        [run.stdout, stdout],
        [run.stderr, stderr],
      ] as const)
        if (typeof want === "string") expect(text).toBe(want);
        else expect(text).toMatch(want);
    });
});

test("file verbs print one record a line and take their exit code", async () => {
  let seen: FileCall | undefined;
  const fileVerb = async () => async (call: FileCall) => {
    seen = call;
    return { records: [{ a: "\n" }, { b: 2 }], exitCode: ExitCode.error };
  };
  const run = await swath(["read", "a.txt", "--lines", "1:2", "--anchors"], { engine: { fileVerb } });
  expect([run.code, run.stdout, run.stderr]).toEqual([3, '{"a":"\\n"}\n{"b":2}\n', ""]);
  expect([seen!.verb, seen!.operands, seen!.given]).toEqual(["read", ["a.txt"], { lines: "1:2", anchors: true }]);
});

test("file verbs take --json, which says nothing new", async () => {
  const fileVerb = async () => async () => ({ records: [{ a: 1 }], exitCode: ExitCode.success });
  for (const argv of [
    ["read", "a.txt"],
    ["sparse", "list", "."],
    ["edit", "a.txt", "--edits", "[]"],
  ]) {
    const plain = await swath(argv, { engine: { fileVerb } });
    expect(plain).toMatchObject({ code: 0, stdout: '{"a":1}\n', stderr: "" });
    expect(await swath([...argv, "--json"], { engine: { fileVerb } })).toEqual(plain);
  }
});

test("a usage mistake of a file verb is a record too", async () => {
  for (const verb of ["read", "sparse", "edit"]) {
    const run = await swath([verb, "a.txt", "--frob"]);
    expect([run.code, run.stderr]).toEqual([3, ""]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      error: true,
      code: "invalid_request",
      exit: 3,
      message: "unknown option --frob",
    });
  }
  const fileVerb = () => Promise.reject(new Error("broken"));
  expect(JSON.parse((await swath(["read", "a.txt"], { engine: { fileVerb } })).stdout)).toMatchObject({
    code: "internal",
  });
});

test("the server is given its root", async () => {
  let root: string | undefined;
  const mcp = async () => async (given: string | undefined) => void (root = given);
  expect([(await swath(["mcp", "--root", "sub"], { engine: { mcp } })).code, root]).toEqual([0, "sub"]);
});

test("languages are listed with names, extensions and origin", async () => {
  const list = [{ name: "typescript", aliases: ["ts"], extensions: ["ts", "mts"], origin: "built in", parser: "x" }];
  const engine = { languages: async () => () => list };
  expect((await swath(["languages"], { engine })).stdout).toBe("typescript  .ts .mts  built in (also ts)\n");
  expect(JSON.parse((await swath(["languages", "--json"], { engine })).stdout)).toEqual({
    kind: "languages",
    languages: [{ name: "typescript", aliases: ["ts"], extensions: ["ts", "mts"], origin: "built in" }],
  });
});

test("a pattern is described instead of searched for", async () => {
  const describePattern = async () => (spec: StructuralSpec) =>
    spec.pattern === "f("
      ? failure(problem("structural_query", "broken", { column: 2 }))
      : success(`${spec.lang} ${spec.strictness}\n`);
  const engine = { describePattern };
  expect(await swath(["search", "-l", "ts", "f()", "--debug-pattern"], { engine })).toMatchObject({
    code: 0,
    stdout: "ts smart\n",
  });
  const broken = await swath(["search", "-l", "ts", "f(", "--debug-pattern"], { engine });
  expect(broken).toMatchObject({ code: 3, stdout: "", stderr: "error[structural_query] broken\n  | f(\n  |  ^\n" });
  expect((await swath(["search", "f", "--debug-pattern"])).stderr).toContain(
    "--debug-pattern has a meaning only with --lang",
  );
});

test("a schema is printed by its name", async () => {
  expect(JSON.parse((await swath(["schema", "plan"])).stdout)).toMatchObject({ title: "swath plan", type: "object" });
  expect((await swath(["schema", "pln"])).stderr).toContain("Did you mean plan?");
  expect((await swath(["schema"])).stderr).toContain("The names are plan, apply");
});
