/** The real command with real pipes and signals: nothing is cut short, and nothing is said that was not asked for. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

const main = path.join(import.meta.dir, "../../src/cli/main.ts");
let tree = "";

beforeAll(() => {
  tree = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-streams-")));
  for (let i = 0; i < 40; i++) fs.writeFileSync(path.join(tree, `f${i}.txt`), `foo ${"x".repeat(60)}\n`.repeat(400));
  fs.writeFileSync(path.join(tree, "slow.ts"), "export default () => { for (;;) {} };\n");
});

afterAll(() => fs.rmSync(tree, { recursive: true }));

function swath(...argv: string[]) {
  const run = spawnSync(process.execPath, [main, ...argv], { cwd: tree, encoding: "utf8", maxBuffer: 1 << 26 });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** As a shell would run it, with the exit code of swath itself. */
function piped(argv: string, reader: string) {
  const script = `"$BUN" "$MAIN" ${argv} | ${reader}; exit "\${PIPESTATUS[0]}"`;
  const env = { ...process.env, BUN: process.execPath, MAIN: main };
  const run = spawnSync("bash", ["-c", script], { cwd: tree, encoding: "utf8", env, maxBuffer: 1 << 26 });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

describe("standard output", () => {
  test("is complete for a reader that comes late", () => {
    const { code, stdout } = piped("search foo -t txt", '(read -r first; sleep 0.3; echo "$first"; cat)');
    expect([code, stdout.split("\n").length]).toEqual([0, 40 * 400 + 1]);
  });

  test("is complete as a report of several megabytes", () => {
    const { code, stdout, stderr } = swath("plan", "foo", "bar", "--detail", "--json", "-t", "txt");
    expect([code, stderr, stdout.length > 1 << 20, JSON.parse(stdout).total_matches]).toEqual([0, "", true, 16_000]);
  });

  test("ends quietly when its reader goes away", () => {
    for (const argv of [
      "search foo -q -t txt --json",
      "search foo -t txt",
      "plan foo bar -t txt",
      "plan foo bar --json --detail -t txt",
    ]) {
      const { code, stderr } = piped(`${argv} 2> >(grep -v searched >&2)`, "head -c 10 > /dev/null");
      expect([argv, code, stderr.replaceAll(/f\d+\.txt: 400 edits\n/g, "")]).toEqual([argv, 0, ""]);
    }
  });

  test.skipIf(!fs.existsSync("/dev/full"))("that takes nothing is an error on the other stream", () => {
    for (const argv of ["--help", "plan foo bar -t txt", "check foo bar --json"]) {
      const script = `"$BUN" "$MAIN" ${argv} > /dev/full`;
      const env = { ...process.env, BUN: process.execPath, MAIN: main };
      const { status, stderr } = spawnSync("bash", ["-c", script], { cwd: tree, encoding: "utf8", env });
      const message = "error[disk_full] cannot write the output: no space left on the device\n";
      expect([argv, status, stderr]).toEqual([argv, 3, message]);
    }
  });

  test.skipIf(!fs.existsSync("/dev/full"))("says what it says when nobody can be told the rest", () => {
    fs.writeFileSync(path.join(tree, "told.md"), "foo\n");
    const rows = [
      ["search foo told.md", 0, "told.md:1:1:foo\n"],
      ["check foo bar told.md", 1, ""],
      ["plan zzz yyy told.md", 2, ""],
      ["plan foo told.md", 3, ""],
      ["apply foo bar told.md", 0, ""],
    ] as const;
    for (const stderr of ["/dev/full", "&-"])
      for (const [argv, code, stdout] of rows) {
        fs.writeFileSync(path.join(tree, "told.md"), "foo\n");
        const run = piped(`${argv} 2>${stderr}`, "cat");
        expect([argv, run.code, run.stdout]).toEqual([argv, code, stdout]);
      }
    expect(fs.readFileSync(path.join(tree, "told.md"), "utf8")).toBe("bar\n");
  });

  test("takes what is to be written to a file, when that is its name", () => {
    const before = fs.readdirSync(tree);
    const plan = piped("plan foo bar f1.txt -q --plan-out /dev/stdout", "cat");
    expect([plan.code, JSON.parse(plan.stdout).format, fs.readdirSync(tree)]).toEqual([0, "swath-plan", before]);
    const both = piped("check foo bar f1.txt -q --patch /dev/stdout --sarif /dev/stdout", "cat");
    expect([both.code, both.stdout.includes("diff --git"), both.stdout.includes('"2.1.0"')]).toEqual([1, true, true]);
  });

  test("holds nothing beside the data", () => {
    const json = swath("check", "foo", "bar", "--json", "-v", "--progress");
    expect([json.code, json.stderr, json.stdout.trimEnd().includes("\n")]).toEqual([1, "", false]);
    const apply = swath("apply", "zzz", "yyyyyy");
    expect([apply.code, apply.stdout]).toEqual([2, ""]);
  });
});

describe("signals", () => {
  for (const [signal, code, times] of [
    ["SIGINT", 130, 1],
    ["SIGTERM", 143, 1],
    ["SIGINT", 130, 5],
    ["SIGTERM", 143, 5],
  ] as const)
    test.skipIf(process.platform !== "linux")(
      `${signal} ends a run as interrupted${times > 1 ? ", passed on by another process too" : ""}`,
      async () => {
        const argv = [main, "plan", "foo", "--script", "slow.ts", "--script-timeout", "60", "--json", "-t", "txt"];
        const child = spawn(process.execPath, argv, { cwd: tree, stdio: ["ignore", "pipe", "pipe"] });
        let stdout = "";
        child.stdout.on("data", (chunk) => (stdout += String(chunk)));
        const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
        await busy(child.pid!);
        for (let time = 0; time < times; time++) {
          child.kill(signal);
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
        expect(await ended).toBe(code);
        expect(JSON.parse(stdout)).toMatchObject({
          kind: "error",
          error: "interrupted",
          exit_code: code,
          error_class: "transient",
        });
      },
      20_000,
    );
});

/** Waits until a process has run for a while: it is then in the middle of its work. */
async function busy(pid: number): Promise<void> {
  const ticks = () => {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  while (ticks() < 60) await new Promise((resolve) => setTimeout(resolve, 20));
}
