/** Finds git repositories, from the files on disk alone. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import type { AbsolutePath } from "../model/path.ts";

export interface Repository {
  /** The work tree's top directory. */
  readonly root: AbsolutePath;
  /** The private directory of this work tree: `.git`, or where the file `.git` points. */
  readonly gitDirectory: AbsolutePath;
  /** The directory that all work trees of the repository share. */
  readonly commonDirectory: AbsolutePath;
}

/** The repository whose work tree starts at this very directory. */
export function repositoryAt(directory: AbsolutePath, host: Host): Repository | undefined {
  const dotGit = posix.join(directory, ".git");
  if (!isThere(dotGit, host)) return undefined;
  const gitDirectory = readPointer(dotGit, "gitdir: ", directory, host) ?? dotGit;
  if (!isThere(posix.join(gitDirectory, "HEAD"), host)) return undefined;
  const commonDirectory = readPointer(posix.join(gitDirectory, "commondir"), "", gitDirectory, host) ?? gitDirectory;
  return { root: directory, gitDirectory, commonDirectory };
}

/** The innermost repository that holds the directory. */
export function repositoryAbove(directory: AbsolutePath, host: Host): Repository | undefined {
  for (let at = directory; ; at = posix.dirname(at)) {
    const found = repositoryAt(at, host);
    if (found || at === "/") return found;
  }
}

/** What cannot be looked at makes no repository; the walk tells of a directory that cannot be entered. */
function isThere(path: AbsolutePath, host: Host): boolean {
  try {
    return host.fs.exists(path);
  } catch {
    return false;
  }
}

/** The path in a one-line file such as a work tree's `.git`; undefined when there is no such file. */
function readPointer(file: AbsolutePath, prefix: string, base: AbsolutePath, host: Host): AbsolutePath | undefined {
  try {
    const bytes = readRegularFile(host.fs, file);
    if (!bytes) return undefined;
    const line = new TextDecoder().decode(bytes).split("\n", 1)[0]!.replace(/\r$/, "");
    return line.startsWith(prefix) ? posix.resolve(base, line.slice(prefix.length)) : undefined;
  } catch {
    return undefined;
  }
}
