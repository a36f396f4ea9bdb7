/**
 * How long applies can be undone: the latest twenty of a workspace, as long as their old files take no more than 512 MiB;
 * the latest one always. Of a workspace that is gone, a day.
 */
import type { Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import { unlessRefused } from "./files.ts";
import { displacedPath, readHeader, readJournal, removeJournal, stagedPath } from "./journal.ts";
import { isWrittenLate, keepAside } from "./late-writers.ts";
import { join, nameOf } from "./paths.ts";
import { hasDigest } from "./preimage.ts";
import { type Store, announcedStores, forgetStore, journalOf, recordNames, timeOf, undoDirectoryOf } from "./store.ts";

const mostRecords = 20;
const mostBytes = 512 * 1024 * 1024;
const lostWorkspaceMs = 24 * 60 * 60 * 1000;

/** Workspaces that may be known before it is asked which of them are gone. */
const manyWorkspaces = 32;

/** Directories of the records, the latest first: their names begin with the time. */
export function recordsOf(store: Store, host: Host): AbsolutePath[] {
  const directory = undoDirectoryOf(store);
  return recordNames(store, host)
    .toSorted()
    .toReversed()
    .map((name) => join(directory, name));
}

/** A record that cannot be removed stays until the next time. */
export function pruneRecords(store: Store, host: Host): void {
  unlessRefused(() => {
    let bytes = 0;
    for (const [index, record] of recordsOf(store, host).entries()) {
      bytes += readHeader(record, host)?.bytes ?? 0;
      if (index > 0 && (index >= mostRecords || bytes > mostBytes)) removeRecord(record, store, host);
    }
  });
}

/** What somebody wrote into an old file after it had become part of the record is kept. */
function removeRecord(record: AbsolutePath, store: Store, host: Host): void {
  const { header, files = [] } = readJournal(record, host)?.intent ?? {};
  for (const [index, file] of files.entries()) {
    const before = { mtimeNs: BigInt(file.mtime), isBefore: hasDigest(file.before) };
    for (const pathOf of [stagedPath, displacedPath]) {
      const old = pathOf(record, store.workspace, file, index);
      if (!isInside(old, record) || !isWrittenLate(old, before, Date.parse(header!.time), host)) continue;
      keepAside(old, store.directory, `${header!.id}-${index + 1}`, host);
    }
  }
  removeJournal(record, host);
}

/** Forgets workspaces that have been gone for a day, as temporary directories are. One with a journal is never forgotten. */
export function forgetLostWorkspaces(host: Host): void {
  unlessRefused(() => {
    const known = announcedStores(host);
    if (known.length < manyWorkspaces) return;
    for (const store of known) {
      if (host.fs.exists(store.workspace) || host.fs.exists(journalOf(store))) continue;
      const [latest] = recordsOf(store, host);
      if (latest !== undefined && host.now() - timeOf(nameOf(latest)) < lostWorkspaceMs) continue;
      for (const record of recordsOf(store, host)) removeRecord(record, store, host);
      forgetStore(store, host);
    }
  });
}
