/** Small sequences of file system calls that several steps of a commit share. */
import type { FileSystem, Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { parentOf } from "./paths.ts";

export function errorCode(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}

/** The call's value, or undefined where the path does not exist. */
export function ifExists<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The call's value, or undefined where there is nothing, or nothing that can be seen: by this user, or at the end of links that loop. */
export function ifVisible<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isMissing(error) || isForbidden(error) || errorCode(error) === "ELOOP") return undefined;
    throw error;
  }
}

/** The call's value, or undefined where the system refuses it: for what a run can do without. */
export function unlessRefused<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

export function isMissing(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

export function isForbidden(error: unknown): boolean {
  const code = errorCode(error);
  return code === "EACCES" || code === "EPERM";
}

/** Creates a file that must not exist, readable by its owner alone, and flushes it when it must last. */
export function createFile(fs: FileSystem, path: AbsolutePath, bytes: Uint8Array, flush: boolean): void {
  const file = fs.open(path, "create", 0o600);
  try {
    fs.write(file, bytes);
    if (flush) fs.sync(file);
  } finally {
    fs.close(file);
  }
}

/** The content of a file, as `readOpen` gives it. */
export function readBriefly(fs: FileSystem, path: AbsolutePath, size?: number): Uint8Array {
  const file = fs.open(path, "read");
  try {
    return readOpen(fs, file, size);
  } finally {
    fs.close(file);
  }
}

/**
 * The content of an open file, read from its start. It is only good until the next call: all share one buffer. `size`: what
 * the file is known to hold, or held a moment ago where its growth will be noticed later; its end is not looked for then.
 */
export function readOpen(fs: FileSystem, file: number, size?: number): Uint8Array {
  let used = 0;
  for (;;) {
    const got = fs.read(file, shared, used, shared.length - used, used);
    used += got;
    if (got === 0 || used === size) return shared.subarray(0, used);
    if (used < shared.length) continue;
    const larger = Buffer.allocUnsafeSlow(shared.length * 2);
    larger.set(shared);
    shared = larger;
  }
}

let shared = Buffer.allocUnsafeSlow(256 * 1024);

/** Some file systems cannot flush a directory, and a directory may be unreadable or gone: then there is nothing more to do. */
export function syncDirectory(fs: FileSystem, path: AbsolutePath): void {
  try {
    const file = fs.open(path, "read");
    try {
      fs.sync(file);
    } finally {
      fs.close(file);
    }
  } catch (error) {
    if (isMissing(error)) return;
    if (!["EINVAL", "EBADF", "EISDIR", "EACCES", "EPERM", "ENOTSUP"].includes(errorCode(error) ?? "")) throw error;
  }
}

/**
 * Makes a private directory and those above it that are missing. Each name is flushed before anything is put below it, also
 * that of a directory which is there already: whoever made it may have been killed before that. The last one is the caller's.
 */
export function makeDirectories(fs: FileSystem, path: AbsolutePath): void {
  if (fs.exists(path)) return;
  const parent = parentOf(path);
  makeDirectories(fs, parent);
  syncDirectory(fs, parentOf(parent));
  try {
    fs.makeDirectory(path, 0o700);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

/** True when there was something to remove. A file system that is read-only refuses before it looks. */
export function removeIfThere(fs: FileSystem, path: AbsolutePath): boolean {
  try {
    return ifExists(() => (fs.remove(path), true)) ?? false;
  } catch (error) {
    if (errorCode(error) === "EROFS" && !fs.exists(path)) return false;
    throw error;
  }
}

/** What makes a process with this id the one it was: Linux numbers each start; undefined elsewhere. */
export function birthOf(host: Host, pid: number): string | undefined {
  try {
    const line = new TextDecoder().decode(host.fs.readFile(`/proc/${pid}/stat`));
    return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}
