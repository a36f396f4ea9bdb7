/** Which trees the parser library must be kept from: it compares captures by recursion, and ends the process where the stack ends. */
import { deepestTree, findNodes, isDeeperThan, type Node, type NodeMatcher } from "./napi.ts";

export interface Comparing {
  /** Captures are compared. */
  readonly compares: boolean;
  /** Finds every node inside which captures are compared, and compares nothing itself; absent where that may be anywhere. */
  readonly loose?: NodeMatcher | undefined;
}

/** What can be said before captures are compared: that there is nothing to compare, that they may be, or that they must not. */
export type Depth = "nothing" | "shallow" | "too deep";

/** Only what could match is looked into, where that can be told. */
export function comparedDepth(root: Node, { compares, loose }: Comparing): Depth {
  if (!compares) return "shallow";
  const candidates = loose === undefined ? [root] : findNodes(root, loose);
  if (typeof candidates === "string") return isDeeperThan(root, deepestTree) ? "too deep" : "shallow";
  let end = 0;
  for (const candidate of candidates) {
    const range = candidate.range();
    if (range.end.index <= end) continue;
    end = range.end.index;
    if (isDeeperThan(candidate, deepestTree)) return "too deep";
  }
  return candidates.length === 0 ? "nothing" : "shallow";
}
