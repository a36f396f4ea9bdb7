/**
 * The real world, over `node:fs` and the global process. It adds no policy: every call is one system call (or the loop
 * that a short write needs), follows links only where `FileSystem` says so, and throws the system's own error.
 */
import * as fs from "node:fs";
import * as os from "node:os";
import type { Entry, EntryKind, FileStat, FileSystem, Host, NativeCalls, OpenMode, Signal } from "./host.ts";
import { glue } from "../model/glue.ts";
import { NoWorkingDirectory } from "../model/problem.ts";
import { loadNativeCalls } from "./libc.ts";

/** The native calls are loaded when they are first asked for: a run that only reads does not pay for them. `cwd`: the process's own by default. */
export function bunHost(cwd?: string): Host {
  let native: NativeCalls | undefined;
  let directory = cwd;
  return {
    fs: bunFileSystem,
    get native() {
      return (native ??= loadNativeCalls(process.env));
    },
    get cwd() {
      return (directory ??= workingDirectory());
    },
    env: process.env,
    home: os.homedir(),
    pid: process.pid,
    machine: os.hostname(),
    isRunning,
    sleep: (milliseconds) => Bun.sleepSync(milliseconds),
    now: () => Date.now(),
    elapsed: () => performance.now(),
  };
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new NoWorkingDirectory("there is no working directory", { cause });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * As the system follows it: the runtime's own way takes `..` behind a link for the directory that holds the link. A pipe behind a
 * name has no path of its own and is told by a word such as `pipe:[7]`: it goes by the name it was asked by.
 */
function realPath(path: string): string {
  const real = fs.realpathSync.native(path);
  return real.startsWith("/") ? real : path;
}

/** Called for every directory of a tree: by the namespace it would be looked up each time. */
const { readdirSync } = fs;

const { O_APPEND, O_CREAT, O_EXCL, O_RDONLY, O_RDWR, O_WRONLY } = fs.constants;

const openFlags: Readonly<Record<OpenMode, number>> = {
  read: O_RDONLY,
  create: O_RDWR | O_CREAT | O_EXCL,
  write: O_RDWR,
  append: O_WRONLY | O_CREAT | O_APPEND,
};

const bunFileSystem: FileSystem = {
  readDirectory,
  stat: (path) => toStat(fs.statSync(path, { bigint: true })),
  linkStat: (path) => toStat(fs.lstatSync(path, { bigint: true })),
  exists,
  readFile: (path) => fs.readFileSync(path),
  readLink: (path) => fs.readlinkSync(path),
  realPath,
  open: (path, mode, permissions = 0o666) => fs.openSync(path, openFlags[mode], permissions),
  statOpen: (file) => toStat(fs.fstatSync(file, { bigint: true })),
  read: (file, into, at, length, position) => fs.readSync(file, into, at, length, position),
  write: writeAll,
  truncate: (file, size) => fs.ftruncateSync(file, size),
  sync: (file) => fs.fsyncSync(file),
  close: (file) => fs.closeSync(file),
  rename: (from, to) => fs.renameSync(from, to),
  link: (existing, to) => fs.linkSync(existing, to),
  symlink: (target, path) => fs.symlinkSync(target, path),
  remove: (path) => fs.unlinkSync(path),
  makeDirectory: (path, permissions = 0o777) => fs.mkdirSync(path, permissions),
  removeDirectory: (path) => fs.rmdirSync(path),
  changeMode: (path, mode) => fs.chmodSync(path, mode),
  changeOwner: (path, uid, gid) => fs.chownSync(path, uid, gid),
  changeTimes: (path, atimeNs, mtimeNs) => fs.utimesSync(path, Number(atimeNs) / 1e9, Number(mtimeNs) / 1e9),
};

glue(readDirectory, direntKind, toStat, statKind);

function readDirectory(path: string): Entry[] {
  const found = readdirSync(path, { withFileTypes: true });
  const entries: Entry[] = [];
  let doubtful = false;
  for (const entry of found) {
    entries.push({ name: entry.name, kind: direntKind(entry) ?? kindOf(path, entry.name) });
    doubtful ||= entry.name.includes("\uFFFD");
  }
  return doubtful ? withoutNameEvidence(path, entries) : entries;
}

/** A name with U+FFFD either holds that character or stands for bytes that are not UTF-8; only the raw names tell. */
function withoutNameEvidence(path: string, entries: readonly Entry[]): Entry[] {
  const sound = new Set<string>();
  for (const raw of fs.readdirSync(path, { encoding: "buffer" })) {
    const name = raw.toString();
    if (Buffer.from(name).equals(raw)) sound.add(name);
  }
  return entries.map((entry) => (sound.delete(entry.name) ? entry : { ...entry, notUtf8: true }));
}

function direntKind(entry: fs.Dirent): EntryKind | undefined {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO() || entry.isSocket() || entry.isCharacterDevice() || entry.isBlockDevice()) return "special";
  return undefined;
}

/** For file systems that do not say what an entry is. */
function kindOf(directory: string, name: string): EntryKind {
  const found = fs.lstatSync(`${directory}/${name}`, { throwIfNoEntry: false });
  return found ? statKind(found) : "special";
}

function exists(path: string): boolean {
  try {
    return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return false;
    throw error;
  }
}

function toStat(found: fs.BigIntStats): FileStat {
  return {
    kind: statKind(found),
    size: Number(found.size),
    mode: Number(found.mode & 0o7777n),
    inode: found.ino,
    device: found.dev,
    links: Number(found.nlink),
    uid: Number(found.uid),
    gid: Number(found.gid),
    mtimeNs: found.mtimeNs,
    atimeNs: found.atimeNs,
  };
}

function statKind(found: fs.StatsBase<number> | fs.StatsBase<bigint>): EntryKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  return found.isSymbolicLink() ? "link" : "special";
}

function writeAll(file: number, bytes: Uint8Array, position?: number): void {
  let done = 0;
  while (done < bytes.length) {
    const at = position === undefined ? null : position + done;
    done += fs.writeSync(file, bytes, done, bytes.length - done, at);
  }
}

const signals: readonly Signal[] = ["SIGINT", "SIGTERM"];

/** Whoever runs the process for somebody passes a signal on that the terminal has sent to it already: within this time that is the same one. */
const echoMs = 1000;

/** The first signal is told; one that comes later ends the process as it would any other. Returns how to stop hearing them. */
export function onSignal(listener: (signal: Signal) => void): () => void {
  let isTold = false;
  const told = (signal: Signal): void => {
    if (isTold) return;
    isTold = true;
    setTimeout(stop, echoMs).unref();
    listener(signal);
  };
  const stop = (): void => {
    for (const signal of signals) process.off(signal, told);
  };
  for (const signal of signals) process.on(signal, told);
  return () => {
    if (!isTold) stop();
  };
}
