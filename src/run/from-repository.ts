/** Paths as those read them who know the repository and not the working directory: git, and the services that show results. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { ShownPath } from "../model/path.ts";
import { repositoryAbove } from "../plan/repository.ts";

/** A shown path as seen from the top of the repository that holds the working directory; unchanged without one. */
export function fromRepository(host: Host): (path: ShownPath) => string {
  const { above } = directories(host);
  return (path) => posix.join(above, path);
}

/**
 * The same for all paths of a diff, in which git takes none that leads up: if one does, all are as seen from the nearest
 * directory above that holds them.
 */
export function forGit(paths: readonly ShownPath[], host: Host): (path: ShownPath) => string {
  const { top, above } = directories(host);
  let steps = 0;
  for (const path of paths) steps = Math.max(steps, /^(\.\.\/)*/.exec(posix.join(above, path))![0].length / 3);
  const lifted = steps === 0 ? above : posix.join(...top.split("/").slice(-steps), above);
  return (path) => posix.join(lifted, path);
}

/** The directory from which paths are seen, and the way from there to the working directory. */
function directories(host: Host): { readonly top: string; readonly above: string } {
  const cwd = host.fs.realPath(host.cwd);
  const top = repositoryAbove(cwd, host)?.root ?? cwd;
  return { top, above: posix.relative(top, cwd) };
}
