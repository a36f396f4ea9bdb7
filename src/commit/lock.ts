/**
 * One writer for each workspace, and none in a workspace around it or inside it.
 *
 * A lock is a file outside the tree that says who holds it. Where the system has advisory locks the file is locked, and
 * the lock ends with its holder; elsewhere the file's existence is the lock, and stays when its holder is killed.
 * The user's state directory has one such file for each workspace that is being written, so that nested ones see each
 * other; a repository has one more in its private directory, which other users and other home directories see too.
 */
import type { Host } from "../host/host.ts";
import { stateDirectory } from "../host/state-directory.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import { birthOf, errorCode, ifExists, isForbidden, isMissing, makeDirectories, removeIfThere } from "./files.ts";
import { join, nest } from "./paths.ts";
import { sha256 } from "./preimage.ts";
import { recordsClosed, stateUnusable, storesOf } from "./store.ts";

export interface WorkspaceLock {
  release(): void;
}

/** Who holds a lock. */
interface Holder {
  readonly workspace: AbsolutePath;
  readonly pid: number;
  /** When that process started, ISO 8601. */
  readonly started: string;
  readonly machine: string;
  readonly birth?: string;
  /** `flock`: held as long as the file is locked. `file`: held as long as the file exists. */
  readonly by: "flock" | "file";
}

export function lockWorkspace(workspace: AbsolutePath, force: boolean, host: Host): Result<WorkspaceLock> {
  const held: HeldFile[] = [];
  const release = (): void => {
    for (const file of held.splice(0).toReversed()) letGo(file, host);
  };
  try {
    const repository = storesOf(workspace, host).find((store) => store.inRepository);
    const refused =
      lockAmongNested(workspace, force, repository !== undefined, held, host) ??
      (repository && lockRepository(repository.directory, workspace, force, held, host));
    if (!refused) return success({ release });
    release();
    return failure(refused);
  } catch (error) {
    release();
    return failure({ ...systemProblem("io", error, "lock", workspace), remedies: [] });
  }
}

interface HeldFile {
  readonly path: AbsolutePath;
  readonly file: number;
}

function lockAmongNested(
  workspace: AbsolutePath,
  force: boolean,
  optional: boolean,
  held: HeldFile[],
  host: Host,
): Problem | undefined {
  const directory = join(stateDirectory(host), "locks");
  try {
    makeDirectories(host.fs, directory);
  } catch (error) {
    return optional ? undefined : stateUnusable(error, host);
  }
  try {
    return lockBeside(directory, workspace, force, held, host);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return stateUnusable(error, host);
  }
}

/** Takes the workspace's lock in a directory and looks at all others there. */
function lockBeside(
  directory: AbsolutePath,
  workspace: AbsolutePath,
  force: boolean,
  held: HeldFile[],
  host: Host,
): Problem | undefined {
  const own = `${sha256(new TextEncoder().encode(workspace)).slice(0, 16)}.lock`;
  const gate = enterGate(join(directory, "gate"), host);
  try {
    const taken = hold(join(directory, own), workspace, force, host);
    if ("kind" in taken) return taken;
    held.push(taken);
    for (const { name } of host.fs.readDirectory(directory)) {
      if (name === own || !name.endsWith(".lock")) continue;
      const other = join(directory, name);
      const holder = readHolder(other, host);
      if (!holder || !nest(holder.workspace, workspace)) continue;
      const probed = hold(other, holder.workspace, force, host);
      if ("kind" in probed) return probed;
      letGo(probed, host);
    }
    return undefined;
  } finally {
    if (gate) letGo(gate, host);
  }
}

function lockRepository(
  directory: AbsolutePath,
  workspace: AbsolutePath,
  force: boolean,
  held: HeldFile[],
  host: Host,
): Problem | undefined {
  try {
    makeDirectories(host.fs, directory);
  } catch {
    return undefined;
  }
  try {
    const taken = hold(join(directory, "lock"), workspace, force, host);
    if ("kind" in taken) return taken;
    held.push(taken);
    return undefined;
  } catch (error) {
    // What stands there is no directory: the records are in the user's then, and so is the lock.
    if (isMissing(error)) return undefined;
    if (!isForbidden(error)) throw error;
    return recordsClosed(error, directory);
  }
}

/** Lets one process at a time look at the locks, so that of two that start together one wins. Without advisory locks both may be refused. */
function enterGate(path: AbsolutePath, host: Host): HeldFile | undefined {
  if (!host.native.lock) return undefined;
  for (let attempt = 0; attempt < 100; attempt++) {
    const file = host.fs.open(path, "append", 0o600);
    if (closingOnError(file, host, () => tryLock(file, host) !== false && isSameFile(file, path, host)))
      return { path, file };
    host.fs.close(file);
    host.sleep(10);
  }
  return undefined;
}

function hold(path: AbsolutePath, workspace: AbsolutePath, force: boolean, host: Host): HeldFile | Problem {
  for (let attempt = 0; attempt < 100; attempt++) {
    const opened = openLock(path, host);
    if (opened && host.fs.statOpen(opened.file).kind !== "file") {
      host.fs.close(opened.file);
      return problem("io", `${path} stands where the lock of ${workspace} has to be, and is no regular file`, {
        path,
        suggestion: `remove ${path}`,
        remedies: [],
      });
    }
    const taken = opened && closingOnError(opened.file, host, () => take(opened, path, workspace, force, host));
    if (taken) return taken;
  }
  return problem("locked", `the lock of ${workspace} keeps changing hands`, { details: { workspace } });
}

interface OpenLock {
  readonly file: number;
  readonly existed: boolean;
}

/** Undefined when the holder removed the file while it was being opened: there may be another one now. */
function take(
  { file, existed }: OpenLock,
  path: AbsolutePath,
  workspace: AbsolutePath,
  force: boolean,
  host: Host,
): HeldFile | Problem | undefined {
  const locked = tryLock(file, host);
  const current = locked === undefined || isSameFile(file, path, host);
  const before = current && existed ? readHolder(path, host) : undefined;
  const free = !existed || (locked && before?.by !== "file") || (force && isGone(before, path, host));
  if (current && locked !== false && free) {
    try {
      writeHolder(file, holderOf(workspace, locked ? "flock" : "file", host), host);
    } catch (error) {
      removeIfThere(host.fs, path);
      throw error;
    }
    return { path, file };
  }
  host.fs.close(file);
  return current ? lockedProblem(before, workspace, path, host) : undefined;
}

function closingOnError<T>(file: number, host: Host, call: () => T): T {
  try {
    return call();
  } catch (error) {
    host.fs.close(file);
    throw error;
  }
}

function openLock(path: AbsolutePath, host: Host): OpenLock | undefined {
  try {
    return { file: host.fs.open(path, "create", 0o600), existed: false };
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  const file = ifExists(() => host.fs.open(path, "write"));
  return file === undefined ? undefined : { file, existed: true };
}

/** Undefined where there are no advisory locks. */
function tryLock(file: number, host: Host): boolean | undefined {
  try {
    return host.native.lock?.(file);
  } catch {
    return undefined;
  }
}

/** A holder removes its file before it lets go: a lock on a file that is no longer there is worth nothing. */
function isSameFile(file: number, path: AbsolutePath, host: Host): boolean {
  const there = ifExists(() => host.fs.linkStat(path));
  const here = host.fs.statOpen(file);
  return there !== undefined && there.inode === here.inode && there.device === here.device;
}

function letGo({ path, file }: HeldFile, host: Host): void {
  for (const step of [() => host.fs.remove(path), () => host.fs.close(file)]) {
    try {
      step();
    } catch {
      continue;
    }
  }
}

function holderOf(workspace: AbsolutePath, by: Holder["by"], host: Host): Holder {
  const birth = birthOf(host, host.pid);
  const started = new Date(host.now() - host.elapsed()).toISOString();
  return { workspace, pid: host.pid, started, machine: host.machine, ...(birth !== undefined && { birth }), by };
}

function writeHolder(file: number, holder: Holder, host: Host): void {
  host.fs.truncate(file, 0);
  host.fs.write(file, new TextEncoder().encode(JSON.stringify(holder)), 0);
}

function readHolder(path: AbsolutePath, host: Host): Holder | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(host.fs.readFile(path))) as Holder;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** A holder that has not written its name after a minute was killed between two calls. */
const namelessMs = 60_000;

function isGone(holder: Holder | undefined, path: AbsolutePath, host: Host): boolean {
  if (!holder) {
    const stat = ifExists(() => host.fs.linkStat(path));
    return stat !== undefined && host.now() - Number(stat.mtimeNs / 1_000_000n) > namelessMs;
  }
  if (holder.machine !== host.machine) return false;
  if (!host.isRunning(holder.pid)) return true;
  return holder.birth !== undefined && birthOf(host, holder.pid) !== holder.birth;
}

function lockedProblem(holder: Holder | undefined, wanted: AbsolutePath, path: AbsolutePath, host: Host): Problem {
  if (!holder) return problem("locked", `another process is about to write in ${wanted}`, { details: { lock: path } });
  const { workspace, pid, started, machine } = holder;
  const place = machine === host.machine ? "" : ` on ${machine}`;
  const gone = holder.by === "file" && isGone(holder, path, host);
  return problem("locked", `${workspace} is being written by process ${pid}${place}, which started at ${started}`, {
    suggestion: gone
      ? `process ${pid} is gone: run again with --force-lock`
      : `wait until process ${pid} has finished and run again`,
    details: { pid, started, machine, workspace, lock: path },
  });
}
