#!/usr/bin/env bun
/** The command `swath`: gives the real process to the application and takes its exit code. */
import { bunHost, onSignal } from "../host/bun.ts";
import { app } from "./app.ts";
import { engine } from "./engine.ts";
import type { Io } from "./io.ts";
import { keyReader } from "./keys.ts";
import { openOutput } from "./output.ts";
import * as fs from "node:fs";

void main();

/** Without an `await` outside of functions, the bundle can be kept as bytecode. */
async function main(): Promise<void> {
  const io: Io = {
    argv: process.argv.slice(2),
    stdout: openOutput(1, await isTerminal(1)),
    stderr: openOutput(2, await isTerminal(2), () => process.stderr.columns),
    stdin: {
      isTerminal: await isTerminal(0),
      read: async () => (await import("./input.ts")).readInput(),
      readKey: keyReader(() => process.stdin),
    },
    host: bunHost(),
    engine,
    onSignal,
  };
  const code = await app(io);
  // Everything is written by now. Workers have nothing to lose, and take longer to end than many a search.
  process.exit(code);
}

/** `node:tty` costs more to load than many a run takes: only a device other than `/dev/null` is asked. */
async function isTerminal(file: number): Promise<boolean> {
  try {
    const device = fs.fstatSync(file);
    if (!device.isCharacterDevice() || device.rdev === fs.statSync("/dev/null").rdev) return false;
  } catch {
    return false;
  }
  return (await import("node:tty")).isatty(file);
}
