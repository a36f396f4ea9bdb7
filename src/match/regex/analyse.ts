/** What a tree says about the pattern as a whole, found without any text. */
import type { Node } from "./ast.ts";

const carriageReturn = 13;

/** True when no text without a carriage return can match. */
export function needsCarriageReturn(node: Node): boolean {
  switch (node.kind) {
    case "literal":
      return node.text.includes("\r");
    case "set":
      return node.set.key === `=${carriageReturn},${carriageReturn}`;
    case "group":
      return needsCarriageReturn(node.node);
    case "concat":
      return node.nodes.some(needsCarriageReturn);
    case "alternate":
      return node.nodes.every(needsCarriageReturn);
    case "repeat":
      return node.min > 0 && needsCarriageReturn(node.node);
    case "empty":
    case "assert":
      return false;
  }
}

/**
 * Where the empty text can match on the empty line after a final newline (`file_start` false), or in an empty file: both are
 * no lines, so there `^`, `$` and the like hold nowhere and a match has to go through `\z` (in an empty file `\A` will do).
 */
export function matchesEmptyAtEnd(node: Node, fileStart: boolean): boolean {
  return paths(node, fileStart).anchored;
}

interface EmptyPaths {
  /** Some way through the node uses no anchor of the file. */
  readonly free: boolean;
  /** Some way through it uses one. */
  readonly anchored: boolean;
}

function paths(node: Node, fileStart: boolean): EmptyPaths {
  switch (node.kind) {
    case "empty":
      return { free: true, anchored: false };
    case "literal":
    case "set":
      return { free: false, anchored: false };
    case "assert": {
      const anchor = node.assertion === "text_end" || (node.assertion === "text_start" && fileStart);
      const holds = ["no_boundary", "word_half_start", "word_half_end"].includes(node.assertion);
      return { free: holds, anchored: anchor };
    }
    case "group":
      return paths(node.node, fileStart);
    case "concat":
      return node.nodes.map((each) => paths(each, fileStart)).reduce(both, { free: true, anchored: false });
    case "alternate": {
      const each = node.nodes.map((one) => paths(one, fileStart));
      return { free: each.some((one) => one.free), anchored: each.some((one) => one.anchored) };
    }
    case "repeat": {
      if (node.max === 0) return { free: true, anchored: false };
      const inner = paths(node.node, fileStart);
      return { free: inner.free || node.min === 0, anchored: inner.anchored };
    }
  }
}

function both(a: EmptyPaths, b: EmptyPaths): EmptyPaths {
  return {
    free: a.free && b.free,
    anchored: (a.anchored && (b.free || b.anchored)) || (b.anchored && a.free),
  };
}
