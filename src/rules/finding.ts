/** What a rule that only finds has to say about a match. */
import type { ExpansionContext } from "../match/ast/expand.ts";
import { boundKey, keyIn } from "../match/ast/metavariable.ts";
import type { Layout } from "../match/ast/layout.ts";
import type { SourceText } from "../match/ast/source.ts";
import { capture, type StructuralMatch } from "../match/ast/matches.ts";
import type { Finding } from "../model/outcome.ts";
import type { Rule } from "./compile.ts";
import { computeValues } from "./compute.ts";

export function findingOf(
  rule: Rule,
  at: number,
  message: string,
  path: string,
  { source, layout }: { readonly source: SourceText; readonly layout: Layout },
): Finding {
  const start = layout.lineStart(at);
  return {
    path,
    line: layout.lineAt(at),
    column: at - start + 1,
    rule: rule.id,
    severity: rule.severity,
    message: message === "" ? rule.id : message,
    ...(at - start < longestPrefix && {
      utf16Column: Buffer.from(source.bytes.subarray(start, at)).toString().length + 1,
    }),
  };
}

/** Columns in UTF-16 units are not worth counting through longer lines, match by match. */
const longestPrefix = 64 * 1024;

/** The message of a rule with what the match captured in place of its variables. */
export function messageOf(rule: Rule, match: StructuralMatch, context: ExpansionContext): string {
  if (rule.kind !== "code" || !rule.message.includes("$")) return rule.message;
  const values = computeValues(rule.code, match, context);
  const bound = new Set([...values.keys(), ...rule.code.variables]);
  return rule.message.replace(/\${1,3}[A-Z_][A-Z0-9_]*/g, (variable) => {
    const key = boundKey(keyIn(variable), bound);
    if (key === undefined) return variable;
    const range = values.get(key) === undefined ? capture(match, key, context.source) : undefined;
    const text = values.get(key) ?? (range && context.source.bytes.subarray(range.start, range.end));
    return text === undefined ? variable : Buffer.from(text).toString();
  });
}
