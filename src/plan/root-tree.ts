/** What a run was asked to look at, as a tree of path components from `/` down, so that nothing is visited twice. */
import type { AbsolutePath } from "../model/path.ts";
import { componentsOf } from "./places.ts";
import type { RuleSet } from "./rule-set.ts";

/** A glob given as a path: its fixed head is a node of the tree, the rest is looked for below that. */
export interface GlobRoot {
  /** One anchored rule for the components below the head. */
  readonly rest: RuleSet;
  readonly glob: GivenGlob;
}

/** The glob as it was given; with braces it stands for several heads. */
export interface GivenGlob {
  readonly text: string;
  /** Some entry that is neither hidden nor ignored matched it. */
  matched: boolean;
}

export interface RootNode {
  readonly children: Map<string, RootNode>;
  /** A file named one by one, or one that a followed link led to. Both pass hidden and ignore rules, only the first all filters. */
  file?: "named" | "reached";
  /** Everything below is asked for. */
  directory?: true;
  readonly globs: GlobRoot[];
}

export function rootNode(): RootNode {
  return { children: new Map(), globs: [] };
}

/** The node of a path, made where it is missing. */
export function nodeAt(tree: RootNode, path: AbsolutePath): RootNode {
  let node = tree;
  for (const component of componentsOf(path)) {
    let child = node.children.get(component);
    if (!child) node.children.set(component, (child = rootNode()));
    node = child;
  }
  return node;
}
