/** Which flushes make a transaction last through a power cut: each file by itself, or whole file systems where there are many files. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Entry } from "./entry.ts";
import { ifExists, syncDirectory } from "./files.ts";
import { parentOf } from "./paths.ts";

/** Up to this many files are flushed one by one: a flush of the file system waits for other programs' data too. */
const fewFiles = 32;

export class Flusher {
  /** Anything is flushed at all. */
  readonly wanted: boolean;
  /** Files are flushed one by one, as they are written. */
  readonly each: boolean;
  readonly #host: Host;

  constructor(fsync: "auto" | "always" | "never", files: number, host: Host) {
    this.#host = host;
    this.wanted = fsync !== "never";
    this.each = this.wanted && (fsync === "always" || files <= fewFiles || host.native.syncFileSystem === undefined);
  }

  /** After all new contents are staged, and copies made of old ones. */
  staged(journal: AbsolutePath, entries: readonly Entry[]): void {
    const made = entries.flatMap(({ staged, saved }) => (saved === undefined ? [staged] : [staged, saved]));
    this.#flush([journal, ...made.map(parentOf)]);
  }

  /** After all files are switched or put back. `relocate`: where their directories lie, if they have been renamed since. */
  switched(
    journal: AbsolutePath,
    entries: readonly Entry[],
    relocate: (path: AbsolutePath) => AbsolutePath = (path) => path,
  ): void {
    this.#flush([journal, ...entries.map(({ target }) => relocate(parentOf(target)))]);
  }

  /** After names in these directories were changed or removed. */
  names(directories: readonly AbsolutePath[]): void {
    this.#flush(directories);
  }

  #flush(directories: readonly AbsolutePath[]): void {
    if (!this.wanted) return;
    const distinct = new Set(directories);
    if (this.each) for (const directory of distinct) syncDirectory(this.#host.fs, directory);
    else this.#flushFileSystems(distinct);
  }

  #flushFileSystems(directories: ReadonlySet<AbsolutePath>): void {
    const { fs, native } = this.#host;
    const flushed = new Set<bigint>();
    for (const directory of directories) {
      const device = ifExists(() => fs.stat(directory).device);
      if (device === undefined || flushed.has(device)) continue;
      flushed.add(device);
      const file = fs.open(directory, "read");
      try {
        native.syncFileSystem!(file);
      } finally {
        fs.close(file);
      }
    }
  }
}
