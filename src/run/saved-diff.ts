/** The unified diff of a saved plan. The plan holds edits and names; the lines around them are read from the tree. */
import { join, nameOf, relativeTo, shownFrom } from "../commit/paths.ts";
import type { PlannedTree } from "../commit/plan-file.ts";
import { hasDigest } from "../commit/preimage.ts";
import { relocatorOf } from "../commit/renames.ts";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import type { ChangedOutcome } from "../model/outcome.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { RenamedPath } from "../model/report.ts";
import { isVersionControl } from "../plan/places.ts";
import { hunks } from "../text/hunk.ts";
import { wholeDiff } from "./diff.ts";

/** Taken before anything is written. Files that are not as they were planned have no part in it: the commit refuses them. */
export function savedDiff(root: AbsolutePath, { files, renames }: PlannedTree, host: Host): Uint8Array[] {
  const changed = files.flatMap(({ path, absolute, change }): ChangedOutcome[] => {
    const stored = contentOf(absolute, host);
    if (!change || !stored || !hasDigest(change.hashBefore)(stored)) return [];
    return [{ kind: "changed", path, change: { ...change, hunks: hunks(stored, change.edits) } }];
  });
  return wholeDiff(changed, movedFiles(root, renames, host), host);
}

function movedFiles(root: AbsolutePath, renames: PlannedTree["renames"], host: Host): RenamedPath[] {
  const relocate = relocatorOf(renames.map(({ from, to }) => [relativeTo(root, from), nameOf(to)]));
  const moved = new Set(renames.flatMap(({ from }) => filesBelow(from, host)));
  return [...moved].map((file) => ({
    from: shownFrom(host.cwd, file),
    to: shownFrom(host.cwd, join(root, relocate(relativeTo(root, file)))),
  }));
}

function contentOf(file: AbsolutePath, host: Host): Uint8Array | undefined {
  try {
    return readRegularFile(host.fs, file);
  } catch {
    return undefined;
  }
}

/** A file is all there is of itself. What version control keeps in a directory is no part of a diff. */
function filesBelow(place: AbsolutePath, host: Host): AbsolutePath[] {
  try {
    const { kind } = host.fs.linkStat(place);
    if (kind !== "directory") return kind === "file" ? [place] : [];
    const names = host.fs.readDirectory(place).map(({ name }) => name);
    return names.filter((name) => !isVersionControl(name)).flatMap((name) => filesBelow(join(place, name), host));
  } catch {
    return [];
  }
}
