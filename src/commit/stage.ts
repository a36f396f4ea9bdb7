/** Writes new content where it waits for the switch: private until it is complete, then with all that belongs to the target but its bytes. */
import type { FileStat, Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import { parentOf } from "./paths.ts";
import type { Target } from "./targets.ts";

/** What a new file has by itself: of one directory, and asked for with one mode, all have the same. */
interface Fresh {
  readonly stat: FileStat;
  /** It has no attributes. */
  readonly plain: boolean;
}

export class Stager {
  readonly #journal: AbsolutePath;
  readonly #flush: boolean;
  readonly #host: Host;
  /** By directory and mode. */
  readonly #fresh = new Map<string, Fresh>();

  constructor(journal: AbsolutePath, flush: boolean, host: Host) {
    this.#journal = journal;
    this.#flush = flush;
    this.#host = host;
  }

  /**
   * Creates `path` with the content, and the owner, attributes and mode of the file it will replace. Until it has all of
   * them it is writable, as attributes demand. Nobody else sees into the journal, so that the mode may be right at once there.
   */
  stage(path: AbsolutePath, content: Uint8Array, target: Target): void {
    const { fs } = this.#host;
    const mode = 0o600 | (isInside(path, this.#journal) ? target.stat.mode & 0o777 : 0);
    const file = fs.open(path, "create", mode);
    try {
      fs.write(file, content);
      this.#dress(path, this.#freshlyMade(path, file, mode), target);
      if (this.#flush) fs.sync(file);
    } finally {
      fs.close(file);
    }
  }

  /** A default access list or a label of the directory, or its group, may be the file's. */
  #freshlyMade(path: AbsolutePath, file: number, mode: number): Fresh {
    const key = `${mode}:${parentOf(path)}`;
    const known = this.#fresh.get(key);
    if (known) return known;
    const { readAttributes } = this.#host.native;
    const plain = (readAttributes && allowing(() => readAttributes(path)))?.length === 0;
    const fresh = { stat: this.#host.fs.statOpen(file), plain };
    this.#fresh.set(key, fresh);
    return fresh;
  }

  #dress(path: AbsolutePath, fresh: Fresh, { real, stat }: Target): void {
    const isOwned = fresh.stat.uid === stat.uid && fresh.stat.gid === stat.gid;
    const mayKeepMode = isOwned || takeOwner(path, fresh.stat, stat, this.#host);
    const isTouched = this.#copyAttributes(path, fresh, real) || !isOwned;
    const mode = mayKeepMode ? stat.mode : stat.mode & 0o1777;
    if (mode !== fresh.stat.mode || isTouched) this.#host.fs.changeMode(path, mode);
  }

  /** True when there was something to copy or to remove. What may not be set is left out: the contract is "where allowed". */
  #copyAttributes(path: AbsolutePath, fresh: Fresh, target: AbsolutePath): boolean {
    const { readAttributes, writeAttribute, removeAttribute } = this.#host.native;
    if (!readAttributes || !writeAttribute || !removeAttribute) return false;
    const wanted = allowing(() => readAttributes(target)) ?? [];
    if (fresh.plain && wanted.length === 0) return false;
    const names = new Set(wanted.map(({ name }) => name));
    for (const { name } of fresh.plain ? [] : (allowing(() => readAttributes(path)) ?? []))
      if (!names.has(name)) allowing(() => removeAttribute(path, name));
    for (const attribute of wanted) allowing(() => writeAttribute(path, attribute));
    return true;
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

/** The call's value, or undefined where what it sets or asks for is refused. */
export function allowing<T>(call: () => T): T | undefined {
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
