/**
 * The syntax tree of a pattern: what the parser makes and every engine is built from. Flags are resolved into the nodes,
 * so that no later stage has to know them.
 */
import type { CharSet } from "./charset.ts";

export type Assertion =
  | "line_start"
  | "line_end"
  | "text_start"
  | "text_end"
  | "boundary"
  | "no_boundary"
  /** No Unicode word character before, as word mode asks for. */
  | "word_half_start"
  /** No Unicode word character after. */
  | "word_half_end";

export type Node = Empty | Literal | SetNode | Assert | Group | Concat | Alternate | Repeat;

interface Common {
  /** Can match the empty text (assertions taken as true). */
  readonly nullable: boolean;
  /** Instructions it takes once counted repetitions are written out. */
  readonly size: number;
  /** Largest product of counts nested inside it. */
  readonly counts: number;
}

export interface Empty extends Common {
  readonly kind: "empty";
}

export interface Literal extends Common {
  readonly kind: "literal";
  /** At least one character. */
  readonly text: string;
  /** Upper and lower case alike. */
  readonly fold: boolean;
}

export interface SetNode extends Common {
  readonly kind: "set";
  readonly set: CharSet;
}

export interface Assert extends Common {
  readonly kind: "assert";
  readonly assertion: Assertion;
}

export interface Group extends Common {
  readonly kind: "group";
  /** 1-based. */
  readonly index: number;
  readonly node: Node;
}

interface Concat extends Common {
  readonly kind: "concat";
  readonly nodes: readonly Node[];
}

interface Alternate extends Common {
  readonly kind: "alternate";
  readonly nodes: readonly Node[];
}

interface Repeat extends Common {
  readonly kind: "repeat";
  readonly node: Node;
  readonly min: number;
  /** Infinity where there is no upper bound. */
  readonly max: number;
  readonly greedy: boolean;
}

export const emptyNode: Empty = { kind: "empty", nullable: true, size: 0, counts: 1 };

export function literalNode(text: string, fold: boolean): Literal {
  return { kind: "literal", text, fold, nullable: false, size: text.length, counts: 1 };
}

export function setNode(set: CharSet): SetNode {
  return { kind: "set", set, nullable: false, size: 1, counts: 1 };
}

export function assertNode(assertion: Assertion): Assert {
  return { kind: "assert", assertion, nullable: true, size: 1, counts: 1 };
}

export function groupNode(index: number, node: Node): Group {
  return { kind: "group", index, node, nullable: node.nullable, size: node.size + 2, counts: node.counts };
}

/** Neighbouring literals of the same case become one. */
export function concatNode(nodes: readonly Node[]): Node {
  const joined = joinLiterals(nodes);
  if (joined.length === 0) return emptyNode;
  if (joined.length === 1) return joined[0]!;
  return {
    kind: "concat",
    nodes: joined,
    nullable: joined.every((node) => node.nullable),
    size: sum(joined),
    counts: largest(joined),
  };
}

export function alternateNode(nodes: readonly Node[]): Node {
  if (nodes.length === 1) return nodes[0]!;
  return {
    kind: "alternate",
    nodes,
    nullable: nodes.some((node) => node.nullable),
    size: sum(nodes) + nodes.length,
    counts: largest(nodes),
  };
}

export function repeatNode(node: Node, min: number, max: number, greedy: boolean): Node {
  const count = max === Infinity ? min : max;
  return {
    kind: "repeat",
    node,
    min,
    max,
    greedy,
    nullable: min === 0 || node.nullable,
    size: (node.size + 1) * Math.max(count, 1),
    counts: node.counts * Math.max(min > 1 || (max > 1 && max !== Infinity) ? count : 1, 1),
  };
}

function joinLiterals(nodes: readonly Node[]): Node[] {
  const joined: Node[] = [];
  let run: string[] = [];
  let fold = false;
  const flush = (): void => {
    if (run.length > 0) joined.push(literalNode(run.length === 1 ? run[0]! : run.join(""), fold));
    run = [];
  };
  for (const node of nodes) {
    if (node.kind === "empty") continue;
    if (node.kind !== "literal") {
      flush();
      joined.push(node);
      continue;
    }
    if (node.fold !== fold) flush();
    fold = node.fold;
    run.push(node.text);
  }
  flush();
  return joined;
}

function sum(nodes: readonly Node[]): number {
  return nodes.reduce((total, node) => total + node.size, 0);
}

function largest(nodes: readonly Node[]): number {
  return nodes.reduce((most, node) => Math.max(most, node.counts), 1);
}
