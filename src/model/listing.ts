/**
 * Files of one directory as they lie in memory that threads share: a header of 32-bit numbers, then NUL-terminated UTF-8.
 * No string is made for a file until one is needed.
 */
import { glue } from "./glue.ts";
import type { AbsolutePath, ShownPath } from "./path.ts";

export interface Directory {
  readonly absolute: AbsolutePath;
  /** Empty for the working directory itself. */
  readonly shown: ShownPath;
}

/** Most files of one listing: enough to make claiming cheap, few enough that threads finish together. */
export const listingFiles = 64;

/** Bytes of one listing: room for the two longest paths and a few of the longest names. */
export const listingBytes = 32 * 1024;

const headerInts = 5 + listingFiles;
const headerBytes = headerInts * 4;
/** An absolute path, a shown path and a name of the system's greatest lengths fit several times. */
const textBytes = listingBytes - headerBytes;

const slash = 0x2f;

const at = { length: 0, count: 1, named: 2, shown: 3, names: 4 } as const;

/** True when the files fit into one listing, by an upper bound of their UTF-8 length. */
export function fitsListing(units: number, files: number): boolean {
  return files <= listingFiles && units * 3 + files + 2 <= textBytes;
}

/** One listing, in memory of its own or in a slot of the log. */
export class Listing {
  static {
    glue(this.prototype.write, this.prototype.copyFrom, this.prototype.textAt, this.prototype.shownPath);
  }
  readonly bytes: Uint8Array;
  readonly #header: Int32Array;
  readonly #text: Buffer;

  /** Takes `listingBytes` of memory from `offset`, a multiple of four. */
  constructor(memory: ArrayBufferLike, offset = 0) {
    this.bytes = new Uint8Array(memory, offset, listingBytes);
    this.#header = new Int32Array(memory, offset, headerInts);
    this.#text = Buffer.from(memory as ArrayBuffer, offset, listingBytes);
  }

  get count(): number {
    return this.#header[at.count]!;
  }

  /** The files were named one by one on the command line. */
  get named(): boolean {
    return this.#header[at.named] === 1;
  }

  get directory(): Directory {
    return { absolute: this.textAt(headerBytes), shown: this.textAt(this.#header[at.shown]!) };
  }

  /** Whether the directory is `tree`, an absolute path in ASCII, or lies in it. */
  isIn(tree: Uint8Array): boolean {
    for (let i = 0; i < tree.length; i++) if (this.bytes[headerBytes + i] !== tree[i]) return false;
    const next = this.bytes[headerBytes + tree.length]!;
    return next === slash || next === 0;
  }

  /** Where the directory's absolute path starts in `bytes`. */
  get directoryAt(): number {
    return headerBytes;
  }

  /** Where a file's name starts in `bytes`. */
  nameAt(index: number): number {
    return this.#header[at.names + index]!;
  }

  /** The text from here to its NUL. */
  textAt(offset: number): string {
    return this.#text.toString("utf8", offset, this.#text.indexOf(0, offset));
  }

  shownPath(index: number): ShownPath {
    const shown = this.textAt(this.#header[at.shown]!);
    const name = this.textAt(this.nameAt(index));
    return shown === "" ? name : `${shown}${shown.endsWith("/") ? "" : "/"}${name}`;
  }

  /** All names, in order. */
  names(): string[] {
    return Array.from({ length: this.count }, (_, index) => this.textAt(this.nameAt(index)));
  }

  write({ absolute, shown }: Directory, names: readonly string[], named: boolean): void {
    const header = this.#header;
    const isTail = absolute.endsWith(shown);
    const all = `${absolute}\0${isTail ? "" : `${shown}\0`}${names.join("\0")}\0`;
    const ascii = this.#text.write(all, headerBytes, "utf8") === all.length;
    let used = headerBytes + this.#lengthOf(absolute, headerBytes, ascii);
    header[at.shown] = isTail ? used - 1 - (ascii ? shown.length : Buffer.byteLength(shown)) : used;
    if (!isTail) used += this.#lengthOf(shown, used, ascii);
    for (let i = 0; i < names.length; i++) {
      header[at.names + i] = used;
      used += this.#lengthOf(names[i]!, used, ascii);
    }
    header[at.named] = named ? 1 : 0;
    header[at.count] = names.length;
    header[at.length] = used;
  }

  copyFrom(other: Listing): void {
    this.bytes.set(other.bytes.subarray(0, other.#header[at.length]));
  }

  /** Bytes of a text that was written at `offset`, its NUL included. */
  #lengthOf(text: string, offset: number, ascii: boolean): number {
    return ascii ? text.length + 1 : this.#text.indexOf(0, offset) + 1 - offset;
  }
}
