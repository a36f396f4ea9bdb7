/** The values that a rule computes for one match: its transformations, rewriters included. */
import { plainText } from "../match/ast/compose.ts";
import { expand, joined, type ComputedValues, type ExpansionContext } from "../match/ast/expand.ts";
import { withoutIndent } from "../match/ast/layout.ts";
import {
  byteRange,
  capture,
  capturedNodes,
  matchAt,
  type ByteRange,
  type StructuralMatch,
} from "../match/ast/matches.ts";
import { findNodes } from "../match/ast/napi.ts";
import { fromLosslessString, toLosslessString } from "../text/lossless.ts";
import type { CodeRule } from "./code-rule.ts";
import { reachOf } from "./fix.ts";
import type { RewriteStep } from "./transform.ts";

/** Computed values of a match by name. `enclosing` are the captures of the rule around a rewriter. */
export function computeValues(
  rule: CodeRule,
  match: StructuralMatch,
  context: ExpansionContext,
  enclosing: ComputedValues = new Map(),
  depth = 0,
): ComputedValues {
  const values = new Map(enclosing);
  for (const name of rule.variables) values.delete(name);
  if (rule.transforms.length === 0) return values;
  const captures = depth === 0 ? captured(rule, match, context) : enclosing;
  const ending = context.layout.endingAt(match.start);
  for (const { name, source, step } of rule.transforms) {
    const from = values.get(source) ?? valueOf(match, source, context);
    if (from === undefined) values.set(name, new Uint8Array(0));
    else if (step.kind === "text") values.set(name, fromLosslessString(step.apply(toLosslessString(from), ending)));
    else values.set(name, rewritten(rule, step, match, source, { context, captures, depth }) ?? from);
  }
  return values;
}

function captured(rule: CodeRule, match: StructuralMatch, context: ExpansionContext): ComputedValues {
  const values = new Map<string, Uint8Array>();
  for (const name of rule.variables) {
    const value = valueOf(match, name, context);
    if (value !== undefined) values.set(name, value);
  }
  return values;
}

function valueOf(match: StructuralMatch, name: string, context: ExpansionContext): Uint8Array | undefined {
  const range = capture(match, name, context.source);
  if (range === undefined) return undefined;
  return withoutIndent(context.source.bytes.subarray(range.start, range.end), context.layout.indentAt(range.start));
}

interface RewriteScope {
  readonly context: ExpansionContext;
  /** What the outermost rule captured: rewriters may use it and must agree with it. */
  readonly captures: ComputedValues;
  readonly depth: number;
}

/** Rewriters that call one another deeper than this leave their text as it is. */
const deepest = 64;

function rewritten(
  rule: CodeRule,
  step: RewriteStep,
  match: StructuralMatch,
  variable: string,
  scope: RewriteScope,
): Uint8Array | undefined {
  const { source, layout } = scope.context;
  const nodes = capturedNodes(match, variable);
  if (nodes.length === 0 || scope.depth >= deepest) return undefined;
  const whole = byteRange(nodes[0]!, nodes.at(-1)!, source, match.base);
  const edits = editsOf(rule, step, match, nodes, whole, scope);
  const base = layout.indentAt(whole.start);
  if (step.joinBy !== undefined) {
    const joiner = Buffer.from(step.joinBy.replace(/\r?\n/g, layout.endingAt(match.start)));
    const texts = edits.map((edit) => withoutIndent(edit.text, base));
    return joined(texts.flatMap((text, i) => (i === 0 ? [text] : [joiner, text])).concat(new Uint8Array(0)));
  }
  const chunks: Uint8Array[] = [];
  let at = whole.start;
  for (const edit of edits) {
    chunks.push(source.bytes.subarray(at, edit.start), edit.text);
    at = edit.end;
  }
  chunks.push(source.bytes.subarray(at, whole.end));
  return withoutIndent(joined(chunks), base);
}

interface RewriterEdit extends ByteRange {
  readonly text: Uint8Array;
}

/** The first rewriter that matches a node rewrites it, outer nodes before inner ones. No fix reaches out of the capture. */
function editsOf(
  rule: CodeRule,
  step: RewriteStep,
  match: StructuralMatch,
  nodes: readonly StructuralMatch["node"][],
  whole: ByteRange,
  { context, captures, depth }: RewriteScope,
): readonly RewriterEdit[] {
  const found = step.rewriters.flatMap((id, order) => {
    const rewriter = rule.rewriters.get(id);
    if (rewriter?.fix === undefined) return [];
    const { fix } = rewriter;
    return nodes.flatMap((node) => {
      const inner = findNodes(node, rewriter.matcher);
      if (typeof inner === "string") return [];
      return inner.map((one) => {
        const { first, last } = reachOf(fix, one);
        const { start, end } = byteRange(first, last, context.source, match.base);
        const edit = { start: Math.max(start, whole.start), end: Math.min(end, whole.end) };
        return { rewriter, fix, order, edit, inner: matchAt(one, context.source, match.base) };
      });
    });
  });
  const ordered = found.toSorted(
    (a, b) => a.inner.start - b.inner.start || b.inner.end - a.inner.end || a.order - b.order,
  );
  const edits: RewriterEdit[] = [];
  for (const { rewriter, fix, edit, inner } of ordered) {
    if ((edits.at(-1)?.end ?? 0) > edit.start || !agrees(rewriter, inner, captures, context)) continue;
    const values = computeValues(rewriter, inner, context, captures, depth + 1);
    const text = plainText(context.source.bytes, expand(fix.template, inner, context, values));
    edits.push({ ...edit, text });
  }
  return edits;
}

/** A variable of the rule around it means the same text in a rewriter. */
function agrees(
  rewriter: CodeRule,
  match: StructuralMatch,
  captures: ComputedValues,
  context: ExpansionContext,
): boolean {
  for (const name of rewriter.variables) {
    const outer = captures.get(name);
    const own = outer && valueOf(match, name, context);
    if (own && Buffer.compare(own, outer) !== 0) return false;
  }
  return true;
}
