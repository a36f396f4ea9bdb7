/** Trees of files under the system's temporary directory, and a walk over them that does what a planner does. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import type { Engine } from "../../src/match/engine.ts";
import { textEngine } from "../../src/match/rewrite-text.ts";
import type { Job } from "../../src/model/job.ts";
import type { FileOutcome } from "../../src/model/outcome.ts";
import { comparePaths } from "../../src/model/path-order.ts";
import type { TextSpec } from "../../src/model/spec.ts";
import type { FileSource } from "../../src/pool/pool.ts";

export function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "swath-pool-"));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), content);
  }
  return root;
}

export function removeTree(root: string): void {
  fs.rmSync(root, { recursive: true, force: true });
}

/** Every file below the root, directory by directory. */
export function treeSource(root: string, named = false): FileSource<number> {
  return function* walk(sink) {
    let files = 0;
    const directories = [""];
    for (let shown = directories.shift(); shown !== undefined; shown = directories.shift()) {
      const directory = { absolute: path.join(root, shown), shown };
      const entries = fs.readdirSync(directory.absolute, { withFileTypes: true });
      for (const entry of entries.toSorted((a, b) => comparePaths(a.name, b.name))) {
        if (entry.isDirectory()) directories.push(shown === "" ? entry.name : `${shown}/${entry.name}`);
        else if (!sink.files(directory, [entry.name], named)) return files;
        else files++;
      }
      yield;
    }
    return files;
  };
}

export function textSpec(pattern: string, replacement?: string, more: Partial<TextSpec> = {}): TextSpec {
  const options = {
    literal: false,
    ignoreCase: false,
    smartCase: false,
    word: false,
    multiline: false,
    dotall: false,
    eol: "auto",
  } as const;
  return {
    kind: "text",
    pattern,
    preserveCase: false,
    options,
    ...(replacement !== undefined && { replacement }),
    ...more,
  };
}

export function jobOf(engine: Job["engine"], more: Partial<Job> = {}): Job {
  return {
    verb: "search",
    engine,
    wants: { diff: false, digests: false, detail: false, listed: false, lines: false, countOnly: false },
    maxBytes: 10 * 1024 * 1024,
    partial: false,
    allowNonConvergent: false,
    syntax: "block",
    ...more,
  };
}

export function engineOf(spec: TextSpec): Engine {
  const engine = textEngine(spec);
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

export function inPathOrder(outcomes: readonly FileOutcome[]): FileOutcome[] {
  return outcomes.toSorted((a, b) => comparePaths(a.path, b.path));
}
