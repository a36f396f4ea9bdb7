/** Renaming a widely used symbol of a real package leaves the verdict of its type check as it was. */
import { afterAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const checkout = path.join(import.meta.dir, "..", "..");
const sources = path.join(checkout, "node_modules/zod/src");
const base = fs.mkdtempSync(path.join(os.tmpdir(), "swath-types-"));
const root = path.join(base, "package");

afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

fs.cpSync(sources, path.join(root, "src"), {
  recursive: true,
  filter: (from) => !["tests", "benchmarks"].includes(path.basename(from)),
});
fs.writeFileSync(path.join(root, "package.json"), '{"name":"renamed","type":"module"}\n');
fs.writeFileSync(
  path.join(root, "tsconfig.json"),
  JSON.stringify({
    compilerOptions: {
      target: "ESNext",
      module: "Preserve",
      moduleResolution: "bundler",
      lib: ["ESNext"],
      types: [],
      strict: true,
      noEmit: true,
    },
    include: ["src"],
  }),
);

/** The new names are as long as the old ones and stand nowhere yet, so that even the columns of messages stay. */
const renames: readonly [from: string, to: string][] = [
  ["ParsePayload", "ParseFreight"],
  ["ZodType", "ZodKind"],
  ["parseAsync", "parseLater"],
];

test.each(renames)(
  "%s to %s and back",
  (from, to) => {
    const before = typeCheck();
    const edits = rename(from, to);
    expect(edits).toBeGreaterThan(50);
    expect(typeCheck().replaceAll(to, from).replaceAll(pascal(to), pascal(from))).toBe(before);
    expect(rename(to, from)).toBe(edits);
    expect(
      spawnSync("diff", ["-r", path.join(sources, "v4/core"), path.join(root, "src/v4/core")]).stdout.toString(),
    ).toMatch(/^(Only in .*: tests\n)?$/);
  },
  60_000,
);

function typeCheck(): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["check"], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
  });
  return (stdout.toString() + stderr.toString()).replace(/\[[\d.]+m?s\]/g, "");
}

function rename(from: string, to: string): number {
  const command = [path.join(checkout, "src/cli/main.ts"), "rename", from, to, "src", "--apply", "--json"];
  const env = { ...process.env, XDG_STATE_HOME: path.join(base, "state") };
  const { stdout } = spawnSync(process.execPath, command, { cwd: root, env });
  return (JSON.parse(stdout.toString()) as { readonly total_matches: number }).total_matches;
}

function pascal(name: string): string {
  return name[0]!.toUpperCase() + name.slice(1);
}
