/** What tests of structural engines share: a text in, the rewritten text and the number of edits out. */
import { insertedStart } from "../../../src/model/edit.ts";
import { isProblem, type Engine, type Rewrite } from "../../../src/match/engine.ts";
import { structuralEngine } from "../../../src/match/structural.ts";
import type { Strictness } from "../../../src/model/spec.ts";

export interface Applied {
  readonly text: string;
  readonly count: number;
  readonly rewrite: Rewrite;
}

/** Applies a structural rewrite to one text; throws where the engine is refused. */
export function rewriteCode(lang: string, pattern: string, replacement: string, text: string, path?: string): Applied {
  const engine = structuralEngine({ kind: "structural", lang, pattern, replacement, strictness: "smart" });
  if (!engine.ok) throw new Error(engine.problem.message);
  return applyEngine(engine.value, Buffer.from(text), path ?? `file.${lang}`);
}

export function applyEngine(engine: Engine, bytes: Uint8Array, path: string): Applied {
  const rewrite = engine.rewrite({ bytes, encoding: "utf-8", bom: 0, stored: true }, { path, named: true });
  if (rewrite instanceof Promise || isProblem(rewrite)) throw new Error(JSON.stringify(rewrite));
  return { text: Buffer.from(appliedBytes(bytes, rewrite)).toString(), count: rewrite.edits.count, rewrite };
}

export function appliedBytes(bytes: Uint8Array, { edits }: Rewrite): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < edits.count; i++) {
    if (edits.starts[i]! < at || edits.ends[i]! < edits.starts[i]!) throw new Error(`edit ${i} is out of order`);
    parts.push(bytes.subarray(at, edits.starts[i]!));
    parts.push(edits.inserted.subarray(insertedStart(edits, i), edits.insertedEnds[i]!));
    at = edits.ends[i]!;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** The texts of all matches, and what they captured. */
export function findCode(
  lang: string,
  pattern: string,
  text: string,
  strictness: Strictness = "smart",
): readonly { readonly text: string; readonly captures: Readonly<Record<string, string>> }[] {
  const engine = structuralEngine({ kind: "structural", lang, pattern, strictness });
  if (!engine.ok) throw new Error(engine.problem.message);
  const bytes = Buffer.from(text);
  const found = engine.value.find(
    { bytes, encoding: "utf-8", bom: 0, stored: true },
    { path: `file.${lang}`, named: true },
  );
  if (isProblem(found)) throw new Error(found.message);
  return Array.from({ length: found.spans.count }, (_, i) => ({
    text: bytes.subarray(found.spans.starts[i]!, found.spans.ends[i]!).toString(),
    captures: found.captures!(i),
  }));
}
