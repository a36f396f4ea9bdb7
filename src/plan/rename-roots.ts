/** Which directories a rename of paths may touch, by the paths of its request. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { askedPath } from "../host/asked-path.ts";
import type { GivenPaths } from "./plan-files.ts";
import { isGlob } from "./user-glob.ts";

export interface RenameRoot {
  /** Links resolved. */
  readonly path: AbsolutePath;
  /** The directory itself may get a new name, not only those below it. */
  readonly itself: boolean;
}

/**
 * A named directory covers itself and all below it, a glob what lies below its part without wildcards, a file nothing.
 */
export function renameRoots({ paths, literal }: GivenPaths, host: Host): RenameRoot[] {
  return paths.flatMap((path) => rootOf(path, literal, host));
}

function rootOf(path: string, literal: boolean, host: Host): RenameRoot[] {
  const own = directoryAt(path, host);
  if (own !== undefined) return [{ path: own, itself: true }];
  if (literal || !isGlob(path) || host.fs.exists(askedPath(path, host.cwd))) return [];
  const head = path.slice(0, path.lastIndexOf("/", path.search(/[*?[{\\]/)) + 1);
  const directory = directoryAt(head === "" ? "." : head, host);
  return directory === undefined ? [] : [{ path: directory, itself: false }];
}

function directoryAt(path: string, host: Host): AbsolutePath | undefined {
  const absolute = askedPath(path, host.cwd);
  try {
    return host.fs.stat(absolute).kind === "directory" ? host.fs.realPath(absolute) : undefined;
  } catch {
    return undefined;
  }
}
