/**
 * The `replace` transformation: a regular expression over one captured text, and replacement text with `$1`, `${name}`
 * and `$$` as the Rust engine writes them. A group that does not exist is refused.
 */
import { compileText } from "../match/text.ts";
import type { Matcher } from "../match/engine.ts";
import { fromLosslessString, toLosslessString } from "../text/lossless.ts";

/** `ending` is how the lines of inserted text end. */
export type Replacer = (text: string, ending: string) => string;

/** A message where the expression or the replacement cannot be used. */
export function compileReplacer(pattern: string, by: string): Replacer | string {
  const foreign = ofRustAlone(pattern);
  if (foreign !== undefined) return `invalid pattern: ${foreign}`;
  const options = { literal: false, ignoreCase: false, smartCase: false, word: false, dotall: false } as const;
  const compiled = compileText(`(?-m)${withUnicodeClasses(pattern)}`, { ...options, multiline: true, eol: "raw" });
  if (!compiled.ok) {
    const plain = compileText(pattern, { ...options, multiline: true, eol: "raw" });
    return (plain.ok ? compiled : plain).problem.message;
  }
  const matcher = compiled.value;
  const parts = readParts(by, matcher);
  if (typeof parts === "string") return parts;
  return (text, ending) => replaced(text, matcher, withEndings(parts, ending));
}

const classes: Readonly<Record<string, string>> = {
  w: "\\p{L}\\p{M}\\p{Nd}\\p{Nl}\\p{Pc}",
  d: "\\p{Nd}",
  s: "\\t-\\r\\x{85}\\p{Z}",
};

/**
 * In the Rust engine `\w`, `\d` and `\s` are Unicode classes. Their negations inside a class and `\b` stay as RE2 has them,
 * of ASCII.
 */
function withUnicodeClasses(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\[\s\S]|\[:\^?\w+:\]|\[\^?\]?|\]/g, (piece) => {
    const members = piece.startsWith("\\") ? classes[piece[1]!.toLowerCase()] : undefined;
    if (members !== undefined) {
      const negated = piece[1] !== piece[1]!.toLowerCase();
      if (!inClass) return `[${negated ? "^" : ""}${members}]`;
      return negated ? piece : members;
    }
    if (piece === "]") inClass = false;
    else if (piece.startsWith("[") && !(inClass && piece.startsWith("[:"))) inClass = true;
    return piece;
  });
}

/** What RE2 takes without a word and reads in another way than the Rust engine. */
function ofRustAlone(pattern: string): string | undefined {
  let inClass = false;
  for (const [piece] of pattern.matchAll(/\\b\{[\w-]+\}|\\[\s\S]|\[:\^?\w+:\]|\[\^?\]?|\]|&&|--|~~/g)) {
    if (inClass && /^(?:&&|--|~~)$/.test(piece))
      return `\`${piece}\` between the parts of a class is not in RE2's syntax; write the characters that are left`;
    if (inClass && /^\[(?!:)/.test(piece))
      return "a class inside a class is not in RE2's syntax; write one class, and a bracket in it as `\\[`";
    if (!inClass && /^\\(?:[<>]|b\{)/.test(piece)) return `\`${piece}\` is not in RE2's syntax; write \`\\b\``;
    if (piece === "]") inClass = false;
    else if (/^\[(?!:)/.test(piece)) inClass = true;
  }
  return undefined;
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

function withEndings(parts: readonly Part[], ending: string): readonly Part[] {
  return parts.map((part) => (typeof part === "string" ? part.replace(/\r?\n/g, ending) : part));
}

function replaced(text: string, matcher: Matcher, parts: readonly Part[]): string {
  const bytes = fromLosslessString(text);
  const spans = matcher.find({ bytes, start: 0, end: bytes.length, first: true, last: true }, true);
  const chunks: Uint8Array[] = [];
  let at = 0;
  for (let i = 0; i < spans.count; i++) {
    chunks.push(bytes.subarray(at, spans.starts[i]));
    for (const part of parts) {
      if (typeof part === "string") chunks.push(Buffer.from(part));
      else if (part === 0) chunks.push(bytes.subarray(spans.starts[i], spans.ends[i]));
      else {
        const pair = (i * matcher.groupCount + part - 1) * 2;
        const start = spans.groups?.[pair] ?? -1;
        if (start >= 0) chunks.push(bytes.subarray(start, spans.groups![pair + 1]));
      }
    }
    at = spans.ends[i]!;
  }
  chunks.push(bytes.subarray(at));
  return toLosslessString(Buffer.concat(chunks));
}
