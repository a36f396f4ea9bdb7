/** The records of finished applies: what `undo` works from, and how a later run finds that its work is done. */
import type { Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import { ifVisible } from "./files.ts";
import { type Intent, type JournalHeader, readHeader, readJournal } from "./journal.ts";
import { ancestorsOf, join, nameOf } from "./paths.ts";
import { hasDigest } from "./preimage.ts";
import { relocator } from "./renames.ts";
import { recordsOf } from "./retention.ts";
import { type Store, announcedStores, storesOf, storesTouching } from "./store.ts";

export interface ApplyRecord {
  readonly id: string;
  readonly store: Store;
  readonly directory: AbsolutePath;
  readonly header: JournalHeader;
}

/**
 * Records that concern a directory, the latest first: of workspaces that hold it, and of applies that were run in it.
 * A repository is a house of its own: an apply around it concerns it only if it was run inside. With an id that one
 * alone, wherever it was run.
 */
export function findRecords(cwd: AbsolutePath, id: string | undefined, host: Host): ApplyRecord[] {
  const stores = new Map(storesTouching([cwd], host).map((store) => [store.directory, store]));
  if (id !== undefined) for (const store of announcedStores(host)) stores.set(store.directory, store);
  const repository = ancestorsOf(cwd).find((above) => ifVisible(() => host.fs.exists(join(above, ".git"))));
  const isAround = (workspace: AbsolutePath): boolean => repository !== undefined && !isInside(workspace, repository);
  const concerns = ({ store, header }: ApplyRecord): boolean => {
    if (id !== undefined) return header.id === id;
    if (isAround(store.workspace)) return isInside(header.cwd, repository!);
    return isInside(cwd, store.workspace) || header.cwd === cwd;
  };
  return [...stores.values()]
    .flatMap((store) => recordsIn(store, host))
    .filter(concerns)
    .toSorted((left, right) => (left.id < right.id ? 1 : -1));
}

/**
 * The id of an apply with this fingerprint that was not undone and whose files are all as it left them.
 * Only that of the latest such apply counts.
 */
export function appliedRecord(workspace: AbsolutePath, fingerprint: string, host: Host): string | undefined {
  const real = ifVisible(() => host.fs.realPath(workspace));
  if (real === undefined) return undefined;
  const same = storesOf(real, host)
    .flatMap((store) => recordsIn(store, host))
    .find(({ header }) => header.fingerprint === fingerprint);
  if (!same) return undefined;
  const intent = readJournal(same.directory, host)?.intent;
  return intent && isAsLeft(intent, real, host) ? same.id : undefined;
}

function recordsIn(store: Store, host: Host): ApplyRecord[] {
  return recordsOf(store, host).flatMap((directory) => {
    const header = readHeader(directory, host);
    return header ? [{ id: nameOf(directory), store, directory, header }] : [];
  });
}

function isAsLeft({ files, renames }: Intent, base: AbsolutePath, host: Host): boolean {
  const relocate = relocator(renames);
  return (
    renames.every(({ from }) => ifVisible(() => host.fs.exists(join(base, relocate(from))))) &&
    files.every(({ path, after }) => {
      const bytes = ifVisible(() => host.fs.readFile(join(base, relocate(path))));
      return bytes !== undefined && hasDigest(after)(bytes);
    })
  );
}
