/**
 * Where the records of a workspace are kept, never in the tree: in the repository's private directory, or in the
 * user's state directory where there is no repository or its directory cannot be written.
 *
 *     STORE/lock        held by the one writer of a repository
 *     STORE/journal/    the transaction that runs or was interrupted
 *     STORE/undo/ID/    what an apply changed
 *     STORE/kept/       texts that have no place in the tree
 *     STATE/trees/HASH  which workspace's store this is, or where that store lies; one for each workspace
 */
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../host/state-directory.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Problem, systemProblem } from "../model/problem.ts";
import { createFile, ifExists, ifVisible, makeDirectories, removeIfThere, syncDirectory } from "./files.ts";
import { ancestorsOf, join, nest, parentOf, resolvePath } from "./paths.ts";
import { sha256 } from "./preimage.ts";

export interface Store {
  readonly workspace: AbsolutePath;
  readonly directory: AbsolutePath;
  readonly inRepository: boolean;
}

const journalName = "journal";
const undoName = "undo";
const announcementName = "workspace";

export function journalOf(store: Store): AbsolutePath {
  return join(store.directory, journalName);
}

export function undoDirectoryOf(store: Store): AbsolutePath {
  return join(store.directory, undoName);
}

/** Nothing removes what is in it but the user. */
export function keptDirectory(store: AbsolutePath): AbsolutePath {
  return join(store, "kept");
}

/** The state directory cannot be used: it is neither in the tree nor named in the request, so the way out is told. */
export function stateUnusable(error: unknown, host: Host): Problem {
  return {
    ...systemProblem("io", error, "write in", stateDirectory(host)),
    suggestion: "set XDG_STATE_HOME to a directory that can be written",
    remedies: [],
  };
}

/** The records of a repository are closed to this user, as after a run by another: what waits in them cannot be seen. */
export function recordsClosed(error: unknown, directory: AbsolutePath): Problem {
  return {
    ...systemProblem("io", error, "write in", directory),
    suggestion: "another user has run swath here; give that directory to the one who runs it now, as chown -R does",
    remedies: [],
  };
}

/** Where a workspace's records may be, the place for new ones first. */
export function storesOf(workspace: AbsolutePath, host: Host): Store[] {
  const repository = repositoryStore(workspace, host);
  const directory = join(treesDirectory(host), treeName(workspace));
  return [...(repository ? [repository] : []), { workspace, directory, inRepository: false }];
}

/** Makes the directories of the first place that can be written, and lets outer directories find it. Throws what the last one, the state directory, said. */
export function prepareStore(workspace: AbsolutePath, host: Host): Store {
  let refusal: unknown;
  for (const store of storesOf(workspace, host)) {
    try {
      makeDirectories(host.fs, undoDirectoryOf(store));
      if (store.inRepository) announceQuietly(store, host);
      else announce(store, host);
      return store;
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Every store whose workspace holds one of the paths or lies in one of them. */
export function storesTouching(paths: readonly AbsolutePath[], host: Host): Store[] {
  const found = new Map<string, Store>();
  const add = (store: Store | undefined): void => {
    if (store) found.set(store.directory, store);
  };
  for (const path of paths)
    for (const above of ancestorsOf(path)) for (const store of storesOf(above, host)) add(store);
  for (const store of announcedStores(host)) if (paths.some((path) => nest(path, store.workspace))) add(store);
  return [...found.values()];
}

/** All stores that the user's state directory knows of. */
export function announcedStores(host: Host): Store[] {
  const trees = treesDirectory(host);
  const entries = ifVisible(() => host.fs.readDirectory(trees)) ?? [];
  return entries.flatMap((entry) => readAnnouncement(join(trees, entry.name), host) ?? []);
}

/** The private directory of the repository whose root this is; a linked worktree and a submodule have one of their own. */
function repositoryStore(root: AbsolutePath, host: Host): Store | undefined {
  const git = join(root, ".git");
  const kind = ifVisible(() => host.fs.stat(git))?.kind;
  if (kind === "directory") return { workspace: root, directory: join(git, "swath"), inRepository: true };
  if (kind !== "file") return undefined;
  const pointer = /^gitdir: (.+?)\r?\n?$/.exec(new TextDecoder().decode(host.fs.readFile(git)));
  if (!pointer) return undefined;
  const target = resolvePath(root, pointer[1]!);
  if (ifExists(() => host.fs.stat(target))?.kind !== "directory") return undefined;
  return { workspace: root, directory: join(target, "swath"), inRepository: true };
}

function treesDirectory(host: Host): AbsolutePath {
  return join(stateDirectory(host), "trees");
}

function treeName(workspace: AbsolutePath): string {
  return sha256(new TextEncoder().encode(workspace)).slice(0, 16);
}

interface Announcement {
  readonly workspace: AbsolutePath;
  readonly store: AbsolutePath;
}

function announce(store: Store, host: Host): void {
  const directory = join(treesDirectory(host), treeName(store.workspace));
  const file = join(directory, announcementName);
  const said: Announcement = { workspace: store.workspace, store: store.directory };
  const bytes = new TextEncoder().encode(JSON.stringify(said));
  const known = ifExists(() => host.fs.readFile(file));
  if (known && Buffer.from(known).equals(bytes)) return;
  makeDirectories(host.fs, directory);
  removeIfThere(host.fs, file);
  createFile(host.fs, file, bytes, true);
  for (const above of [directory, parentOf(directory)]) syncDirectory(host.fs, above);
}

/** A repository's records are found from inside it without the user's directory, which may be missing or read-only. */
function announceQuietly(store: Store, host: Host): void {
  try {
    announce(store, host);
  } catch {
    return;
  }
}

function readAnnouncement(directory: AbsolutePath, host: Host): Store | undefined {
  try {
    const text = new TextDecoder().decode(host.fs.readFile(join(directory, announcementName)));
    const { workspace, store } = JSON.parse(text) as Announcement;
    return { workspace, directory: store, inRepository: store !== directory };
  } catch {
    return undefined;
  }
}

/** A name for a transaction that sorts by time, and behind all others of its store though the clock was put back. */
export function newId(store: Store, host: Host): string {
  const latest = Math.max(0, ...recordNames(store, host).map(timeOf));
  return `${Math.max(host.now(), latest + 1).toString(36)}-${host.pid.toString(36)}`;
}

/** Names of the records of applies. */
export function recordNames(store: Store, host: Host): string[] {
  const entries = ifVisible(() => host.fs.readDirectory(undoDirectoryOf(store))) ?? [];
  return entries.map(({ name }) => name).filter((name) => /^[0-9a-z]+-[0-9a-z]+$/.test(name));
}

/** When the transaction with this id began, in milliseconds since the epoch. */
export function timeOf(id: string): number {
  return Number.parseInt(id, 36);
}

/** Removes what says where a workspace's store lies, and the directories of one that is empty. */
export function forgetStore(store: Store, host: Host): void {
  const { fs } = host;
  const directory = join(treesDirectory(host), treeName(store.workspace));
  removeIfThere(fs, join(directory, announcementName));
  for (const path of [join(directory, undoName), keptDirectory(directory), directory])
    if (ifExists(() => fs.readDirectory(path))?.length === 0) fs.removeDirectory(path);
}
