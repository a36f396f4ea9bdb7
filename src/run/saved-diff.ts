/** The unified diff of a saved plan. The plan holds edits and names; the lines around them are read from the tree. */
import type { PlannedTree } from "../commit/plan-file.ts";
import { hasDigest } from "../commit/preimage.ts";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import type { ChangedOutcome } from "../model/outcome.ts";
import type { AbsolutePath } from "../model/path.ts";
import { hunks } from "../text/hunk.ts";
import { wholeDiff } from "./diff.ts";
import { movedFiles } from "./moved-files.ts";

/** Taken before anything is written. Files that are not as they were planned have no part in it: the commit refuses them. */
export function savedDiff(root: AbsolutePath, { files, renames }: PlannedTree, host: Host): Uint8Array[] {
  const changed = files.flatMap(({ path, absolute, change }): ChangedOutcome[] => {
    const stored = contentOf(absolute, host);
    if (!stored || !hasDigest(change.hashBefore)(stored)) return [];
    return [{ kind: "changed", path, change: { ...change, hunks: hunks(stored, change.edits) } }];
  });
  return wholeDiff(changed, movedFiles(root, renames, true, host), host);
}

function contentOf(file: AbsolutePath, host: Host): Uint8Array | undefined {
  try {
    return readRegularFile(host.fs, file);
  } catch {
    return undefined;
  }
}
