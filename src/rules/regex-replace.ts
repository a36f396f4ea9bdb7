/**
 * The `replace` transformation: a regular expression over one captured text, and replacement text with `$1`, `${name}`
 * and `$$` as the Rust engine writes them. A group that does not exist is refused.
 */
import { compileText } from "../match/text.ts";
import type { Matcher } from "../match/engine.ts";

export type Replacer = (text: string) => string;

/** A message where the expression or the replacement cannot be used. */
export function compileReplacer(pattern: string, by: string): Replacer | string {
  const options = { literal: false, ignoreCase: false, smartCase: false, word: false, dotall: false } as const;
  const compiled = compileText(`(?-m)${pattern}`, { ...options, multiline: true, eol: "raw" });
  if (!compiled.ok) return compiled.problem.message;
  const matcher = compiled.value;
  const parts = readParts(by, matcher);
  if (typeof parts === "string") return parts;
  return (text) => replaced(Buffer.from(text), matcher, parts);
}

type Part = string | number;

/** Literal texts and group numbers. */
function readParts(by: string, { groupCount, groupNames }: Matcher): readonly Part[] | string {
  const parts: Part[] = [];
  let from = 0;
  for (const found of by.matchAll(/\$\$|\$\{([^}]*)\}|\$([0-9A-Za-z_]+)/g)) {
    parts.push(by.slice(from, found.index));
    from = found.index + found[0].length;
    if (found[0] === "$$") {
      parts.push("$");
      continue;
    }
    const name = found[1] ?? found[2]!;
    const number = /^[0-9]+$/.test(name) ? Number(name) : groupNames[name];
    if (number === undefined || number > groupCount) {
      const digits = /^[0-9]+/.exec(name)?.[0];
      const hint = digits === undefined || digits === name ? "" : `; write \${${digits}}${name.slice(digits.length)}`;
      return `the expression has no group ${name}${hint}`;
    }
    parts.push(number);
  }
  parts.push(by.slice(from));
  return parts;
}

function replaced(bytes: Buffer, matcher: Matcher, parts: readonly Part[]): string {
  const spans = matcher.find({ bytes, start: 0, end: bytes.length, first: true, last: true }, true);
  const chunks: string[] = [];
  let at = 0;
  for (let i = 0; i < spans.count; i++) {
    chunks.push(bytes.toString("utf8", at, spans.starts[i]));
    for (const part of parts) {
      if (typeof part === "string") chunks.push(part);
      else if (part === 0) chunks.push(bytes.toString("utf8", spans.starts[i], spans.ends[i]));
      else {
        const pair = (i * matcher.groupCount + part - 1) * 2;
        const start = spans.groups?.[pair] ?? -1;
        if (start >= 0) chunks.push(bytes.toString("utf8", start, spans.groups![pair + 1]));
      }
    }
    at = spans.ends[i]!;
  }
  return chunks.join("") + bytes.toString("utf8", at);
}
