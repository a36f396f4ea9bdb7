/** Dependencies point one way. Reads every import of `src/` and `workers/` and fails on an edge that is not in the table. */
import { expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";

const root = path.join(import.meta.dir, "..");

/** For each place, the places it imports, types included; all of them stand below it. `run`, `library` and `index` are also files of `src/`. */
const floors: Readonly<Record<string, readonly string[]>> = {
  model: [],
  text: ["model"],
  host: ["model"],
  schema: ["model"],
  report: ["model"],
  reduce: ["model"],
  match: ["model", "text"],
  plan: ["host", "model"],
  commit: ["host", "model", "schema", "text"],
  rules: ["host", "match", "model", "schema", "text"],
  pool: ["host", "match", "model", "rules"],
  agent: ["commit", "host", "match", "model", "plan", "report", "schema", "text"],
  run: ["commit", "host", "match", "model", "plan", "pool", "reduce", "report", "rules", "schema", "text"],
  workers: ["host", "match", "pool"],
  mcp: ["agent", "commit", "host", "model", "plan", "report", "run", "schema"],
  library: ["mcp", "model"],
  index: ["host", "library", "mcp", "model", "report", "run", "schema"],
  cli: ["agent", "commit", "host", "match", "mcp", "model", "plan", "report", "rules", "run", "schema", "text"],
};

/** Each third-party package is imported by one file, or by one folder that it shapes. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  "@ast-grep/napi": ["src/match"],
  "re2-wasm": ["src/match/re2.ts"],
  re2js: ["src/match"],
  piscina: ["src/pool"],
  "fast-glob": ["src/rules/expand-glob.ts"],
  "iconv-lite": ["src/text"],
  "hash-wasm": ["src/agent"],
  valibot: ["src/schema"],
  "@valibot/to-json-schema": ["src/schema"],
  "@modelcontextprotocol/server": ["src/mcp"],
  sarif: ["src/report/sarif.ts"],
  yaml: ["src/rules", "src/cli", "src/schema"],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const imports: readonly Import[] = ["src", "workers"].flatMap((folder) =>
  (fs.readdirSync(path.join(root, folder), { recursive: true }) as string[])
    .filter((name) => name.endsWith(".ts"))
    .flatMap((name) => importsOf(path.join(folder, name))),
);

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), "utf8");
  const specifiers = [
    ...text.matchAll(/^\s*(?:import|export)\b[^"';]*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/^\s*import\s+"([^"]+)"/gm),
    ...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g),
  ].map((match) => match[1]!);
  return specifiers.map((to) => ({ from: file, to }));
}

function placeOf(file: string): string {
  const parts = file.split("/");
  if (parts[0] === "workers") return "workers";
  return parts.length === 2 ? parts[1]!.replace(/\.ts$/, "") : parts[1]!;
}

test("there are imports to check", () => expect(imports.length).toBeGreaterThan(50));

test("every place imports from the places below it that it is said to, and from no others", () => {
  const found: Record<string, Set<string>> = {};
  for (const { from, to } of imports.filter(({ to }) => to.startsWith("."))) {
    const [above, below] = [placeOf(from), placeOf(path.join(path.dirname(from), to))];
    if (above !== below) (found[above] ??= new Set()).add(below);
  }
  const wanted = Object.entries(floors).filter(([, below]) => below.length > 0);
  expect(Object.fromEntries(Object.entries(found).map(([above, below]) => [above, [...below].toSorted()]))).toEqual(
    Object.fromEntries(wanted.map(([above, below]) => [above, [...below]])),
  );
  const order = Object.keys(floors);
  for (const [above, below] of wanted)
    for (const each of below)
      expect([above, each, order.indexOf(each) < order.indexOf(above)]).toEqual([above, each, true]);
});

test("no files import each other in a circle, types included", () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports)
    if (to.startsWith(".")) next.set(from, [...(next.get(from) ?? []), path.join(path.dirname(from), to)]);
  const done = new Set<string>();
  const circles: string[] = [];
  function follow(file: string, way: readonly string[]): void {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" -> "));
    if (done.has(file) || way.includes(file)) return;
    for (const to of next.get(file) ?? []) follow(to, [...way, file]);
    done.add(file);
  }
  for (const file of next.keys()) follow(file, []);
  expect(circles).toEqual([]);
});

test("relative imports carry their extension", () => {
  expect(imports.filter(({ to }) => to.startsWith(".") && !/\.(ts|json)$/.test(to))).toEqual([]);
});

test("each package has one home", () => {
  const strangers = imports
    .filter(({ to }) => !to.startsWith(".") && !to.startsWith("node:") && !to.startsWith("bun"))
    .filter(({ from, to }) => {
      const name = to.startsWith("@") ? to.split("/").slice(0, 2).join("/") : to.split("/")[0]!;
      return !packageHomes[name]?.some((home) => from === home || from.startsWith(`${home}/`));
    })
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(strangers).toEqual([]);
});

test("only the hosts and the entry points name the process or the file system", () => {
  const free = [/^src\/host\//, /^src\/cli\//, /^src\/mcp\/main\.ts$/, /^workers\//];
  const trespassers = (fs.readdirSync(path.join(root, "src"), { recursive: true }) as string[])
    .map((name) => `src/${name}`)
    .filter((file) => file.endsWith(".ts") && !free.some((pattern) => pattern.test(file)))
    .filter((file) => {
      const text = fs.readFileSync(path.join(root, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
      return /\bprocess\.(env|cwd|argv|exit|std|on|pid)\b|from "(node:fs|node:process|node:child_process)"/.test(text);
    });
  expect(trespassers).toEqual([]);
});

/** Loading this package from its many files takes longer than reading a rule with it. Others know where they lie, or are rarely loaded. */
const bundled = ["yaml"];

test("the bundle takes in no other package", () => {
  const { dependencies, scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const outside = [...scripts.build.matchAll(/--external='?([^\s']+)/g)].map((match) => match[1]!.replace("*", ""));
  const taken = Object.keys(dependencies).filter(
    (name) => !outside.some((start) => name === start || (start === "@" && name.startsWith("@"))),
  );
  expect(taken).toEqual(bundled);
});
