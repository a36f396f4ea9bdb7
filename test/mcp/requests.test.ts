/** Requests that no client should send, and many that it might: no crash, no write outside the root, and every answer as promised. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import * as fs from "node:fs";
import * as path from "node:path";
import { listedTools } from "../../src/mcp/listed-tools.ts";
import { checked, withServer, type Data } from "./world.ts";

/** More for a one-off run: `REQUESTS=5000 bun test test/mcp/requests.test.ts`. */
const requests = Number(process.env["REQUESTS"] ?? 150);

const words = [
  "a",
  "foo",
  "let",
  "x+",
  "(",
  "$1",
  "\\",
  "",
  "é",
  "\ud800",
  "foo($A)",
  "(?s).",
  "^",
  "b*",
  "\n",
  "../x",
];
const paths = [
  ".",
  "a.ts",
  "src",
  "../secret.txt",
  "/etc/passwd",
  "out/secret.txt",
  "*.ts",
  "nope",
  "",
  "a\0b",
  "src/../..",
  "bin",
  "/",
  "~",
  "link",
];
const anchors = ["1:260", "2:000", "0:0", "99999:abc", "x", "1:", "-1:260", "1:260|one"];

/** Values by the kind of argument, mostly such as fit. */
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  boolean: fc.boolean(),
  integer: fc.constantFrom(0, 1, 2, 3, 100, 2 ** 40),
  number: fc.constantFrom(0.001, 1, 5),
};

const junk = fc.oneof(fc.constantFrom(null, [], {}, -1, 1.5, "yes", true, [1], { a: 1 }), fc.string(), fc.jsonValue());

const weighed = (shape: Record<string, fc.Arbitrary<unknown>>) => ({ weight: 8, arbitrary: fc.record(shape) });

const edit = fc.oneof(
  weighed({ set_line: fc.record({ anchor: fc.constantFrom(...anchors), new_text: fc.constantFrom(...words) }) }),
  weighed({ insert_after: fc.record({ anchor: fc.constantFrom(...anchors), new_text: fc.constantFrom(...words) }) }),
  weighed({
    replace: fc.record({
      old_text: fc.constantFrom(...words),
      new_text: fc.constantFrom(...words),
      all: fc.boolean(),
      fuzzy: fc.boolean(),
    }),
  }),
  weighed({
    replace_symbol: fc.record({
      symbol: fc.constantFrom("f", "C.m", "f@1", ".", "@"),
      new_body: fc.constantFrom(...words),
    }),
  }),
  { weight: 1, arbitrary: junk },
);

function valueOf(name: string, schema: Data): fc.Arbitrary<unknown> {
  if (name === "edits") return fc.array(edit, { maxLength: 4 });
  if (/^(path|rules|script|map_file|files_from)$/.test(name)) return fc.constantFrom(...paths);
  if (/^(paths|in)$/.test(name) && schema["type"] === "array")
    return fc.array(fc.constantFrom(...paths), { maxLength: 2 });
  if (schema["enum"]) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if (schema["type"] === "array") return fc.array(fc.constantFrom(...words), { maxLength: 2 });
  if (schema["anyOf"]) return fc.constantFrom(0, 1, 10_000, "1K", "x");
  return values[schema["type"] as string] ?? fc.constantFrom(...words);
}

const request = fc.constantFrom(...listedTools()).chain(({ name, inputSchema }) => {
  const properties = Object.entries((inputSchema.properties ?? {}) as Record<string, Data>);
  const required = new Set(inputSchema.required);
  const operands = new Set(["pattern", "replacement", "old", "new", "path", "mode", "plan_id"]);
  const entries = properties.map(([key, schema]) => {
    const sound = fc.oneof({ weight: 24, arbitrary: valueOf(key, schema) }, { weight: 1, arbitrary: junk });
    const often = required.has(key) ? 500 : operands.has(key) ? 50 : 1;
    return fc.oneof(
      { weight: often, arbitrary: sound.map((value) => [key, value] as const) },
      { weight: 25, arbitrary: fc.constant(undefined) },
    );
  });
  const extra = fc.oneof(
    { weight: 30, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), junk, { maxKeys: 2 }) },
  );
  return fc.tuple(fc.tuple(...entries), extra).map(([found, more]) => ({
    name,
    args: { ...Object.fromEntries(found.filter((entry) => entry !== undefined)), ...more },
  }));
});

test("whatever is asked, the answer fits its schema and nothing outside the root is written", async () => {
  const tree = {
    "a.ts": "one\nlet foo = a;\nfunction f() {}\n",
    "src/b.ts": "class C { m() {} }\nfoo foo\n",
    bin: Uint8Array.of(0, 1),
  };
  await withServer(tree, async ({ base, root, client }) => {
    fs.mkdirSync(path.join(base, ".git"));
    fs.writeFileSync(path.join(base, "secret.txt"), "foo let a\n");
    fs.symlinkSync(base, path.join(root, "out"));
    fs.symlinkSync("../secret.txt", path.join(root, "link"));
    const told = new Map<string, number>();
    const plans: string[] = [];
    const property = fc.asyncProperty(request, fc.nat(), async ({ name, args }, pick) => {
      const known =
        name === "swath_apply" && plans.length > 0 && pick % 4 > 0
          ? { ...args, plan_id: plans[pick % plans.length] }
          : args;
      const result = await client.callTool({ name, arguments: known as Record<string, unknown> });
      const data = checked(name, result as never);
      if (typeof data["plan_id"] === "string") plans.push(data["plan_id"]);
      const kind = `${name} ${data["error"] ?? data["kind"] ?? data["records"]?.[0]?.code ?? data["records"]?.[0]?.type}`;
      told.set(kind, (told.get(kind) ?? 0) + 1);
      expect(data["error"]).not.toBe("internal");
      expect(fs.readFileSync(path.join(base, "secret.txt"), "utf8")).toBe("foo let a\n");
      expect(fs.readdirSync(base).toSorted()).toEqual([
        ".git",
        "secret.txt",
        ...(fs.existsSync(path.join(base, "state")) ? ["state"] : []),
        "tree",
      ]);
      expect(JSON.stringify(data)).not.toContain("secret\\n");
    });
    await fc.assert(property, { numRuns: requests, seed: 20_260_730, endOnFailure: true });
    expect(told.size).toBeGreaterThan(20);
  });
}, 600_000);
