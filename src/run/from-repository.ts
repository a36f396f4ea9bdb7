/** Paths as those read them who know the repository and not the working directory: git, and the services that show results. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { ShownPath } from "../model/path.ts";
import { repositoryAbove } from "../plan/repository.ts";

/** A shown path as seen from the top of the repository that holds the working directory; unchanged without one. */
export function fromRepository(host: Host): (path: ShownPath) => string {
  const cwd = host.fs.realPath(host.cwd);
  const repository = repositoryAbove(cwd, host);
  const below = repository ? posix.relative(repository.root, cwd) : "";
  return below === "" ? (path) => path : (path) => posix.join(below, path);
}
