/** Golden files: what a contract prints, kept under `snapshots/`. `UPDATE=1 bun test` rewrites them. */
import { expect } from "bun:test";
import * as fs from "node:fs";
import * as path from "node:path";

const root = path.join(import.meta.dir, "..", "snapshots");

/** Compares text with `snapshots/NAME`; a missing file is a failure unless it is being rewritten. */
export function expectGolden(name: string, text: string): void {
  const file = path.join(root, name);
  if (process.env["UPDATE"] === "1") {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    return;
  }
  expect(text).toBe(
    fs.existsSync(file) ? fs.readFileSync(file, "utf8") : `snapshots/${name} is missing: run UPDATE=1 bun test`,
  );
}
