/** The package as npm packs and installs it, in a directory of its own: it needs nothing of the checkout and of the PATH. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import manifest from "../../package.json";
import * as library from "../../src/index.ts";

const root = path.join(import.meta.dir, "../..");
const lib = "node_modules/swath";
let home = "";
let app = "";

beforeAll(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-pack-")));
  app = path.join(home, "app");
  fs.mkdirSync(path.join(app, lib), { recursive: true });
  must("npm", ["pack", "--silent", "--pack-destination", home], root);
  must("tar", ["xzf", path.join(home, `swath-${manifest.version}.tgz`), "--strip-components=1", "-C", lib], app);
  install();
  for (let i = 0; i < 40; i++) {
    fs.mkdirSync(path.join(app, `src/d${i}`), { recursive: true });
    for (let j = 0; j < 50; j++) fs.writeFileSync(path.join(app, `src/d${i}/f${j}.js`), `old(${i}, ${j});\n`);
  }
  fs.writeFileSync(path.join(app, "a.c"), "int f(void) { return g(h(1), 2); }\n");
}, 60_000);

afterAll(() => fs.rmSync(home, { recursive: true, force: true }), 60_000);

/** What a program may ask of its compiler, which then asks it of the types of the library too. */
const strict = [
  "strict",
  "exactOptionalPropertyTypes",
  "isolatedModules",
  "noImplicitReturns",
  "noPropertyAccessFromIndexSignature",
  "noUncheckedIndexedAccess",
  "noUnusedLocals",
  "noUnusedParameters",
  "verbatimModuleSyntax",
].map((option) => `--${option}`);

/** What npm would fetch: the dependencies, as hard links or copies of those that stand in the checkout, and the command. */
function install(): void {
  const from = path.join(root, "node_modules");
  const names = fs.readdirSync(from).filter((name) => !name.startsWith(".") && name !== "swath");
  for (const links of [["-l"], []])
    if (run("cp", ["-a", ...links, ...names.map((name) => path.join(from, name)), "node_modules"], app).status === 0)
      break;
  fs.mkdirSync(path.join(app, "node_modules/.bin"));
  fs.symlinkSync(`../swath/${manifest.bin.swath}`, path.join(app, "node_modules/.bin/swath"));
}

/** Without a Bun on the PATH. */
function run(command: string, args: readonly string[], cwd = app) {
  const PATH = (process.env["PATH"] ?? "")
    .split(":")
    .filter((place) => !fs.existsSync(path.join(place, "bun")))
    .join(":");
  const env = { ...process.env, PATH, HOME: home, npm_config_update_notifier: "false" };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", maxBuffer: 1 << 26 });
  return { status, stdout, stderr };
}

function must(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = run(command, args, cwd);
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}

const swath = (...args: string[]) => run("node_modules/.bin/swath", args);

test("holds what is needed to run and to read, and no path of the machine it was packed on", () => {
  const files = fs.readdirSync(path.join(app, lib), { recursive: true, encoding: "utf8", withFileTypes: true });
  const packed = files.filter((file) => file.isFile()).map((file) => path.join(file.parentPath, file.name));
  const places = new Set(packed.map((file) => path.relative(path.join(app, lib), file).split("/")[0]!));
  expect([...places].toSorted()).toEqual([
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "bench",
    "dist",
    "docs",
    "package.json",
    "src",
    "workers",
  ]);
  expect(packed.filter((file) => fs.readFileSync(file, "utf8").includes(root))).toEqual([]);
});

test("runs by npx, by its link, and by a link to that", () => {
  const version = { status: 0, stdout: `swath ${manifest.version}\n`, stderr: "" };
  fs.symlinkSync(path.join(app, "node_modules/.bin/swath"), path.join(home, "sw"));
  expect(run("npx", ["--no-install", "swath", "--version"])).toEqual(version);
  expect(swath("--version")).toEqual(version);
  expect(run(path.join(home, "sw"), ["--version"], home)).toEqual(version);
}, 20_000);

test("plans text and code with the parsers that come along", () => {
  const text = swath("plan", "g(?:\\()", "k(", "a.c");
  expect([text.status, text.stdout]).toEqual([0, expect.stringContaining("+int f(void) { return k(h(1), 2); }\n")]);
  const code = swath("plan", "-l", "c", "g($A, $B)", "k($B, $A)", "a.c");
  expect([code.status, code.stdout]).toEqual([0, expect.stringContaining("+int f(void) { return k(2, h(1)); }\n")]);
}, 20_000);

test("starts its workers, and they find the same", () => {
  const args = ["plan", "-l", "js", "old($A, $B)", "fresh($B, $A)", "src", "--json"];
  const many = swath(...args, "--threads", "2", "-v");
  const { stats, ...report } = JSON.parse(many.stdout);
  expect([many.status, stats.threads, report.files_changed]).toEqual([0, 2, 2000]);
  expect(report).toEqual(JSON.parse(swath(...args, "--threads", "1").stdout));
}, 30_000);

test("is a library, with types that hold under the settings of others", () => {
  const program = `import { plan, type PlanOptions } from "swath";
    const options: PlanOptions = { pattern: "g", replacement: "k", paths: ["a.c"], word: true };
    const report = await plan(options);
    await Bun.write(Bun.stdout, JSON.stringify(report.kind === "plan" ? report : report.message));\n`;
  fs.writeFileSync(path.join(app, "use.mts"), program);
  fs.writeFileSync(path.join(app, "plain.mts"), program.replace("Bun.write(Bun.stdout, ", "Promise.resolve("));
  const bun = "node_modules/bun/bin/bun.exe";
  for (const [module, resolution] of [
    ["Preserve", "bundler"],
    ["NodeNext", "NodeNext"],
  ] as const) {
    const place = ["--module", module, "--moduleResolution", resolution];
    const newest = [...place, "--target", "ESNext", "--types", "bun-types"];
    expect(run(bun, ["check", "use.mts", ...newest, ...strict])).toMatchObject({ status: 0 });
    const plain = [...place, "--target", "ES2022", "--lib", "ES2022,DOM"];
    expect(run(bun, ["check", "plain.mts", ...plain, ...strict])).toMatchObject({ status: 0 });
  }
  const { status, stdout } = run(bun, ["use.mts"]);
  expect([status, JSON.parse(stdout)]).toEqual([
    0,
    {
      kind: "plan",
      outcome: "changes",
      files_scanned: 1,
      total_matches: 1,
      files_changed: 1,
      changes: [{ path: "a.c", matches: 1 }],
    },
  ]);
}, 20_000);

test("is no library for programs that run elsewhere, and says so", () => {
  for (const names of [Object.keys(library).join(", "), "plan as p"]) {
    fs.writeFileSync(path.join(app, "elsewhere.mjs"), `import { ${names} } from "swath";\n`);
    const { status, stderr } = run("node", ["elsewhere.mjs"]);
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining("Error: the library of swath is for programs that run on Bun: "),
    ]);
  }
}, 20_000);
