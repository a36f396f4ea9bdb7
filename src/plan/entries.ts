/** The entries of a directory: what they say about it, which are hidden, and the order they are visited in. */
import type { Entry } from "../host/host.ts";
import { glue } from "../model/glue.ts";
import { compareNames, surrogate } from "../model/path-order.ts";
import { isIgnoreFile } from "./ignore-rules.ts";
import { isVersionControl } from "./places.ts";
import type { RootNode } from "./root-tree.ts";

/** What a directory that is not read holds of the roots. */
export function entriesOf(node: RootNode | undefined): Entry[] {
  const entries: Entry[] = [];
  if (node) for (const [name, child] of node.children) entries.push({ name, kind: child.file ? "file" : "directory" });
  return entries;
}

/** Named files that a listing lacks (the file system ignores case, or they went away) are left to whoever opens them. */
export function withUnlisted(visit: Visit, node: RootNode): Visit {
  const { first, names, directories } = visit;
  const listed = new Set([...first, ...names]);
  const unlisted = visitOf(entriesOf(node).filter(({ name }) => !listed.has(name)));
  if (unlisted.names.length === 0) return visit;
  const all = [...names, ...unlisted.names];
  return {
    first,
    names: sortNames(all),
    directories: new Set([...directories, ...unlisted.directories]),
  };
}

/** What a listing says about the rules that hold from here on. */
export function surveyOf(entries: readonly Entry[]): { repository: boolean; ignoreFiles: ReadonlySet<string> } {
  let repository = false;
  let ignoreFiles = none;
  for (const { name, kind } of entries) {
    if (name.charCodeAt(0) !== 0x2e) continue;
    if (name === ".git") repository = true;
    else if (isIgnoreFile(name, kind)) ignoreFiles = new Set([...ignoreFiles, name]);
  }
  return { repository, ignoreFiles };
}

const none: ReadonlySet<string> = new Set();

export function isLeftOut(name: string, hidden: boolean): boolean {
  return name.charCodeAt(0) === 0x2e && (!hidden || isVersionControl(name));
}

/** What there is to visit of a directory: files and directories by their names. */
export interface Visit {
  /** Files that come before everything else, in any order. */
  readonly first: readonly string[];
  /** In the order of `compareNames`. */
  readonly names: readonly string[];
  /** Which of the names are directories. */
  readonly directories: ReadonlySet<string>;
}

export const nothingToVisit: Visit = { first: [], names: [], directories: new Set() };

export function visitOf(entries: readonly Entry[]): Visit {
  const directories = new Set<string>();
  for (const { name, kind } of entries) if (kind === "directory") directories.add(name);
  const names = entries.map(({ name }) => name);
  return { first: [], names: sortNames(names), directories };
}

/** Only among names with surrogates the order differs from that of the strings themselves. */
export function sortNames(names: readonly string[]): readonly string[] {
  if (names.length < 2) return names;
  return surrogate.test(names.join("")) ? names.toSorted(compareNames) : names.toSorted();
}

glue(surveyOf, isLeftOut);
