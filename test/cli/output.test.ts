import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import * as path from "node:path";
import { Output, OutputFailure } from "../../src/cli/output.ts";

const bun = process.execPath;
const outputModule = path.join(import.meta.dir, "../../src/cli/output.ts");

function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe("the writer", () => {
  test("goes on after a short write, a full pipe and an interruption", () => {
    const answers: (number | string)[] = [3, "EAGAIN", 1, "EINTR", "EAGAIN", 100];
    const written: string[] = [];
    const output = new Output((bytes, at) => {
      const answer = answers.shift()!;
      if (typeof answer === "string") throw systemError(answer);
      const taken = Math.min(answer, bytes.length - at);
      written.push(Buffer.from(bytes.subarray(at, at + taken)).toString());
      return taken;
    }, false);
    output.write("hello world");
    expect([written, answers]).toEqual([["hel", "l", "o world"], []]);
  });

  test("ends quietly when the reader is gone, and stays ended", () => {
    let calls = 0;
    const output = new Output(() => {
      calls++;
      throw systemError("EPIPE");
    }, false);
    output.write("a");
    output.write("b");
    expect(calls).toBe(1);
  });

  test("takes a terminal that does not know its width for one of the usual width", () => {
    const width = (columns: number | undefined) =>
      new Output(
        () => 0,
        true,
        () => columns,
      ).columns;
    expect([width(120), width(0), width(undefined)]).toEqual([120, 80, 80]);
  });

  test("tells any other error once", () => {
    const output = new Output(() => {
      throw systemError("ENOSPC");
    }, false);
    expect(() => output.write("a")).toThrow(OutputFailure);
    output.write("b");
  });
});

/** Writes `megabytes` to a pipe in a process of its own. */
function writer(megabytes: number) {
  const script = `
    import { openOutput } from ${JSON.stringify(outputModule)};
    const out = openOutput(1, false);
    const line = "0123456789abcde\\n".repeat(4096);
    for (let i = 0; i < ${megabytes} * 16; i++) out.write(line);
    process.exitCode = 7;
  `;
  return spawn(bun, ["-e", script], { stdio: ["ignore", "pipe", "pipe"] });
}

function ended(child: ReturnType<typeof writer>): Promise<{ code: number | null; stderr: string }> {
  let stderr = "";
  child.stderr!.on("data", (chunk) => (stderr += String(chunk)));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, stderr })));
}

test("all of it arrives at a reader that starts late and reads slowly", async () => {
  const child = writer(2);
  const end = ended(child);
  let received = 0;
  child.stdout!.pause();
  await new Promise((resolve) => child.stdout!.once("readable", resolve));
  for await (const chunk of child.stdout!) {
    received += chunk.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([received, await end]).toEqual([2 * 1024 * 1024, { code: 7, stderr: "" }]);
});

test("a reader that goes away ends the stream without a word", async () => {
  const child = writer(4);
  const end = ended(child);
  child.stdout!.once("data", () => child.stdout!.destroy());
  expect(await end).toEqual({ code: 7, stderr: "" });
});
