/** Every tool as a client sees it: what is listed, what is answered, what is refused. */
import { describe, expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";
import { success } from "../../src/model/result.ts";
import { fileVerb } from "../../src/agent/file-verb.ts";
import { toolPolicies } from "../../src/mcp/policy.ts";
import { instructions } from "../../src/mcp/tool-texts.ts";
import { options } from "../../src/model/options.ts";
import { toJson } from "../../src/report/json.ts";
import { run } from "../../src/run.ts";
import { toRequest } from "../../src/schema/combine.ts";
import { expectGolden } from "../golden.ts";
import { withServer } from "./world.ts";

const tree = { "src/a.ts": "let foo = 1;\nfoo(foo);\n", "src/b.ts": "// foo\n", "c.md": "nothing\n" };

describe("the list", () => {
  test("is what the golden file says", async () => {
    await withServer({}, async ({ client }) => {
      const { tools } = await client.listTools();
      expectGolden("mcp/tools.json", `${JSON.stringify(tools, null, 2)}\n`);
    });
  });

  test("has the hints of the policy, and texts that fit into a prompt", async () => {
    await withServer({}, async ({ client }) => {
      const { tools } = await client.listTools();
      expect(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
      ).toEqual(
        toolPolicies.map(({ tool, mutability, destructive }) => [tool, mutability === "read-only", destructive]),
      );
      const told = tools.map(({ description, inputSchema }) => description + JSON.stringify(inputSchema)).join("");
      expect((told.length + instructions.length) / 4).toBeLessThan(6000);
    });
  });
});

test("what the table of options offers everywhere is an argument of some tool, and nothing else of it is", async () => {
  await withServer({}, async ({ client }) => {
    const { tools } = await client.listTools();
    const known = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    const table = Object.entries(options);
    expect(table.filter(([name]) => known.includes(name)).map(([name]) => name)).toEqual(
      table.filter(([, { only }]) => only === undefined).map(([name]) => name),
    );
  });
});

test("a search counts everything and shows lines to edit", async () => {
  await withServer(tree, async ({ call }) => {
    expect(await call("swath_search", { pattern: "foo", type: ["ts"] })).toEqual({
      kind: "search",
      files_scanned: 2,
      total_matches: 4,
      files: [
        {
          path: "src/a.ts",
          matches: [
            { line: 1, column: 5, snippet: "foo" },
            { line: 2, column: 1, snippet: "foo" },
            { line: 2, column: 5, snippet: "foo" },
          ],
        },
        { path: "src/b.ts", matches: [{ line: 1, column: 4, snippet: "foo" }] },
      ],
      rows: [
        { path: "src/a.ts", line: 1, hash: "b9c", anchor: "1:b9c", raw: "let foo = 1;" },
        { path: "src/a.ts", line: 2, hash: expect.any(String), anchor: expect.any(String), raw: "foo(foo);" },
        { path: "src/b.ts", line: 1, hash: expect.any(String), anchor: expect.any(String), raw: "// foo" },
      ].map((row, at) => (at === 0 ? { ...row, hash: expect.any(String), anchor: expect.any(String) } : row)),
    });
    const detailed = await call("swath_search", { pattern: "(?P<name>foo)\\(", detail: true });
    expect(detailed["files"][0].matches[0]).toMatchObject({
      start: 13,
      end: 17,
      text: "foo(foo);",
      captures: { name: "foo" },
    });
  });
});

test("a plan is applied as it was returned, by its id, also after a restart, and is undone", async () => {
  await withServer(tree, async ({ call, read, restart }) => {
    const plan = await call("swath_plan", { pattern: "foo", replacement: "bar" });
    expect(plan).toEqual({
      kind: "plan",
      outcome: "changes",
      files_scanned: 3,
      total_matches: 4,
      files_changed: 2,
      changes: [
        { path: "src/a.ts", matches: 3 },
        { path: "src/b.ts", matches: 1 },
      ],
      plan_id: expect.any(String),
    });
    expect(read("src/a.ts")).toBe(tree["src/a.ts"]);
    await restart();
    const applied = await call("swath_apply", { plan_id: plan["plan_id"] });
    const { apply_id: id } = applied;
    expect(applied).toMatchObject({
      kind: "apply",
      outcome: "changes",
      files_written: 2,
      apply_id: expect.any(String),
    });
    expect(read("src/a.ts")).toBe("let bar = 1;\nbar(bar);\n");
    expect(await call("swath_undo", { id })).toEqual({
      kind: "undo",
      outcome: "changes",
      files_restored: 2,
      apply_id: id,
    });
    expect(read("src/a.ts")).toBe(tree["src/a.ts"]);
  });
});

test("a rename plans, and its plan is applied with the paths", async () => {
  await withServer({ "user_name.ts": "userName; USER_NAME;\n" }, async ({ call, read }) => {
    const plan = await call("swath_rename", { old: "userName", new: "accountName", paths: true, in: ["."] });
    expect(plan).toMatchObject({
      kind: "plan",
      total_matches: 2,
      renames: [{ from: "user_name.ts", to: "account_name.ts" }],
    });
    await call("swath_apply", { plan_id: plan["plan_id"] });
    expect(read("account_name.ts")).toBe("accountName; ACCOUNT_NAME;\n");
  });
});

test("read, edit and read again", async () => {
  await withServer(tree, async ({ call, read }) => {
    const { records, rows } = await call("swath_read", { path: "src/a.ts" });
    expect(records[0].content).toBe(tree["src/a.ts"]);
    const edited = await call("swath_edit", {
      path: "src/a.ts",
      edits: [{ set_line: { anchor: rows[0].anchor, new_text: "let foo = 2;" } }],
    });
    expect(edited["records"][0]).toMatchObject({ type: "edit", edits: 1, first_changed_line: 1 });
    expect(edited["rows"].map((row: { raw: string }) => row.raw)).toEqual(["let foo = 2;", "foo(foo);"]);
    expect(read("src/a.ts")).toBe("let foo = 2;\nfoo(foo);\n");
    const id = edited["records"][0].apply_id;
    expect(await call("swath_undo", { id: "nope" })).toMatchObject({
      error: "unknown_id",
      suggestion: `The latest apply here is ${id}.`,
      details: { apply_id: "nope", known: [id] },
    });
    expect(await call("swath_undo")).toMatchObject({ outcome: "changes", files_restored: 1 });
    expect(read("src/a.ts")).toBe(tree["src/a.ts"]);
  });
});

test("sparse lists and reads", async () => {
  await withServer(tree, async ({ call }) => {
    const list = await call("swath_sparse", { mode: "list", max_files: 1 });
    expect(list["records"]).toEqual([
      { type: "sparse_entry", path: "c.md", size: 8 },
      expect.objectContaining({ emitted: 1, truncated: true, files_scanned: 3, files_budget_dropped: 2 }),
    ]);
    const heads = await call("swath_sparse", { mode: "read", paths: ["src/*.ts"], head: 1 });
    expect(heads["records"].slice(0, 2).map((record: { head: string }) => record.head)).toEqual([
      "let foo = 1;",
      "// foo",
    ]);
  });
});

test("recover has nothing to do in a sound tree", async () => {
  await withServer(tree, async ({ call }) => {
    expect(await call("swath_recover")).toEqual({
      kind: "recover",
      outcome: "nothing_to_do",
      files_restored: 0,
      files_completed: 0,
      temps_removed: 0,
    });
  });
});

describe("says what the command line says", () => {
  const cases: readonly [tool: string, verb: "plan" | "search" | "rename", args: Record<string, unknown>][] = [
    ["swath_search", "search", { pattern: "fo+", paths: ["src"] }],
    ["swath_search", "search", { pattern: "fo+", detail: true, limit: 2 }],
    ["swath_plan", "plan", { pattern: "foo", replacement: "bar", detail: true }],
    ["swath_plan", "plan", { pattern: "foo", replacement: "bar", type: ["ts"], limit: 1 }],
    ["swath_plan", "plan", { pattern: "foo", replacement: "food" }],
    ["swath_rename", "rename", { old: "foo", new: "bar" }],
  ];
  test.each(cases)("%s like %s %j", async (tool, verb, args) => {
    await withServer(tree, async ({ call, host }) => {
      const { pattern, replacement, old, new: name, paths, ...given } = args as Record<string, string & string[]>;
      const operands = { pattern: pattern ?? old, replacement: replacement ?? name, paths: paths ?? [] };
      const request = toRequest(verb, { operands, given });
      if (!request.ok) throw new Error(request.problem.message);
      const { report } = await run(request.value, host);
      const { rows: _rows, plan_id: _id, ...answer } = await call(tool, args);
      expect(JSON.stringify(answer)).toBe(toJson(report));
    });
  });

  test("swath_read like read", async () => {
    await withServer(tree, async ({ call, host }) => {
      const given = { lines: "1:1" };
      const { records } = await fileVerb(
        { verb: "read", operands: ["src/a.ts"], given, stdin: async () => success(Buffer.of()) },
        host,
      );
      expect(JSON.stringify((await call("swath_read", { path: "src/a.ts", lines: "1:1" }))["records"])).toBe(
        JSON.stringify(records),
      );
    });
  });
});

describe("is refused", () => {
  const cases: readonly [tool: string, args: object, error: string, told: string][] = [
    ["swath_plan", { pattern: "a", replacment: "b" }, "invalid_request", "Did you mean replacement?"],
    ["swath_plan", { pattern: "a", replacement: "\ud83d" }, "invalid_request", "replacement holds half a character"],
    ["swath_plan", { pattern: "a", replacement: "b", threads: 2 }, "invalid_request", "unknown argument threads"],
    [
      "swath_plan",
      { pattern: "a", replacement: "b", force_lock: true },
      "invalid_request",
      "unknown argument force_lock",
    ],
    ["swath_plan", { pattern: "a", replacement: "b", plan_out: "p" }, "invalid_request", "unknown argument plan_out"],
    ["swath_plan", { pattern: "a", replacement: "b", word: "yes" }, "invalid_request", "word must be boolean"],
    ["swath_plan", { pattern: 1 }, "invalid_request", "pattern must be string"],
    ["swath_plan", { pattern: "a" }, "invalid_request", "plan needs a replacement"],
    [
      "swath_plan",
      { pattern: "a", replacement: "b", literal: true, lang: "ts" },
      "invalid_request",
      "lang and literal exclude each other",
    ],
    ["swath_plan", { pattern: "(", replacement: "b" }, "invalid_regex", "literal"],
    ["swath_plan", { pattern: "zzz", replacement: "b" }, "too_few_matches", "at_least"],
    ["swath_plan", { pattern: "foo", replacement: "food" }, "non_convergent_replacement", "allow_non_convergent"],
    ["swath_plan", { pattern: "a", replacement: "b", files_from: "-" }, "invalid_request", "no standard input"],
    ["swath_search", {}, "invalid_request", "pattern is missing"],
    ["swath_search", { pattern: "a", paths: ["nope"] }, "walk", "nope"],
    ["swath_search", { pattern: "a", no_ignore: true }, "invalid_request", "Write ignore: false."],
    ["swath_rename", { old: "a", new: "b", paths: ["src"] }, "invalid_request", "Say where to look with in;"],
    ["swath_apply", { plan_id: "nope" }, "unknown_id", "swath_plan or swath_rename"],
    ["swath_apply", { plan_id: "../../../etc/passwd" }, "unknown_id", "there is no plan"],
    ["swath_apply", {}, "invalid_request", "plan_id is missing"],
    ["swath_undo", { id: "nope" }, "unknown_id", "nope"],
    ["swath_undo", {}, "unknown_id", "no apply"],
    ["swath_sparse", { mode: "lst" }, "invalid_request", "mode must be"],
    ["swath_edit", { path: "c.md", edits: [{ set_lin: {} }] }, "invalid_request", "Did you mean set_line?"],
  ];
  test.each(cases)("%s %j", async (tool, args, error, told) => {
    await withServer(tree, async ({ call }) => {
      const report = await call(tool, args);
      expect(report["error"]).toBe(error);
      expect(JSON.stringify(report)).toContain(told);
      expect(JSON.stringify(report)).not.toMatch(/--[a-z]/);
    });
  });

  test("a tool that is not there, with the nearest name", async () => {
    await withServer(tree, async ({ client }) => {
      for (const [name, says] of [
        ["swath_serch", /did you mean swath_search\?/],
        ["swath_find", /did you mean swath_search\?/],
        ["search", /did you mean swath_search\?/],
        ["mcp__swath__swath_undo", /did you mean swath_undo\?/],
        ["Swath-Replace", /did you mean swath_plan\?/],
        ["swath_frobnicate", /the tools are swath_search, swath_plan, /],
        ["toString", /the tools are /],
      ] as const)
        await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(says);
    });
  });

  test("a file verb's failure, as its record", async () => {
    await withServer(tree, async ({ call }) => {
      const missing = await call("swath_read", { path: "src/a.tsx" });
      expect(missing["records"][0]).toMatchObject({ error: true, code: "io", similar_paths: ["src/a.ts"] });
      const stale = await call("swath_edit", {
        path: "c.md",
        edits: [{ set_line: { anchor: "1:000", new_text: "x" } }],
      });
      expect([stale["records"][0].code, stale["rows"].map((row: { raw: string }) => row.raw)]).toEqual([
        "hash_mismatch",
        ["nothing"],
      ]);
    });
  });
});

describe("stays inside the root", () => {
  const outside = [
    "../secret.txt",
    "/etc/passwd",
    "src/../../secret.txt",
    "out/secret.txt",
    "link.txt",
    "../tree2/x",
    "out/../secret.txt",
    "dangling",
  ];
  test.each(outside)("%s", async (name) => {
    await withServer({ ...tree, "../secret.txt": "foo secret\n" }, async ({ base, root, call }) => {
      fs.mkdirSync(path.join(base, "tree2"));
      fs.writeFileSync(path.join(base, "tree2/x"), "foo\n");
      fs.symlinkSync(base, path.join(root, "out"));
      fs.symlinkSync("../secret.txt", path.join(root, "link.txt"));
      fs.symlinkSync("../tree2/new", path.join(root, "dangling"));
      const answers = [
        await call("swath_read", { path: name }),
        await call("swath_edit", { path: name, edits: [{ replace: { old_text: "foo", new_text: "bar" } }] }),
        await call("swath_search", { pattern: "foo", paths: [name] }),
        await call("swath_plan", { pattern: "foo", replacement: "bar", paths: [name] }),
        await call("swath_plan", { pattern: "foo", replacement: "bar", files_from: name }),
        await call("swath_plan", { rules: name }),
        await call("swath_plan", { pattern: "foo", script: name }),
        await call("swath_rename", { map_file: name }),
        await call("swath_sparse", { mode: "list", paths: [name] }),
        await call("swath_recover", { paths: [name] }),
      ];
      expect(answers.map((answer) => answer["error"] ?? answer["records"]?.[0].code ?? answer)).toEqual(
        answers.map(() => "outside_root"),
      );
      expect(fs.readFileSync(path.join(base, "secret.txt"), "utf8")).toBe("foo secret\n");
    });
  });

  test("globs, lists of files and links that are followed", async () => {
    await withServer(
      { ...tree, "../secret.txt": "foo secret\n", "list.txt": "../secret.txt\n" },
      async ({ base, root, call }) => {
        fs.mkdirSync(path.join(base, ".git"));
        fs.symlinkSync("..", path.join(root, "out"));
        const glob = await call("swath_search", { pattern: "foo", paths: ["out/*.txt"] });
        const upwards = await call("swath_search", { pattern: "foo", paths: ["../*.txt"] });
        const listed = await call("swath_search", { pattern: "foo", files_from: "list.txt" });
        expect([glob["error"], upwards["error"], listed["error"]]).toEqual([
          "outside_root",
          "outside_root",
          "outside_root",
        ]);
        const followed = await call("swath_search", { pattern: "foo", follow: true });
        expect(followed["files"].map(({ path: shown }: { path: string }) => shown)).toEqual(["src/a.ts", "src/b.ts"]);
      },
    );
  });

  test("rules behind links and in directories that a project names", async () => {
    const rule = "id: r\nliteral: foo\nreplace: bar\n";
    const project = { "sgconfig.yml": "ruleDirs: [../rules]\n", "rules/own.yml": rule };
    await withServer({ ...tree, ...project, "../rules/r.yml": rule }, async ({ root, call }) => {
      expect((await call("swath_plan", { rules: "rules", paths: ["src"] }))["kind"]).toBe("plan");
      fs.symlinkSync("../../rules/r.yml", path.join(root, "rules/link.yml"));
      const answers = [
        await call("swath_plan", { rules: "rules" }),
        await call("swath_plan", { rules: "sgconfig.yml" }),
      ];
      expect(answers.map(({ error }) => error)).toEqual(["outside_root", "outside_root"]);
    });
  });

  test("an apply that was made above the root is not undone from it", async () => {
    await withServer({ ...tree, "../other.txt": "foo\n" }, async ({ base, host, call }) => {
      fs.mkdirSync(path.join(base, ".git"));
      const request = toRequest("apply", { operands: { pattern: "foo", replacement: "bar", paths: ["."] }, given: {} });
      const above = Object.create(host, { cwd: { value: base } }) as typeof host;
      const { report } = await run(request.ok ? request.value : (undefined as never), above);
      const { apply_id: id } = report as { apply_id?: string };
      expect(id).toBeString();
      expect(await call("swath_undo", { id })).toMatchObject({
        error: "outside_root",
        suggestion: `Ask a person to undo it in ${base} on the command line.`,
      });
      expect((await call("swath_undo"))["error"]).toBe("unknown_id");
      expect(fs.readFileSync(path.join(base, "other.txt"), "utf8")).toBe("bar\n");
    });
  });
});
