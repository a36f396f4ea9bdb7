/** A workspace in memory, plans made of plain text, and what the workspace looks like. */
import { Killed } from "../../src/host/faulty.ts";
import type { FileSystem, Host } from "../../src/host/host.ts";
import { MemoryMachine } from "../../src/host/memory.ts";
import type { CommitRequest, PlannedFile, PlannedRename } from "../../src/commit/request.ts";
import { sha256 } from "../../src/commit/preimage.ts";
import { EditBuilder } from "../../src/model/edit.ts";
import type { FileChange } from "../../src/model/outcome.ts";
import { applyEdits } from "../../src/text/patch.ts";

export const workspace = "/w";

interface TreeFile {
  readonly text: string;
  readonly mode?: number;
}

/** Text, a file with a mode, `{ link }`, `{ hard }`, or `{ directory: true }`. */
export type TreeEntry =
  string | TreeFile | { readonly link: string } | { readonly hard: string } | { readonly directory: true };

export function put(host: Host, tree: Readonly<Record<string, TreeEntry>>, root = workspace): void {
  for (const [path, entry] of Object.entries(tree)) {
    const absolute = `${root}/${path}`;
    makeParents(host, absolute);
    if (typeof entry === "object" && "link" in entry) host.fs.symlink(entry.link, absolute);
    else if (typeof entry === "object" && "hard" in entry) host.fs.link(`${root}/${entry.hard}`, absolute);
    else if (typeof entry === "object" && "directory" in entry) host.fs.makeDirectory(absolute, 0o755);
    else
      write(
        host,
        absolute,
        typeof entry === "string" ? entry : entry.text,
        typeof entry === "string" ? 0o644 : entry.mode,
      );
  }
}

export function write(host: Host, absolute: string, text: string, mode = 0o644): void {
  if (host.fs.exists(absolute)) {
    const file = host.fs.open(absolute, "write");
    host.fs.truncate(file, 0);
    host.fs.write(file, Buffer.from(text), 0);
    return host.fs.close(file);
  }
  const file = host.fs.open(absolute, "create");
  host.fs.write(file, Buffer.from(text));
  host.fs.close(file);
  host.fs.changeMode(absolute, mode);
}

export function text(host: Host, path: string): string {
  return Buffer.from(host.fs.readFile(`${workspace}/${path}`)).toString();
}

/** Every entry below the workspace but the private records: kind, mode, content or target, and which names are one file. */
export function look(host: Host, root = workspace): Record<string, string> {
  const seen: Record<string, string> = {};
  const inodes = new Map<bigint, string>();
  const visit = (directory: string, shown: string): void => {
    for (const { name } of host.fs.readDirectory(directory).toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const absolute = `${directory}/${name}`;
      const path = shown === "" ? name : `${shown}/${name}`;
      if (path === ".git/swath") continue;
      const stat = host.fs.linkStat(absolute);
      const mode = stat.mode.toString(8);
      const first = stat.links > 1 && stat.kind === "file" ? (inodes.get(stat.inode) ?? "first") : "";
      if (first === "first") inodes.set(stat.inode, `same file as ${path}`);
      if (stat.kind === "directory") {
        seen[path] = `directory ${mode}`;
        visit(absolute, path);
      } else if (stat.kind === "link") seen[path] = `link to ${host.fs.readLink(absolute)}`;
      else seen[path] = `${mode} ${first} ${JSON.stringify(Buffer.from(host.fs.readFile(absolute)).toString())}`;
    }
  };
  visit(root, "");
  return seen;
}

/** Modification times of all files, by path. */
export function times(host: Host, root = workspace): Record<string, bigint> {
  const seen: Record<string, bigint> = {};
  for (const [path, entry] of Object.entries(look(host, root)))
    if (/^\d/.test(entry)) seen[path] = host.fs.linkStat(`${root}/${path}`).mtimeNs;
  return seen;
}

/** Replaces every `old` in a file. */
function changeOf(bytes: Uint8Array, old: string, fresh: string): FileChange {
  const edits = new EditBuilder();
  const buffer = Buffer.from(bytes);
  for (let at = buffer.indexOf(old); at >= 0; at = buffer.indexOf(old, at + old.length))
    edits.add(at, at + old.length, Buffer.from(fresh));
  const built = edits.build();
  return {
    edits: built,
    hashBefore: sha256(bytes),
    hashAfter: sha256(applyEdits(bytes, built)),
    encoding: "utf-8",
    eol: "lf",
  };
}

export function planFiles(
  host: Host,
  paths: readonly string[],
  old = "foo",
  fresh = "bar",
  root = workspace,
): PlannedFile[] {
  return paths.map((path) => {
    const absolute = `${root}/${path}`;
    return { path, absolute, named: false, change: changeOf(host.fs.readFile(absolute), old, fresh) };
  });
}

export function planRenames(pairs: Readonly<Record<string, string>>, root = workspace): PlannedRename[] {
  return Object.entries(pairs).map(([from, to]) => ({
    from: `${root}/${from}`,
    to: `${root}/${to}`,
    shownFrom: from,
    shownTo: to,
  }));
}

export function requestOf(request: Partial<CommitRequest>): CommitRequest {
  return {
    workspace,
    files: [],
    renames: [],
    fsync: "auto",
    forceLock: false,
    forceReadonly: false,
    fingerprint: "this request",
    ...request,
  };
}

export interface Setup {
  readonly native: "all" | "none";
  /** Where records go: the repository, the user's directory, or that on another file system. */
  readonly store: "repository" | "home" | "other_device";
}

export function machineWith(
  tree: Readonly<Record<string, TreeEntry>>,
  setup: Setup,
): { machine: MemoryMachine; host: Host } {
  const machine = new MemoryMachine();
  const host = machine.start({ cwd: workspace, native: setup.native });
  if (setup.store === "other_device") machine.tree.mount("/home");
  put(host, setup.store === "repository" ? { ".git": { directory: true }, ...tree } : tree);
  return { machine, host };
}

/** Undefined when the process was killed meanwhile. */
export function unlessKilled<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof Killed) return undefined;
    throw error;
  }
}

function makeParents(host: Host, path: string): void {
  const parent = path.slice(0, path.lastIndexOf("/"));
  if (parent === "" || host.fs.exists(parent)) return;
  makeParents(host, parent);
  host.fs.makeDirectory(parent, 0o755);
}

/** As for a user without privileges: no writing without the write bit, and what is written loses its set-id bits. */
export function unprivileged(host: Host): Host {
  const paths = new Map<number, string>();
  const fs: FileSystem = {
    ...host.fs,
    open(path, mode, permissions) {
      if (mode === "write" && host.fs.exists(path) && !(host.fs.stat(path).mode & 0o200))
        throw Object.assign(new Error("EACCES"), { code: "EACCES" });
      const file = host.fs.open(path, mode, permissions);
      paths.set(file, path);
      return file;
    },
    write(file, bytes, position) {
      host.fs.write(file, bytes, position);
      const path = paths.get(file)!;
      host.fs.changeMode(path, host.fs.stat(path).mode & 0o1777);
    },
  };
  return { ...host, fs };
}
