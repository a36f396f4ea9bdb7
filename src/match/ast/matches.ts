/** Matches of structural patterns in one file, as byte ranges. Nodes do not leave this module but for rules, which ask them more. */
import type { Node } from "./napi.ts";
import type { SourceText } from "./source.ts";

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface StructuralMatch extends ByteRange {
  readonly node: Node;
  /** The unit of the file's text at which the parsed region starts. */
  readonly base: number;
}

/** The match of a node in a region that starts at unit `base`. */
export function matchAt(node: Node, source: SourceText, base: number): StructuralMatch {
  return { node, base, ...byteRange(node, node, source, base) };
}

/** What the variable of a key captured; undefined where it captured nothing. Separators between several nodes belong to them. */
export function capture(match: StructuralMatch, key: string, source: SourceText): ByteRange | undefined {
  const nodes = capturedNodes(match, key);
  return nodes.length === 0 ? undefined : byteRange(nodes[0]!, nodes.at(-1)!, source, match.base);
}

export function capturedNodes(match: StructuralMatch, key: string): readonly Node[] {
  if (key.startsWith("$$$")) return match.node.getMultipleMatches(key.slice("$$$".length));
  const single = match.node.getMatch(key);
  return single !== null && single !== undefined ? [single] : match.node.getMultipleMatches(key);
}

/** From the start of one node of a region to the end of another. */
export function byteRange(first: Node, last: Node, source: SourceText, base: number): ByteRange {
  const range = first.range();
  const end = first === last ? range.end : last.range().end;
  return { start: source.byteAt(base + range.start.index), end: source.byteAt(base + end.index) };
}

/** Outer matches before inner ones, without a second match of the same range. */
export function inOrder<M extends ByteRange>(matches: readonly M[]): readonly M[] {
  const sorted = matches.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(
    (match, i) => i === 0 || match.start !== sorted[i - 1]!.start || match.end !== sorted[i - 1]!.end,
  );
}
