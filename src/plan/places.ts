/** Absolute and shown paths, as text alone. */
import { posix } from "node:path";
import { type AbsolutePath, isInside } from "../model/path.ts";

/** A directory with a slash at its end, `/` itself too. */
export function withSlash(directory: AbsolutePath): string {
  return directory.endsWith("/") ? directory : `${directory}/`;
}

export function componentsOf(absolute: AbsolutePath): string[] {
  return absolute.split("/").filter((component) => component !== "");
}

/** The deepest directory that holds all of the directories; the first one when it is alone. */
export function commonAncestor(directories: readonly AbsolutePath[]): AbsolutePath {
  let common = directories[0]!;
  for (const directory of directories) while (!isInside(directory, common)) common = posix.dirname(common);
  return common;
}

/** Directories of version control: never entered, and files by these names are never searched. */
export function isVersionControl(name: string): boolean {
  return name === ".git" || name === ".hg" || name === ".jj" || name === ".svn";
}
