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
  children: ReadonlyMap<string, RootNode>;
  /** A file named one by one, or one that a followed link led to. Both pass hidden and ignore rules, only the first all filters. */
  file?: "named" | "reached";
  /** Everything below is asked for: of a directory that was named, or one that a followed link led to. */
  directory?: "named" | "reached";
  globs: readonly GlobRoot[];
  /** Something here or below is searched for files, so that ignore rules matter. */
  searched?: true;
}

const noChildren: ReadonlyMap<string, RootNode> = new Map();
const noGlobs: readonly GlobRoot[] = [];

export function rootNode(): RootNode {
  return { children: noChildren, globs: noGlobs };
}

/** The node of a path, made where it is missing. */
export function nodeAt(tree: RootNode, path: AbsolutePath): RootNode {
  let node = tree;
  for (const component of componentsOf(path)) node = childOf(node, component);
  return node;
}

/** The node of a directory to be searched. */
export function searchedNodeAt(tree: RootNode, path: AbsolutePath): RootNode {
  let node = tree;
  node.searched = true;
  for (const component of componentsOf(path)) {
    node = childOf(node, component);
    node.searched = true;
  }
  return node;
}

/** The node of an entry of a directory, made when missing. */
export function childOf(node: RootNode, name: string): RootNode {
  const known = node.children.get(name);
  if (known) return known;
  const child = rootNode();
  // Most nodes are files: only a directory gets a map of its own.
  if (node.children === noChildren) node.children = new Map([[name, child]]);
  else (node.children as Map<string, RootNode>).set(name, child);
  return child;
}
