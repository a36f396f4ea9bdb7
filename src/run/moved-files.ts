/** The files that renames bring to another path, as diffs show them: each one, since a diff knows no directories. */
import { join, nameOf, relativeTo } from "../commit/paths.ts";
import { relocatorOf } from "../commit/renames.ts";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { RenamedPath } from "../model/report.ts";
import { showPath } from "../model/show-path.ts";
import { heldFiles } from "../plan/held-files.ts";
import type { PathRename } from "../plan/renames.ts";

/**
 * Looks at the tree as it is before the renames. Links, hidden files and those that other filters left out come along in
 * a renamed directory; ignored ones do too, but another checkout does not have them and would refuse a diff that names them.
 */
export function movedFiles(
  root: AbsolutePath,
  renames: readonly PathRename[],
  ignore: boolean,
  host: Host,
): RenamedPath[] {
  const relocate = relocatorOf(renames.map(({ from, to }) => [relativeTo(root, from), nameOf(to)]));
  const sources = Map.groupBy(renames, ({ from }) => isDirectory(from, host));
  const directories = (sources.get(true) ?? []).map(({ from }) => from);
  const single = (sources.get(false) ?? []).map(({ from }) => from);
  const moved = new Set([...single, ...heldFiles(directories, ignore, host)]);
  return [...moved].map((file) => ({
    from: showPath(file, host.cwd),
    to: showPath(join(root, relocate(relativeTo(root, file))), host.cwd),
  }));
}

/** False for what is gone: the commit will tell of it. */
function isDirectory(place: AbsolutePath, host: Host): boolean {
  try {
    return host.fs.linkStat(place).kind === "directory";
  } catch {
    return false;
  }
}
