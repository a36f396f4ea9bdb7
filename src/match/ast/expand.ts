/** What a template becomes for one match: literal text as it is inserted, and the captures to copy. */
import type { Layout } from "./layout.ts";
import { findNodes, type Node, type NodeMatcher } from "./napi.ts";
import type { ByteRange, StructuralMatch } from "./matches.ts";
import { byteRange, capture, capturesLine, endingIn } from "./matches.ts";
import type { SourceText } from "./source.ts";
import type { Template, TemplatePart } from "./template.ts";

export type ExpandedPart =
  | { readonly kind: "text"; readonly bytes: Uint8Array }
  /** Computed text: its further lines go to `target`. */
  | { readonly kind: "value"; readonly bytes: Uint8Array; readonly target: Uint8Array }
  | CopiedPart;

export interface CopiedPart extends ByteRange {
  readonly kind: "copy";
  /** How its further lines move: from one indentation to another; absent where they stay. */
  readonly shift?: {
    readonly base: Uint8Array;
    readonly target: Uint8Array;
    /** Insides of string literals in the source, whose lines stay. */
    readonly fixed: readonly ByteRange[];
  };
}

export interface ExpansionContext {
  readonly source: SourceText;
  readonly layout: Layout;
  /** Lines inside string literals move too: the language reads block text by its indentation. */
  readonly indentedStrings: boolean;
}

/** Texts that a rule computes, by the variable's key; their further lines stand as if the first one had no indentation. */
export type ComputedValues = ReadonlyMap<string, Uint8Array>;

export function expand(
  template: Template,
  match: StructuralMatch,
  context: ExpansionContext,
  computed?: ComputedValues,
): readonly ExpandedPart[] {
  const { layout } = context;
  let landing: Uint8Array | undefined;
  const land = () => (landing ??= layout.indentAt(match.start));
  /** What stands before this part has ended its line. */
  const isOnNewLine = (i: number): boolean => {
    const before = template.parts[i - 1];
    return before?.kind === "variable" && !computed?.has(before.key) && capturesLine(match, before.key, context.source);
  };
  const parts = template.parts.flatMap((part, i): readonly ExpandedPart[] => {
    if (part.kind === "text") {
      const begun = part.lines.length > 1 && part.lines[0]!.length === 0 && isOnNewLine(i);
      const lines = begun ? part.lines.slice(1) : part.lines;
      const last = i === template.parts.length - 1;
      return [{ kind: "text", bytes: literalText({ lines, begun, last }, match.start, layout, land) }];
    }
    const value = computed?.get(part.key);
    if (value !== undefined) return [{ kind: "value", bytes: value, target: joined([land(), part.indent]) }];
    const range = capture(match, part.key, context.source);
    return range === undefined ? [] : [copied(range, { ...part, multiline: template.multiline }, match, context, land)];
  });
  const bytes = endingKept(match, template, context.source);
  return bytes.length === 0 || parts.length === 0 ? parts : [...parts, { kind: "text", bytes }];
}

/** The line ending that is part of the matched node, and that a text in its place keeps. */
export function endingKept(match: StructuralMatch, template: Template, source: SourceText): Uint8Array {
  const bytes =
    template.source === "" || template.source.endsWith("\n") ? none : endingIn(match.node, source, match.base);
  return bytes.length > 0 && byteRange(match.node, match.node, source, match.base).end === match.end ? bytes : none;
}

const none = new Uint8Array(0);
const encoder = new TextEncoder();

/** `begun`: the first of the lines is a new one, which was begun before. */
function literalText(
  { lines, begun, last }: { readonly lines: readonly Uint8Array[]; readonly begun: boolean; readonly last: boolean },
  at: number,
  layout: Layout,
  land: () => Uint8Array,
): Uint8Array {
  if (lines.length === 1 && !begun) return lines[0]!;
  const ending = encoder.encode(layout.endingAt(at));
  return joined(
    lines.flatMap((line, i) => {
      if (i === 0 && !begun) return [line];
      const blank = line.length === 0 && (i < lines.length - 1 || last);
      const start = i === 0 ? [] : [ending];
      return blank ? start : [...start, land(), line];
    }),
  );
}

/** What is captured in one line may get more of them from the matches inside it, where the template has several. */
function copied(
  range: ByteRange,
  part: Extract<TemplatePart, { kind: "variable" }> & Pick<Template, "multiline">,
  match: StructuralMatch,
  context: ExpansionContext,
  land: () => Uint8Array,
): CopiedPart {
  const { layout } = context;
  const oneLine = layout.lineAt(range.start) === layout.lineAt(range.end);
  if (oneLine && !part.multiline) return { kind: "copy", ...range };
  const base = layout.indentAt(range.start);
  const target = joined([land(), part.indent]);
  if (Buffer.compare(base, target) === 0) return { kind: "copy", ...range };
  const fixed = oneLine || context.indentedStrings ? [] : stringLines(range, match, context.source);
  return { kind: "copy", ...range, shift: { base, target, fixed } };
}

/** Leaves over several lines. */
const multilineLeaf: NodeMatcher = { rule: { all: [{ not: { has: { all: [] } } }, { regex: "\\n" }] } };

/** Text of string literals that goes over several lines: its line starts are part of the string. */
export function multilineStrings(node: Node): readonly Node[] {
  const leaves = findNodes(node, multilineLeaf);
  return typeof leaves === "string" ? [] : leaves.filter((leaf) => /string|heredoc|template_chars/.test(leaf.kind()));
}

function stringLines(range: ByteRange, match: StructuralMatch, source: SourceText): readonly ByteRange[] {
  return multilineStrings(match.node)
    .map((leaf) => ({
      start: source.byteAt(match.base + leaf.range().start.index),
      end: source.byteAt(match.base + leaf.range().end.index),
    }))
    .filter((leaf) => leaf.start >= range.start && leaf.end <= range.end);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}
