/** Keeps what undo and recover would write inside the root: an apply may have been made from a directory above it. */
import { type Journal, readJournal } from "../commit/journal.ts";
import { join } from "../commit/paths.ts";
import { type ApplyRecord, findRecords } from "../commit/records.ts";
import { journalOf } from "../commit/store.ts";
import { unknownApply } from "../commit/undo.ts";
import { waitingStores, writerRefusal } from "../commit/writer.ts";
import type { Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";

/** The apply to undo: the named one, or the latest of those that stayed inside the root. */
export function undoableInside(root: AbsolutePath, id: string | undefined, host: Host): Result<string> {
  const stayedInside = ({ directory, store }: ApplyRecord): boolean => {
    const journal = readJournal(directory, host);
    return journal !== undefined && staysInside(journal, store.workspace, root);
  };
  const records = findRecords(root, id, host);
  const inside = records.find(stayedInside);
  if (inside) return success(inside.id);
  const [outside] = records;
  if (id !== undefined && outside)
    return failure(
      problem("outside_root", `apply ${id} changed files outside ${root}`, {
        suggestion: `Ask a person to undo it in ${outside.store.workspace} on the command line.`,
        details: { root, workspace: outside.store.workspace },
      }),
    );
  const waiting = writerRefusal(root, false, host);
  if (waiting) return failure(waiting);
  const known = id === undefined ? [] : findRecords(root, undefined, host).filter(stayedInside);
  return failure(
    unknownApply(
      id,
      root,
      known.map((record) => record.id),
    ),
  );
}

/** An interrupted apply that concerns these paths and files outside the root. */
export function recoveryOutside(root: AbsolutePath, paths: readonly AbsolutePath[], host: Host): Problem | undefined {
  for (const store of waitingStores(paths, host)) {
    const journal = readJournal(journalOf(store), host);
    if (journal && !staysInside(journal, store.workspace, root))
      return problem("outside_root", `the interrupted apply in ${store.workspace} changed files outside ${root}`, {
        suggestion: `Ask a person to recover ${store.workspace} on the command line.`,
        details: { root, workspace: store.workspace },
      });
  }
  return undefined;
}

function staysInside({ intent }: Journal, workspace: AbsolutePath, root: AbsolutePath): boolean {
  if (isInside(workspace, root) || !intent) return true;
  const touched = [...intent.files.map(({ path }) => path), ...intent.renames.flatMap(({ from, to }) => [from, to])];
  return touched.every((path) => isInside(join(workspace, path), root));
}
