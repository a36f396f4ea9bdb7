/**
 * A machine that exists in memory, for tests: one tree that several processes share, each with its own host.
 * Processes end by `kill`, which closes their files and frees their locks, as a kernel does.
 */
import type { FileSystem, Host, NativeCalls, OpenMode } from "./host.ts";
import { MemoryTree, type Node, attributesOf, fail, statOf } from "./memory-tree.ts";

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Which calls beyond the file system it has; all of them by default. */
  readonly native?: "all" | "none";
}

interface OpenFile {
  readonly node: Node;
  readonly path: string;
  readonly mode: OpenMode;
  readonly pid: number;
  position: number;
}

export class MemoryMachine {
  #time = Date.UTC(2026, 0, 1);
  #lastPid = 100;
  #lastFile = 2;
  readonly #running = new Set<number>();
  readonly #open = new Map<number, OpenFile>();
  /** Who holds the advisory lock of a file: an open file. */
  readonly #locks = new Map<Node, number>();
  /** By the open file that has one. Nobody can be made to wait here: who opens the file for writing breaks it at once. */
  readonly #leases = new Map<number, "held" | "broken">();
  readonly tree = new MemoryTree(() => BigInt(this.#time++) * 1_000_000n);

  start({ cwd = "/", env = {}, native = "all" }: ProcessOptions = {}): Host {
    const pid = ++this.#lastPid;
    this.#running.add(pid);
    return {
      fs: this.#fileSystem(pid),
      native: native === "all" ? this.#nativeCalls() : {},
      cwd,
      env,
      home: "/home",
      pid,
      machine: "memory",
      now: () => this.#time++,
      elapsed: () => 0,
      isRunning: (other) => this.#running.has(other),
      sleep: (milliseconds) => {
        this.#time += milliseconds;
      },
    };
  }

  kill(host: Host): void {
    this.#running.delete(host.pid);
    for (const [file, { pid }] of this.#open) if (pid === host.pid) this.#close(file);
  }

  #fileSystem(pid: number): FileSystem {
    const { tree } = this;
    return {
      readDirectory: (path) => {
        const node = tree.node(path);
        if (node.kind !== "directory") fail("ENOTDIR", path);
        return [...node.names].map(([name, { kind }]) => ({ name, kind }));
      },
      stat: (path) => statOf(tree.node(path)),
      linkStat: (path) => statOf(tree.node(path, false)),
      exists: (path) => {
        try {
          return tree.slot(path, false).node !== undefined;
        } catch {
          return false;
        }
      },
      readFile: (path) => {
        const node = tree.node(path);
        if (node.kind === "directory") fail("EISDIR", path);
        return node.content.slice();
      },
      readLink: (path) => tree.node(path, false).target,
      realPath: (path) => tree.realPath(path),
      open: (path, mode, permissions = 0o666) => this.#openFile(path, mode, permissions, pid),
      statOpen: (file) => statOf(this.#get(file).node),
      read: (file, into, at, length, position) => {
        const opened = this.#get(file);
        const start = position ?? opened.position;
        const part = opened.node.content.subarray(start, start + length);
        into.set(part, at);
        if (position === null) opened.position += part.length;
        return part.length;
      },
      write: (file, bytes, position) => {
        const opened = this.#get(file);
        if (opened.mode === "read") fail("EBADF", opened.path);
        const { node } = opened;
        const start = opened.mode === "append" ? node.content.length : (position ?? opened.position);
        const grown = new Uint8Array(Math.max(node.content.length, start + bytes.length));
        grown.set(node.content);
        grown.set(bytes, start);
        node.content = grown;
        if (position === undefined) opened.position = start + bytes.length;
        tree.touch(node);
      },
      truncate: (file, size) => {
        const { node } = this.#get(file);
        const resized = new Uint8Array(size);
        resized.set(node.content.subarray(0, size));
        node.content = resized;
        tree.touch(node);
      },
      sync: (file) => void this.#get(file),
      close: (file) => this.#close(file),
      rename: (from, to) => tree.rename(from, to, "replace"),
      link: (existing, to) => tree.link(existing, to),
      symlink: (target, path) => void tree.create(path, "link", 0o777, target),
      remove: (path) => tree.remove(path, "file"),
      makeDirectory: (path, permissions = 0o777) => void tree.create(path, "directory", permissions & ~0o022),
      removeDirectory: (path) => tree.remove(path, "directory"),
      changeMode: (path, mode) => {
        tree.node(path).mode = mode;
      },
      changeOwner: (path, uid, gid) => {
        Object.assign(tree.node(path), { uid, gid });
      },
      changeTimes: (path, atimeNs, mtimeNs) => {
        Object.assign(tree.node(path), { atimeNs, mtimeNs });
      },
    };
  }

  #nativeCalls(): NativeCalls {
    const { tree } = this;
    return {
      exchange: (left, right) => tree.rename(left, right, "exchange"),
      renameNew: (from, to) => tree.rename(from, to, "new"),
      lock: (file) => {
        const { node } = this.#get(file);
        const holder = this.#locks.get(node);
        if (holder !== undefined && holder !== file) return false;
        this.#locks.set(node, file);
        return true;
      },
      lease: (file, kind) => {
        const { node } = this.#get(file);
        const others = [...this.#open].filter(([other, opened]) => other !== file && opened.node === node);
        if (others.some(([, { mode }]) => kind === "write" || mode !== "read")) return "busy";
        this.#leases.set(file, "held");
        return "held";
      },
      leaseHolds: (file) => this.#leases.get(file) === "held",
      syncFileSystem: (file) => void this.#get(file),
      changeTimes: (path, atimeNs, mtimeNs) => {
        Object.assign(tree.node(path, false), { atimeNs, mtimeNs });
      },
      readAttributes: (path) => attributesOf(tree.node(path, false)),
      writeAttribute: (path, { name, value }) => void tree.node(path, false).attributes.set(name, value),
      removeAttribute: (path, name) => void tree.node(path, false).attributes.delete(name),
    };
  }

  #openFile(path: string, mode: OpenMode, permissions: number, pid: number): number {
    const found = this.tree.slot(path, mode !== "create").node;
    if (found && mode === "create") fail("EEXIST", path);
    if (!found && (mode === "read" || mode === "write")) fail("ENOENT", path);
    if (found?.kind === "directory" && mode !== "read") fail("EISDIR", path);
    const node = found ?? this.tree.create(path, "file", permissions & ~0o022);
    if (mode !== "read")
      for (const leased of this.#leases.keys()) if (this.#get(leased).node === node) this.#leases.set(leased, "broken");
    const file = ++this.#lastFile;
    this.#open.set(file, { node, path, mode, pid, position: 0 });
    return file;
  }

  #get(file: number): OpenFile {
    return this.#open.get(file) ?? fail("EBADF", String(file));
  }

  #close(file: number): void {
    const { node } = this.#get(file);
    if (this.#locks.get(node) === file) this.#locks.delete(node);
    this.#leases.delete(file);
    this.#open.delete(file);
  }
}
