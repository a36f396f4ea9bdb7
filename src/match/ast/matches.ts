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

/**
 * What the variable of a key captured; undefined where it captured nothing. Separators between several nodes belong to
 * them, the line ending behind the last statement of a block does not.
 */
export function capture(match: StructuralMatch, key: string, source: SourceText): ByteRange | undefined {
  const nodes = capturedNodes(match, key);
  const last = nodes.at(-1);
  if (last === undefined) return undefined;
  const { start, end } = byteRange(nodes[0]!, last, source, match.base);
  const ending = endingIn(last, source, match.base).length;
  return { start, end: ending > 0 && needsItsLine(last) ? end : end - ending };
}

/** Whether what a variable captured goes to the end of a line and takes the line ending in. */
export function capturesLine(match: StructuralMatch, key: string, source: SourceText): boolean {
  const last = capturedNodes(match, key).at(-1);
  return last !== undefined && endingIn(last, source, match.base).length > 0 && needsItsLine(last);
}

/** A directive, and what ends in a comment, go to the end of their line. */
function needsItsLine(node: Node): boolean {
  return node.kind().startsWith("preproc") || lastLeaf(node).kind().includes("comment");
}

function lastLeaf(node: Node): Node {
  let leaf = node;
  for (let below = leaf.children(); below.length > 0; below = leaf.children()) leaf = below.at(-1)!;
  return leaf;
}

const lf = 0x0a;
const cr = 0x0d;

/** The line ending that a node takes in behind its last token, as a directive of C and a comment of Rust do; empty where it takes none. */
export function endingIn(node: Node, source: SourceText, base: number): Uint8Array {
  const { bytes } = source;
  const end = source.byteAt(base + node.range().end.index);
  if (bytes[end - 1] !== lf) return noBytes;
  const leaf = lastLeaf(node);
  const isText = source.byteAt(base + leaf.range().end.index) === end && !leaf.kind().includes("comment");
  return isText ? noBytes : bytes.subarray(bytes[end - 2] === cr ? end - 2 : end - 1, end);
}

const noBytes = new Uint8Array(0);

export function capturedNodes(match: StructuralMatch, key: string): readonly Node[] {
  if (key.startsWith("$$$")) return match.node.getMultipleMatches(key.slice("$$$".length));
  const single = match.node.getMatch(key);
  return single !== null && single !== undefined ? [single] : match.node.getMultipleMatches(key);
}

/**
 * From the start of one node of a region to the end of another. Of a CRLF many grammars take the CR for the end of a
 * comment: it stays with its LF.
 */
export function byteRange(first: Node, last: Node, source: SourceText, base: number): ByteRange {
  const range = first.range();
  const unit = first === last ? range.end : last.range().end;
  const end = source.byteAt(base + unit.index);
  const { bytes } = source;
  const splitsEnding = bytes[end - 1] === cr && bytes[end] === lf && unit.index > range.start.index + 1;
  return { start: source.byteAt(base + range.start.index), end: splitsEnding ? end - 1 : end };
}

/** Outer matches before inner ones, without a second match of the same range. */
export function inOrder<M extends ByteRange>(matches: readonly M[]): readonly M[] {
  const sorted = matches.toSorted((a, b) => a.start - b.start || b.end - a.end);
  return sorted.filter(
    (match, i) => i === 0 || match.start !== sorted[i - 1]!.start || match.end !== sorted[i - 1]!.end,
  );
}
