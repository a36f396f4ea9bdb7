/** The files that renames bring to another path, as diffs show them: each one, since a diff knows no directories. */
import { join, nameOf, relativeTo, shownFrom } from "../commit/paths.ts";
import { relocatorOf } from "../commit/renames.ts";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { RenamedPath } from "../model/report.ts";
import type { PathRename } from "../plan/renames.ts";
import { isVersionControl } from "../plan/places.ts";

/** Looks at the tree as it is before them. All that a directory holds comes along, links and ignored files too. */
export function movedFiles(root: AbsolutePath, renames: readonly PathRename[], host: Host): RenamedPath[] {
  const relocate = relocatorOf(renames.map(({ from, to }) => [relativeTo(root, from), nameOf(to)]));
  const moved = new Set(renames.flatMap(({ from }) => filesBelow(from, host)));
  return [...moved].map((file) => ({
    from: shownFrom(host.cwd, file),
    to: shownFrom(host.cwd, join(root, relocate(relativeTo(root, file)))),
  }));
}

/** A file is all there is of itself. What version control keeps in a directory is no part of a diff. */
function filesBelow(place: AbsolutePath, host: Host): AbsolutePath[] {
  try {
    const { kind } = host.fs.linkStat(place);
    if (kind !== "directory") return kind === "special" ? [] : [place];
    const names = host.fs.readDirectory(place).map(({ name }) => name);
    return names.filter((name) => !isVersionControl(name)).flatMap((name) => filesBelow(join(place, name), host));
  } catch {
    return [];
  }
}
