/** Whole tasks, each step made of nothing but what the previous answer said. */
import { expect, test } from "bun:test";
import { withServer, type Data } from "./world.ts";

test("a rename that collides on the way", async () => {
  const tree = {
    "user.ts": "export class User {}\n",
    "account.ts": "export const x = 1;\n",
    "main.ts": 'import "./user";\n',
  };
  await withServer(tree, async ({ call, read }) => {
    const first = await call("swath_rename", { old: "user", new: "account", paths: true });
    expect([first["error"], first["remedies"]]).toEqual(["rename_collision", []]);
    const taken = first["path"] ?? (first["details"]?.paths?.[0] as string);
    expect(JSON.stringify(first)).toContain("account.ts");

    const { rows, records } = await call("swath_read", { path: "account.ts" });
    expect(records[0].content).toBe(tree["account.ts"]);
    expect(rows).toHaveLength(1);
    expect(taken).toBeString();

    const second = await call("swath_rename", { old: "user", new: "member", paths: true });
    expect(second).toMatchObject({ kind: "plan", outcome: "changes", renames: [{ from: "user.ts", to: "member.ts" }] });
    const applied = await call("swath_apply", { plan_id: second["plan_id"] });
    expect(applied["kind"]).toBe("apply");
    expect([read("member.ts"), read("main.ts"), read("account.ts")]).toEqual([
      "export class Member {}\n",
      'import "./member";\n',
      tree["account.ts"],
    ]);
  });
});

test("a codemod whose first plan does not converge, cleared by the remedies alone", async () => {
  await withServer({ "a.ts": "log(1);\nlogger(2);\n" }, async ({ call, read }) => {
    const args: Data = { pattern: "log", replacement: "xlog" };
    let plan = await call("swath_plan", args);
    expect(plan["error"]).toBe("non_convergent_replacement");
    for (const remedy of plan["remedies"] as string[]) {
      args[remedy] = true;
      plan = await call("swath_plan", args);
      if (plan["kind"] === "plan") break;
    }
    expect(args).toEqual({ pattern: "log", replacement: "xlog", word: true });
    expect(await call("swath_apply", { plan_id: plan["plan_id"] })).toMatchObject({ files_written: 1 });
    expect(read("a.ts")).toBe("xlog(1);\nlogger(2);\n");
  });
});

test("a stale plan after somebody else's edit", async () => {
  await withServer({ "a.ts": "old();\n", "b.ts": "old();\n" }, async ({ call, read, write }) => {
    const args = { pattern: "old", replacement: "fresh" };
    const plan = await call("swath_plan", args);
    write("b.ts", "old();\nold();\n");
    const stale = await call("swath_apply", { plan_id: plan["plan_id"] });
    expect([stale["error"], stale["retryable"], stale["details"].paths]).toEqual(["stale_plan", true, ["b.ts"]]);
    expect(read("a.ts")).toBe("old();\n");
    const again = await call("swath_plan", args);
    expect(again["total_matches"]).toBe(3);
    await call("swath_apply", { plan_id: again["plan_id"] });
    expect([read("a.ts"), read("b.ts")]).toEqual(["fresh();\n", "fresh();\nfresh();\n"]);
    const repeated = await call("swath_apply", { plan_id: again["plan_id"] });
    expect([repeated["outcome"], repeated["files_written"]]).toEqual(["already_applied", 0]);
  });
});

test("a stale edit is repeated with the anchors of the refusal", async () => {
  await withServer({ "a.ts": "one\ntwo\nthree\n" }, async ({ call, read, write }) => {
    const { rows } = await call("swath_read", { path: "a.ts" });
    write("a.ts", "one\nTWO\nthree\n");
    const edit = (anchor: string) => ({ path: "a.ts", edits: [{ set_line: { anchor, new_text: "2" } }] });
    const refused = await call("swath_edit", edit(rows[1].anchor));
    expect([refused["records"][0].code, read("a.ts")]).toEqual(["hash_mismatch", "one\nTWO\nthree\n"]);
    const fresh = (refused["rows"] as { line: number; anchor: string }[]).find(({ line }) => line === 2)!;
    await call("swath_edit", edit(fresh.anchor));
    expect(read("a.ts")).toBe("one\n2\nthree\n");
  });
});
