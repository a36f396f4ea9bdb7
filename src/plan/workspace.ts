/** The workspace of a run: the directory outside of which nothing is ever written. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { commonAncestor } from "./places.ts";
import { type Repository, repositoryAbove } from "./repository.ts";

export interface Workspace {
  /** Real path. */
  readonly root: AbsolutePath;
  /** The repository it is, if it is one. */
  readonly repository: Repository | undefined;
}

/** Where one root lies: the directory itself, or the directory of a file. */
export interface RootPlace {
  /** As it was named, links not resolved, so that a link cannot lead a run out of its repository. */
  readonly named: AbsolutePath;
  /** With links resolved; of a file that is a link, the directory of the link. */
  readonly real: AbsolutePath;
}

/** The repository that holds all roots as they were named, else their common ancestor. */
export function workspaceOf(places: readonly RootPlace[], host: Host): Workspace {
  if (places.length === 0) return workspaceOf([{ named: host.cwd, real: host.fs.realPath(host.cwd) }], host);
  const repository = repositoryAbove(commonAncestor(places.map((place) => place.named)), host);
  if (!repository) return { root: commonAncestor(places.map((place) => place.real)), repository };
  const root = host.fs.realPath(repository.root);
  return { root, repository: { ...repository, root } };
}

/** The workspace of paths as a command line gives them; none means the working directory. Paths need not exist. */
export function findWorkspace(paths: readonly string[], host: Host): Workspace {
  return workspaceOf(
    (paths.length === 0 ? ["."] : paths).map((path) => placeOf(posix.resolve(host.cwd, path), host)),
    host,
  );
}

function placeOf(path: AbsolutePath, host: Host): RootPlace {
  for (let named = path; ; named = posix.dirname(named)) {
    try {
      if (host.fs.stat(named).kind === "directory") return { named, real: host.fs.realPath(named) };
    } catch {
      // What does not exist lies where its nearest existing directory does.
    }
    if (named === "/") return { named, real: "/" };
  }
}
