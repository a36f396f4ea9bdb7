/** Which part of the tree was asked for, carried down the walk. */
import type { GlobRoot, RootNode } from "./root-tree.ts";
import type { ActiveNodes } from "./rule-set.ts";

/** Which entries of a directory were asked for: all, or those that a glob root may still match. */
export interface Coverage {
  readonly all: boolean;
  readonly globs: readonly { readonly root: GlobRoot; readonly nodes: ActiveNodes }[];
}

export const nothingCovered: Coverage = { all: false, globs: [] };

/** What was asked for of a directory, given what was asked for of the one above. */
export function coverageOf(above: Coverage, name: string, node: RootNode | undefined): Coverage {
  if (above.globs.length === 0 && (!node || node.globs.length === 0))
    return node?.directory && !above.all ? { all: true, globs: [] } : above;
  let all = above.all || node?.directory !== undefined;
  const globs: { root: GlobRoot; nodes: ActiveNodes }[] = [];
  for (const { root, nodes } of above.globs) {
    if (root.rest.match(name, true, nodes) > 0) all = root.glob.matched = true;
    const next = root.rest.advance(nodes, name);
    if (next.length > 0) globs.push({ root, nodes: next });
  }
  for (const root of node?.globs ?? []) globs.push({ root, nodes: root.rest.start() });
  return { all, globs };
}

/** Whether a sub-directory or something below it was asked for. */
export function mayCover(coverage: Coverage, name: string): boolean {
  return (
    coverage.all ||
    coverage.globs.some(
      ({ root, nodes }) => root.rest.match(name, true, nodes) > 0 || root.rest.advance(nodes, name).length > 0,
    )
  );
}
