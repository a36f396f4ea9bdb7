/** The entries of a directory: what they say about it, which are hidden, and the order they are visited in. */
import type { Entry } from "../host/host.ts";
import { glue } from "../model/glue.ts";
import { compareNames } from "../model/path.ts";
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
export function addUnlisted(entries: Entry[], node: RootNode): void {
  const listed = new Set(entries.map((entry) => entry.name));
  for (const entry of entriesOf(node)) if (!listed.has(entry.name)) entries.push(entry);
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

const surrogate = /[\uD800-\uDFFF]/;

/** In the order of `compareNames`; without surrogates that is the order of the strings themselves. */
export function sortByName(entries: Entry[]): Entry[] {
  for (const entry of entries) {
    if (surrogate.test(entry.name)) return entries.toSorted((left, right) => compareNames(left.name, right.name));
  }
  return entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

glue(surveyOf, sortByName);
