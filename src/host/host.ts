/**
 * The interface to the world. Core takes it as a parameter and names neither `node:fs` nor `process`:
 * `bun.ts` is the real one, `memory.ts` and `faulty.ts` serve the tests.
 *
 * Every call is synchronous and throws the operating system's error with its `code`.
 */

export type EntryKind = "file" | "directory" | "link" | "special";

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
  /** Set when the stored name is not UTF-8: `name` then holds U+FFFD and cannot be opened. */
  readonly notUtf8?: true;
}

export interface FileStat {
  readonly kind: EntryKind;
  readonly size: number;
  /** Permission bits only: `mode & 0o7777`. */
  readonly mode: number;
  readonly inode: bigint;
  readonly device: bigint;
  readonly links: number;
  readonly uid: number;
  readonly gid: number;
  readonly mtimeNs: bigint;
  readonly atimeNs: bigint;
}

/** How a file is opened: to read, to create (it must not exist), to write into as it is, or to append to (created when missing). */
export type OpenMode = "read" | "create" | "write" | "append";

export interface FileSystem {
  /** Names in no particular order. A name that is not UTF-8 holds U+FFFD. */
  readDirectory(path: string): Entry[];
  /** Follows links. */
  stat(path: string): FileStat;
  /** Does not follow the last link. */
  linkStat(path: string): FileStat;
  /** Does not follow the last link, so a dangling one exists. */
  exists(path: string): boolean;
  readFile(path: string): Uint8Array;
  readLink(path: string): string;
  realPath(path: string): string;
  open(path: string, mode: OpenMode, permissions?: number): number;
  statOpen(file: number): FileStat;
  /** Returns how many bytes were read; 0 at the end. */
  read(file: number, into: Uint8Array, at: number, length: number, position: number | null): number;
  /** Writes all of it. */
  write(file: number, bytes: Uint8Array, position?: number): void;
  truncate(file: number, size: number): void;
  sync(file: number): void;
  close(file: number): void;
  rename(from: string, to: string): void;
  link(existing: string, to: string): void;
  symlink(target: string, path: string): void;
  remove(path: string): void;
  makeDirectory(path: string, permissions?: number): void;
  removeDirectory(path: string): void;
  changeMode(path: string, mode: number): void;
  changeOwner(path: string, uid: number, gid: number): void;
  changeTimes(path: string, atimeNs: bigint, mtimeNs: bigint): void;
}

/** An extended attribute, an access control list among them. */
export interface Attribute {
  readonly name: string;
  readonly value: Uint8Array;
}

/** System calls beyond `FileSystem`. Each is absent where it does not load, and its callers have a way without. */
export interface NativeCalls {
  /** Swaps two paths in one step. */
  exchange?(left: string, right: string): void;
  /** Renames without ever replacing what has the new name: EEXIST. */
  renameNew?(from: string, to: string): void;
  /** An exclusive advisory lock that ends with the process or with `close`; false when another holds it. */
  lock?(file: number): boolean;
  /**
   * Asks that nobody else writes (`read`) or opens (`write`) the file until it is closed. `busy`: somebody has it open so
   * that it cannot be granted; `unavailable`: this file system or owner has no leases.
   */
  lease?(file: number, kind: "read" | "write"): "held" | "busy" | "unavailable";
  /** False once somebody waits to open the file in the way that the lease forbids. */
  leaseHolds?(file: number): boolean;
  /** Flushes the whole file system that holds the open file. */
  syncFileSystem?(file: number): void;
  /** Nanoseconds, exactly. */
  changeTimes?(path: string, atimeNs: bigint, mtimeNs: bigint): void;
  readAttributes?(path: string): Attribute[];
  writeAttribute?(path: string, attribute: Attribute): void;
  removeAttribute?(path: string, name: string): void;
}

export interface Host {
  readonly fs: FileSystem;
  readonly native: NativeCalls;
  /** The working directory, absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Process id of this run. */
  readonly pid: number;
  /** Name of this machine, to tell whose process an id belongs to. */
  readonly machine: string;
  /** Whether a process of this machine with that id runs. */
  isRunning(pid: number): boolean;
  /** Blocks the thread. */
  sleep(milliseconds: number): void;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds of a clock that never goes back. */
  elapsed(): number;
}

/** The signals that ask a process to end in good order. */
export type Signal = "SIGINT" | "SIGTERM";
