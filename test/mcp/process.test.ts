/** The server as a process: what goes over its streams, and how it ends. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { checked, type Data } from "./world.ts";

const command = [process.execPath, path.join(import.meta.dir, "../../src/cli/main.ts"), "mcp"];
const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "swath-mcp-process-")));
const env = { ...(process.env as Record<string, string>), XDG_STATE_HOME: path.join(base, "state") };

// Every test starts a process, on a machine that may be busy.
setDefaultTimeout(60_000);

afterAll(() => fs.rmSync(base, { recursive: true, force: true }));

function makeTree(name: string, files: number): string {
  const root = path.join(base, name);
  fs.mkdirSync(root, { recursive: true });
  for (let n = 0; n < files; n++) fs.writeFileSync(path.join(root, `${n}.txt`), `file ${n}\nword${n % 7}\n`);
  return root;
}

const hello = [
  {
    jsonrpc: "2.0",
    id: "hello",
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
];

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const toolCall = (id: unknown, name: string, args: object, meta?: object) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
});

function start(root: string) {
  return Bun.spawn(command, { cwd: root, env, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
}

/** Sends the lines, ends the input, and reads all there is. */
async function exchange(root: string, lines: readonly (object | string)[]) {
  const server = start(root);
  server.stdin.write(lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""));
  await server.stdin.end();
  const [out, err, code] = await Promise.all([server.stdout.text(), server.stderr.text(), server.exited]);
  const messages = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Data);
  return { messages, err, code };
}

test("everything that was asked before the input ended is answered, and the exit is quiet", async () => {
  const root = makeTree("end", 50);
  const asked = Array.from({ length: 6 }, (_, n) => toolCall(n, "swath_search", { pattern: `word${n}` }));
  const { messages, err, code } = await exchange(root, [...hello, ...asked]);
  const answers = new Map(messages.map((message) => [message["id"], message["result"]]));
  expect([code, err, asked.map(({ id }) => checked("swath_search", answers.get(id))["total_matches"])]).toEqual([
    0,
    "",
    [8, 7, 7, 7, 7, 7],
  ]);
});

test("calls that were sent together see what the calls before them wrote", async () => {
  const root = makeTree("order", 3);
  const edit = (from: string, to: string) => ({
    path: "0.txt",
    edits: [{ replace: { old_text: from, new_text: to } }],
  });
  const { messages } = await exchange(root, [
    ...hello,
    toolCall(1, "swath_edit", edit("file", "first")),
    toolCall(2, "swath_search", { pattern: "first" }),
    toolCall(3, "swath_edit", edit("first", "second")),
    toolCall(4, "swath_read", { path: "0.txt", head: 1 }),
    toolCall(5, "swath_undo", {}),
    toolCall(6, "swath_read", { path: "0.txt", head: 1 }),
  ]);
  const answer = (id: number) => messages.find((message) => message["id"] === id)!["result"].structuredContent;
  expect([answer(2).total_matches, answer(4).records[0].content, answer(6).records[0].content]).toEqual([
    1,
    "second 0\n",
    "first 0\n",
  ]);
});

test("lines that are no messages are passed over, and those with an id are answered", async () => {
  const root = makeTree("garbage", 1);
  const garbage = [
    "garbage",
    "{",
    "[]",
    "null",
    '"x"',
    "{}",
    '{"jsonrpc":"2.0","id":1}',
    '{"id":2,"method":"ping"}',
    "\u0000",
    '[{"jsonrpc":"2.0"}]',
  ];
  const { messages, code } = await exchange(root, [...hello, ...garbage, { jsonrpc: "2.0", id: 3, method: "ping" }]);
  expect(code).toBe(0);
  expect(
    messages.filter(({ id }) => id !== "hello").map(({ id, error, result }) => [id, error?.code ?? result]),
  ).toEqual([
    [1, -32600],
    [2, -32600],
    [3, {}],
  ]);
});

test("the messages of a batch, and a last line without its newline, are answered", async () => {
  const server = start(makeTree("batch", 1));
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
  const lines = [...hello, [ping(1), { jsonrpc: "2.0", method: "notifications/x" }, { id: 2 }, ping(3)], ping(4)];
  server.stdin.write(lines.map((line) => JSON.stringify(line)).join("\n"));
  await server.stdin.end();
  const [out, code] = await Promise.all([server.stdout.text(), server.exited]);
  const messages = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Data);
  const answers = new Map(messages.map(({ id, error, result }) => [id, error?.code ?? result]));
  expect([code, ...[1, 2, 3, 4].map((id) => answers.get(id))]).toEqual([0, {}, -32600, {}, {}]);
});

test("the list costs little time of the processor", async () => {
  const server = start(makeTree("quick", 1));
  const lines = [...hello, { jsonrpc: "2.0", id: 1, method: "tools/list" }];
  server.stdin.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  await server.stdin.end();
  expect([await server.exited, (await server.stdout.text()).includes("swath_undo")]).toEqual([0, true]);
  // Microseconds. Two thirds of the usual fifth of a second are spent in loading the protocol's library.
  expect(Number(server.resourceUsage()!.cpuTime.total)).toBeLessThan(600_000);
});

test("twenty calls at once do not mix", async () => {
  const root = makeTree("many", 120);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: command[0]!, args: command.slice(1), cwd: root, env }));
  try {
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const progress: number[] = [];
        const onprogress = (told: { progress: number }) => progress.push(told.progress);
        const args = n % 4 === 0 ? { path: `${n}.txt` } : { pattern: `file ${n}$` };
        const name = n % 4 === 0 ? "swath_read" : "swath_search";
        const result = await client.callTool({ name, arguments: args }, { onprogress });
        const data = checked(name, result as never);
        expect(progress).toEqual(progress.toSorted((left, right) => left - right));
        expect(progress[0]).toBe(0);
        return n % 4 === 0 ? data["records"][0].content.split("\n")[0] : data["rows"][0].raw;
      }),
    );
    expect(answers).toEqual(Array.from({ length: 20 }, (_, n) => `file ${n}`));
  } finally {
    await client.close();
  }
});

describe("ends", () => {
  test("a cancelled call without an answer, and goes on with the next", async () => {
    const root = makeTree("cancel", 400);
    const script = path.join(root, "slow.ts");
    fs.writeFileSync(
      script,
      "export default () => { const until = Date.now() + 20; while (Date.now() < until); return null; };\n",
    );
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport({ command: command[0]!, args: command.slice(1), cwd: root, env }));
    try {
      const cancel = new AbortController();
      const slow = client.callTool(
        { name: "swath_plan", arguments: { pattern: "file", script: "slow.ts", at_least: 0 } },
        { signal: cancel.signal, onprogress: () => cancel.abort("enough") },
      );
      await expect(slow).rejects.toThrow();
      const started = performance.now();
      const found = await client.callTool({ name: "swath_search", arguments: { pattern: "file 7$" } });
      expect(checked("swath_search", found as never)["total_matches"]).toBe(1);
      expect(performance.now() - started).toBeLessThan(3000);
    } finally {
      await client.close();
    }
  });

  test("when its client dies", async () => {
    const root = makeTree("dying", 20);
    const server = start(root);
    server.stdin.write(
      [...hello, toolCall(1, "swath_search", { pattern: "word" })].map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    await server.stdin.flush();
    await server.stdout.cancel();
    await server.stdin.end();
    expect([await server.exited, await server.stderr.text()]).toEqual([0, ""]);
  });

  test("when its client is killed in the middle of a long call", async () => {
    const root = makeTree("orphan", 300);
    const slow = "export default () => { const until = Date.now() + 300; while (Date.now() < until); return null; };\n";
    fs.writeFileSync(path.join(root, "slow.ts"), slow);
    const call = toolCall(1, "swath_plan", { pattern: "file", script: "slow.ts" });
    fs.writeFileSync(path.join(root, "in"), [...hello, call].map((line) => `${JSON.stringify(line)}\n`).join(""));
    const shell = `${command.map((word) => `'${word}'`).join(" ")} <in >out & echo $!; exec sleep 60`;
    const client = Bun.spawn(["sh", "-c", shell], { cwd: root, env, stdout: "pipe" });
    const { value } = await client.stdout.getReader().read();
    const server = Number(Buffer.from(value!).toString());
    const out = path.join(root, "out");
    // The shell says the number before it has opened the file.
    const answers = (): string => (fs.existsSync(out) ? fs.readFileSync(out, "utf8") : "");
    while (!answers().includes('"hello"')) await Bun.sleep(20);
    client.kill("SIGKILL");
    const killed = performance.now();
    while (isRunning(server)) await Bun.sleep(50);
    expect(performance.now() - killed).toBeLessThan(20_000);
    expect(fs.readFileSync(out, "utf8")).not.toContain('"id":1');
  });

  test.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("with %s", async (signal, code) => {
    const server = start(makeTree("signal", 1));
    server.stdin.write(hello.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await server.stdin.flush();
    const reader = server.stdout.getReader();
    await reader.read();
    server.kill(signal);
    expect(await server.exited).toBe(code);
  });

  test("at once where there is no root", async () => {
    const server = Bun.spawn([...command, "--root", path.join(base, "nowhere")], {
      env,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    expect([await server.exited, await server.stdout.text(), await server.stderr.text()]).toEqual([
      3,
      "",
      expect.stringContaining("nowhere"),
    ]);
  });
});

test("another root than the working directory", async () => {
  const root = makeTree("root", 3);
  const server = Bun.spawn([...command, "--root", root], {
    cwd: base,
    env,
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  server.stdin.write(
    [...hello, toolCall(1, "swath_sparse", { mode: "list" })].map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  await server.stdin.end();
  const out = await server.stdout.text();
  const answer = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Data)
    .find(({ id }) => id === 1)!;
  expect(checked("swath_sparse", answer["result"])["records"].map((record: { path?: string }) => record.path)).toEqual([
    "0.txt",
    "1.txt",
    "2.txt",
    undefined,
  ]);
});
