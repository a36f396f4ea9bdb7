/** A text replacement from stored bytes to stored bytes, without files: what decodes, matches, renders, encodes and patches. */
import type { TextOptions, TextSpec } from "../src/model/spec.ts";
import { isProblem, type Engine } from "../src/match/engine.ts";
import { textEngine } from "../src/match/rewrite-text.ts";
import { decode } from "../src/text/decode.ts";
import { toStored } from "../src/text/encode.ts";
import { applyEdits } from "../src/text/patch.ts";

export type Given = Partial<TextOptions> & { readonly preserveCase?: boolean; readonly encoding?: string };

const plainOptions: TextOptions = {
  literal: false,
  ignoreCase: false,
  smartCase: false,
  word: false,
  multiline: false,
  dotall: false,
  eol: "auto",
};

export function specOf(pattern: string, replacement: string | undefined, given: Given = {}): TextSpec {
  const { preserveCase = false, encoding: _encoding, ...options } = given;
  const spec = { kind: "text" as const, pattern, preserveCase, options: { ...plainOptions, ...options } };
  return replacement === undefined ? spec : { ...spec, replacement };
}

export function engineFor(pattern: string, replacement: string | undefined, given?: Given): Engine {
  const engine = textEngine(specOf(pattern, replacement, given));
  if (!engine.ok) throw new Error(engine.problem.message);
  return engine.value;
}

/** Text after a replacement, and how many edits it took. */
export function replaceText(before: string, pattern: string, replacement: string, given?: Given): [string, number] {
  const [after, count] = replaceBytes(Buffer.from(before), pattern, replacement, given);
  return [after.toString(), count];
}

export function replaceBytes(
  stored: Uint8Array,
  pattern: string,
  replacement: string,
  given?: Given,
): [Buffer, number] {
  const content = decode(stored, given?.encoding);
  if (typeof content === "string") throw new Error(content);
  const rewrite = engineFor(pattern, replacement, given).rewrite(content, { path: "a.txt", named: true });
  if (rewrite instanceof Promise || isProblem(rewrite)) throw new Error("no rewrite");
  const edits = toStored(stored, content, rewrite.edits);
  if (!edits) throw new Error("encoding");
  return [Buffer.from(applyEdits(stored, edits)), edits.count];
}
