/** What an engine makes of a text. */
import type { Engine } from "../../../src/match/engine.ts";
import { isProblem } from "../../../src/match/engine.ts";
import { insertedStart } from "../../../src/model/edit.ts";
import type { RenameMapSpec, RenameSpec } from "../../../src/model/spec.ts";
import { renameMapEngine } from "../../../src/match/rename-map.ts";
import { renameEngine } from "../../../src/match/rename.ts";

export function engineOf(from: string, to: string, options: Partial<RenameSpec> = {}): Engine {
  const engine = renameEngine({ kind: "rename", from, to, word: false, exact: false, prose: false, ...options });
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

export function mapEngineOf(pairs: RenameMapSpec["pairs"], options: Partial<RenameMapSpec> = {}): Engine {
  const engine = renameMapEngine({ kind: "rename_map", pairs, ...options });
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

/** The bytes after the engine's edits; checks that the edits ascend and that the prefilter and the search in pieces agree. */
export function rewrittenBytes(engine: Engine, bytes: Uint8Array, path = "notes.txt"): Uint8Array {
  const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: false });
  if (rewrite instanceof Promise || isProblem(rewrite)) throw new Error(JSON.stringify(rewrite));
  const { edits } = rewrite;
  if (edits.count > 0 && !engine.mayMatch(bytes, 0, bytes.length)) throw new Error("the prefilter hid a match");
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < edits.count; i++) {
    if (edits.starts[i]! < at) throw new Error("edits overlap");
    const inserted = edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]!);
    parts.push(bytes.subarray(at, edits.starts[i]!), inserted);
    at = edits.ends[i]!;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

export function rewritten(engine: Engine, text: string, path?: string): string {
  return Buffer.from(rewrittenBytes(engine, Buffer.from(text), path)).toString();
}
