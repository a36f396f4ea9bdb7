/** Dependencies point one way. Reads every import of `src/` and `workers/` and fails on an edge that is not allowed. */
import { expect, test } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";

const root = path.join(import.meta.dir, "..");

/** For each place, the places it may import. A place may always import itself. `run` and `index` are files of `src/`. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  model: [],
  text: ["model"],
  host: ["model"],
  schema: ["model"],
  report: ["model", "text"],
  match: ["model", "text", "rules"],
  rules: ["model", "text", "match", "schema", "host"],
  plan: ["model", "text", "host"],
  commit: ["model", "text", "host", "schema"],
  reduce: ["model", "text", "host", "report"],
  pool: ["model", "host", "match", "plan"],
  agent: ["model", "text", "host", "match", "commit", "schema", "plan", "reduce", "report"],
  run: ["model", "text", "host", "match", "rules", "plan", "pool", "reduce", "commit", "report", "schema"],
  library: ["model", "mcp"],
  index: ["library", "model", "host", "match", "run", "commit", "report", "schema", "rules", "agent", "mcp"],
  cli: [
    "model",
    "index",
    "run",
    "report",
    "schema",
    "host",
    "rules",
    "match",
    "commit",
    "text",
    "plan",
    "agent",
    "mcp",
  ],
  mcp: ["model", "index", "run", "report", "schema", "host", "agent", "plan", "commit", "rules"],
  workers: ["model", "text", "match", "host", "pool"],
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

test("every import between places is allowed", () => {
  const forbidden = imports
    .filter(({ to }) => to.startsWith("."))
    .map(({ from, to }) => ({ from, to: path.join(path.dirname(from), to) }))
    .filter(({ from, to }) => placeOf(from) !== placeOf(to) && !allowed[placeOf(from)]?.includes(placeOf(to)))
    .map(({ from, to }) => `${from} -> ${to}`);
  expect(forbidden).toEqual([]);
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
