/** Writes new content where it waits for the switch: private until it is complete, then with all that belongs to the target but its bytes. */
import type { FileStat, Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";

/** Creates `path` with the content, and the owner, attributes and mode of the file it will replace. */
export function stageFile(
  path: AbsolutePath,
  content: Uint8Array,
  target: AbsolutePath,
  stat: FileStat,
  flush: boolean,
  host: Host,
): void {
  const { fs } = host;
  const file = fs.open(path, "create", 0o600);
  try {
    fs.write(file, content);
    dress(path, fs.statOpen(file), target, stat, host);
    if (flush) fs.sync(file);
  } finally {
    fs.close(file);
  }
}

function dress(path: AbsolutePath, fresh: FileStat, target: AbsolutePath, stat: FileStat, host: Host): void {
  const owned = (fresh.uid === stat.uid && fresh.gid === stat.gid) || takeOwner(path, fresh, stat, host);
  copyAttributes(path, target, host);
  const mode = owned ? stat.mode : stat.mode & 0o1777;
  if (mode !== fresh.mode) host.fs.changeMode(path, mode);
}

/** The owner where that is allowed, else the group where that is. A file of another owner must not keep its set-id bits: false. */
function takeOwner(path: AbsolutePath, fresh: FileStat, { uid, gid }: FileStat, host: Host): boolean {
  for (const owner of [uid, fresh.uid]) {
    try {
      host.fs.changeOwner(path, owner, gid);
      return owner === uid;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return false;
}

/** What may not be set is left out: the contract is "where allowed". */
function copyAttributes(path: AbsolutePath, target: AbsolutePath, host: Host): void {
  const { readAttributes, writeAttribute, removeAttribute } = host.native;
  if (!readAttributes || !writeAttribute || !removeAttribute) return;
  const wanted = allowing(() => readAttributes(target)) ?? [];
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name } of allowing(() => readAttributes(path)) ?? [])
    if (!names.has(name)) allowing(() => removeAttribute(path, name));
  for (const attribute of wanted) allowing(() => writeAttribute(path, attribute));
}

function allowing<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  const refusals = ["EPERM", "EACCES", "ENOTSUP", "EOPNOTSUPP", "ENODATA", "EINVAL", "ENOSYS", "E2BIG", "ERANGE"];
  return refusals.includes((error as { code?: string }).code ?? "");
}
