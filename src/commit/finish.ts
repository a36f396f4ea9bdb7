/** The end of a transaction whose files all have their new content: the journal becomes the record for `undo`, or goes with the record it undid. */
import type { Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import type { Entry } from "./entry.ts";
import { removeIfThere, syncDirectory, unlessRefused } from "./files.ts";
import { type JournalHeader, removeJournal } from "./journal.ts";
import type { Flusher } from "./flush.ts";
import { join, parentOf } from "./paths.ts";
import { type Store, undoDirectoryOf } from "./store.ts";

/** Returns how many temporary files were removed beside their targets. May be repeated after it was cut short. */
export function finishJournal(
  journal: AbsolutePath,
  header: JournalHeader,
  entries: readonly Entry[],
  relocate: (path: AbsolutePath) => AbsolutePath,
  store: Store,
  flusher: Flusher,
  host: Host,
): number {
  const removed = removeTemporaries(journal, entries, relocate, flusher, host);
  const undone = undoDirectoryOf(store);
  if (header.undoes === undefined) {
    host.fs.rename(journal, join(undone, header.id));
  } else {
    removeJournal(join(undone, header.undoes), host);
    removeJournal(journal, host);
  }
  if (flusher.wanted) flushQuietly([undone, store.directory], host);
  return removed;
}

/** The files are safe by now: should this flush be lost, `recover` finds nothing left to do. */
function flushQuietly(directories: readonly AbsolutePath[], host: Host): void {
  unlessRefused(() => {
    for (const directory of directories) syncDirectory(host.fs, directory);
  });
}

/**
 * What was staged beside its target; what lies in the journal's directory stays with it. Directories may have new names by
 * now. Flushed, since nobody knows of a temporary file that comes back when the journal has gone.
 */
export function removeTemporaries(
  journal: AbsolutePath,
  entries: readonly Entry[],
  relocate: (path: AbsolutePath) => AbsolutePath,
  flusher: Flusher,
  host: Host,
): number {
  const removed: AbsolutePath[] = [];
  for (const { staged, displaced } of entries) {
    if (isInside(staged, journal)) continue;
    for (const path of new Set([staged, displaced, relocate(staged), relocate(displaced)]))
      if (removeIfThere(host.fs, path)) removed.push(path);
  }
  flusher.names(removed.map(parentOf));
  return removed.length;
}
