/** How code was parsed, for people. */
import { isMissing, type Node } from "./napi.ts";

/** `call_expression(identifier, arguments)`: kinds of the named nodes down to a depth, nothing else. */
export function parseSummary(node: Node, depth = 3): string {
  const children = depth > 0 ? node.children().filter((child) => child.isNamed()) : [];
  const shown = children.slice(0, 8).map((child) => parseSummary(child, depth - 1));
  if (children.length > shown.length) shown.push("…");
  return shown.length === 0 ? node.kind() : `${node.kind()}(${shown.join(", ")})`;
}

/** One line for each node: its kind, indented by depth, with the text of leaves. `text` is what was parsed, in its own spelling. */
export function parseOutline(node: Node, text: string): string {
  const lines: string[] = [];
  const waiting: [node: Node, depth: number][] = [[node, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [current, depth] = next;
    lines.push("  ".repeat(depth) + outlineLine(current, text));
    for (const child of current.children().toReversed()) waiting.push([child, depth + 1]);
  }
  return lines.join("\n");
}

function outlineLine(node: Node, text: string): string {
  const { start, end } = node.range();
  if (!node.isLeaf()) return node.kind();
  if (isMissing(node)) return `MISSING ${node.kind()}`;
  const shown = JSON.stringify(text.slice(start.index, end.index));
  return node.isNamed() ? `${node.kind()} ${shown}` : shown;
}
