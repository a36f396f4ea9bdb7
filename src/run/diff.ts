/** The unified diff of a whole run: every changed file in path order, with renames. */
import type { Host } from "../host/host.ts";
import type { ChangedOutcome } from "../model/outcome.ts";
import { comparePaths } from "../model/path-order.ts";
import type { RenamedPath } from "../model/report.ts";
import { fileDiff } from "../report/diff.ts";
import { forGit } from "./from-repository.ts";

/**
 * Paths are relative to the top of the repository that holds the working directory, as in git's own diffs: from a
 * directory below it `git apply` would pass over any others without a word. Without a repository they are as shown, or as seen from the
 * nearest directory above that holds them all.
 * `renames` are those of single files: a renamed directory has one for each file in it.
 */
export function wholeDiff(
  changed: readonly ChangedOutcome[],
  renames: readonly RenamedPath[],
  host: Host,
): Uint8Array[] {
  const targets = new Map(renames.map(({ from, to }) => [from, to]));
  const hunks = new Map(changed.map(({ path, change }) => [path, change.hunks]));
  const paths = [...new Set([...hunks.keys(), ...targets.keys()])].toSorted(comparePaths);
  const named = forGit([...paths, ...targets.values()], host);
  return paths
    .map((from) => {
      const ready = hunks.get(from);
      return fileDiff({ from: named(from), to: named(targets.get(from) ?? from), ...(ready && { hunks: ready }) });
    })
    .filter((diff) => diff.length > 0);
}
