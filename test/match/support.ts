/** What the tests of the matchers share: short ways to ask for matches. */
import type { Piece } from "../../src/match/engine.ts";
import { compileText, type Routes } from "../../src/match/text.ts";
import type { TextOptions } from "../../src/model/spec.ts";
import type { Problem } from "../../src/model/problem.ts";

export const plainOptions: TextOptions = {
  literal: false,
  ignoreCase: false,
  smartCase: false,
  word: false,
  multiline: false,
  dotall: false,
  eol: "auto",
};

export type Text = string | readonly number[];

export function bytesOf(text: Text): Uint8Array {
  return typeof text === "string" ? Buffer.from(text) : Uint8Array.from(text);
}

export function wholeFile(bytes: Uint8Array): Piece {
  return { bytes, start: 0, end: bytes.length, first: true, last: true };
}

/** All matches as `[start, end]`, followed by the pairs of the groups when there are any. */
export function matches(
  pattern: string,
  text: Text,
  options: Partial<TextOptions> = {},
  routes: Routes = { routes: "all" },
): number[][] {
  const compiled = compileText(pattern, { ...plainOptions, ...options }, routes);
  if (!compiled.ok) throw new Error(compiled.problem.message);
  const { groupCount } = compiled.value;
  const spans = compiled.value.find(wholeFile(bytesOf(text)), true);
  return Array.from({ length: spans.count }, (_, index) => [
    spans.starts[index]!,
    spans.ends[index]!,
    ...(spans.groups?.slice(index * groupCount * 2, (index + 1) * groupCount * 2) ?? []),
  ]);
}

/** The texts matched. */
export function matched(pattern: string, text: Text, options: Partial<TextOptions> = {}): string[] {
  const bytes = bytesOf(text);
  return matches(pattern, text, options).map(([start, end]) =>
    Buffer.from(bytes.subarray(start, end)).toString("latin1"),
  );
}

/** The text with every match replaced by one and the same text. */
export function replaced(pattern: string, text: string, by: string, options: Partial<TextOptions> = {}): string {
  const bytes = Buffer.from(text);
  let result = "";
  let at = 0;
  for (const [start, end] of matches(pattern, text, options)) {
    result += bytes.subarray(at, start).toString() + by;
    at = end!;
  }
  return result + bytes.subarray(at).toString();
}

export function refusal(pattern: string, options: Partial<TextOptions> = {}): Problem {
  const compiled = compileText(pattern, { ...plainOptions, ...options });
  if (compiled.ok) throw new Error(`${pattern} was accepted`);
  return compiled.problem;
}

export function scopeOf(pattern: string, options: Partial<TextOptions> = {}): "line" | "file" {
  const compiled = compileText(pattern, { ...plainOptions, ...options });
  if (!compiled.ok) throw new Error(compiled.problem.message);
  return compiled.value.scope;
}
