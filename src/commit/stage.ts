/** Writes new content where it waits for the switch: private until it is complete, then with all that belongs to the target but its bytes. */
import type { Attribute, FileStat, Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { parentOf } from "./paths.ts";

export class Stager {
  readonly #flush: boolean;
  readonly #host: Host;
  /** Directories in which a new file has no attributes by itself. */
  readonly #plain = new Map<AbsolutePath, boolean>();

  constructor(flush: boolean, host: Host) {
    this.#flush = flush;
    this.#host = host;
  }

  /** Creates `path` with the content, and the owner, attributes and mode of the file it will replace. */
  stage(path: AbsolutePath, content: Uint8Array, target: AbsolutePath, stat: FileStat): void {
    const { fs } = this.#host;
    const file = fs.open(path, "create", 0o600);
    try {
      fs.write(file, content);
      this.#dress(path, fs.statOpen(file), target, stat);
      if (this.#flush) fs.sync(file);
    } finally {
      fs.close(file);
    }
  }

  #dress(path: AbsolutePath, fresh: FileStat, target: AbsolutePath, stat: FileStat): void {
    const owned = (fresh.uid === stat.uid && fresh.gid === stat.gid) || takeOwner(path, fresh, stat, this.#host);
    this.#copyAttributes(path, target);
    const mode = owned ? stat.mode : stat.mode & 0o1777;
    if (mode !== fresh.mode) this.#host.fs.changeMode(path, mode);
  }

  /** What may not be set is left out: the contract is "where allowed". */
  #copyAttributes(path: AbsolutePath, target: AbsolutePath): void {
    const { readAttributes, writeAttribute, removeAttribute } = this.#host.native;
    if (!readAttributes || !writeAttribute || !removeAttribute) return;
    const wanted = allowing(() => readAttributes(target)) ?? [];
    if (!this.#startsPlain(path, readAttributes)) {
      const names = new Set(wanted.map(({ name }) => name));
      for (const { name } of allowing(() => readAttributes(path)) ?? [])
        if (!names.has(name)) allowing(() => removeAttribute(path, name));
    }
    for (const attribute of wanted) allowing(() => writeAttribute(path, attribute));
  }

  /** New files of one directory get the same attributes (a default access list, a label) or none. */
  #startsPlain(path: AbsolutePath, readAttributes: (path: AbsolutePath) => Attribute[]): boolean {
    const directory = parentOf(path);
    const known = this.#plain.get(directory);
    if (known !== undefined) return known;
    const plain = (allowing(() => readAttributes(path)) ?? []).length === 0;
    this.#plain.set(directory, plain);
    return plain;
  }
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
