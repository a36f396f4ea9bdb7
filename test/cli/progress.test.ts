import { expect, test } from "bun:test";
import { progressLine } from "../../src/cli/progress.ts";
import { progressFor } from "../../src/cli/progress.ts";
import { bunHost } from "../../src/host/bun.ts";
import type { Io } from "../../src/cli/io.ts";
import { settle } from "../../src/model/options.ts";

const lines: readonly (readonly [Parameters<typeof progressLine>, line: string])[] = [
  [[{ files: 12, bytes: 900 }, 2, 79], "12 files  900 B  6 files/s"],
  [
    [{ files: 1200, bytes: 3 * 1024 ** 2, filesTotal: 4800 }, 2, 79],
    "[#######-------------------] 1,200/4,800 files  3.0 MiB  600 files/s  6 s left",
  ],
  [[{ files: 10, bytes: 0, filesTotal: 10 }, 1, 60], "[##################] 10/10 files  0 B  10 files/s  0 s left"],
  [[{ files: 10, bytes: 0, filesTotal: 10 }, 1, 20], "10/10 files  0 B  10"],
];

test("a line says files, bytes, rate and time left within its width", () => {
  for (const [args, line] of lines) {
    const shown = progressLine(...args);
    expect(shown).toBe(line);
    expect(shown.length).toBeLessThanOrEqual(args[2]);
  }
});

test("a bar appears only after a while, on a terminal, and is wiped away", () => {
  let now = 0;
  let written = "";
  const io = (isTerminal: boolean) =>
    ({
      stderr: { isTerminal, columns: 80, write: (text: string) => (written += text) },
      host: { ...bunHost(), elapsed: () => now },
    }) as unknown as Io;
  const settings = settle("plan", {});
  const bar = progressFor(io(true), settings);
  bar.show({ files: 1, bytes: 1 });
  bar.clear();
  expect(written).toBe("");
  now = 400;
  bar.show({ files: 8, bytes: 1 });
  bar.show({ files: 9, bytes: 1 });
  bar.clear();
  expect(written).toBe("\r8 files  1 B  20 files/s\u001b[K\r\u001b[K");
  written = "";
  for (const [terminal, given] of [
    [false, {}],
    [true, { progress: false }],
    [true, { quiet: true }],
  ] as const) {
    const silent = progressFor(io(terminal), settle("plan", given));
    now += 1000;
    silent.show({ files: 1, bytes: 1 });
    silent.clear();
  }
  expect(written).toBe("");
});
