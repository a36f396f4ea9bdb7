/**
 * Reads the files of a listing one after the other into one window of memory: open, read, close, and nothing asked
 * before. The C library serves where it loads, node:fs elsewhere; both give the same bytes and the same errors.
 */
import * as fs from "node:fs";
import { glue, glueWhole } from "../model/glue.ts";
import type { Listing } from "../model/listing.ts";
import { wasmPages } from "../model/wasm-pages.ts";
import {
  behindWindow,
  largestWindow,
  windowAt,
  WindowFull,
  type BareWindow,
  type FileWindow,
} from "../model/window.ts";
import { addressOf, fileCalls, openFlags, type FileCalls } from "./ffi.ts";

/** A window onto the files of one listing, which may change between directories. */
export interface FileReader extends BareWindow {
  /** Bytes read from all files so far. */
  readonly bytesRead: number;
  /** A file is open. */
  readonly isOpen: boolean;
  /** Opens a file of the listing and reads until the window is full. Throws the operating system's error. */
  open(index: number): void;
  close(): void;
  /**
   * Opens and closes files of the listing, from number `from` on, for as long as `dismisses` says that there is nothing to do
   * with them. Returns the number of the first that remains, `to` if none does. That file is open, unless it cannot be read.
   */
  skim(from: number, to: number, dismisses: (window: BareWindow) => boolean): number;
  /** Called when the listing holds another directory, and with the last. */
  leave(): void;
}

/** Window of a thread in bytes, until a longer line or a file to edit asks for more. */
export const windowBytes = 1 << 20;

export interface ReaderOptions {
  /** The C library may serve. */
  readonly ffi: boolean;
  /** Shared numbers, by `signAt`, for those who watch the thread. */
  readonly signs: Int32Array;
  /** The window's `rest`. */
  readonly rest?: () => Promise<void> | undefined;
}

/** What a reader tells of itself while it is at work. */
export const signAt = {
  /** Goes up with every file and every window of a large file. */
  beat: 0,
  /** The file's number in the listing. */
  file: 1,
} as const;

/** A window that had to grow beyond this is given up after its file. */
const keptBytes = 1 << 24;
/** Bytes that are read before the window moves to where kernels look at it; fewer are not worth their memory. */
const bytesBeforeKernels = 1 << 20;
const pageBytes = 4096;
const systemTrees = ["/proc", "/sys"].map((tree) => Buffer.from(tree));

/** A reader for this thread. */
export function createReader(listing: Listing, options: ReaderOptions): FileReader {
  const calls = options.ffi ? fileCalls() : undefined;
  return calls ? new NativeReader(listing, options, calls) : new NodeReader(listing, options);
}

/** What both have in common: the window itself. */
abstract class Window implements FileReader {
  static {
    glueWhole(this);
  }
  protected readonly listing: Listing;
  protected readonly signs: Int32Array;
  protected file = -1;
  memory = allocated(windowBytes);
  kernelMemory: WebAssembly.Memory | undefined;
  /** The window of the usual size, in the memory of kernels once there is one, and that memory. */
  #usual = this.memory;
  #kernels: WebAssembly.Memory | undefined | "none";
  /** The last one that had to grow. */
  #grown: Buffer<ArrayBuffer> | undefined;
  #used = 0;
  #bytes: Uint8Array | undefined;
  #ended = false;
  #bytesRead = 0;
  /** The directory's contents are made while they are read. */
  #made = false;
  #entered = false;
  readonly #options: ReaderOptions;

  constructor(listing: Listing, options: ReaderOptions) {
    glue(this.fill);
    this.listing = listing;
    this.signs = options.signs;
    this.#options = options;
  }

  get bytes(): Uint8Array {
    return (this.#bytes ??= new Uint8Array(this.memory.buffer, this.memory.byteOffset, this.#used));
  }

  get length(): number {
    return this.#used;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  get isOpen(): boolean {
    return this.file >= 0;
  }

  open(index: number): void {
    this.prepare();
    this.signs[signAt.beat]!++;
    this.signs[signAt.file] = index;
    this.hold(0, false);
    this.file = this.openFile(index);
    this.fill();
  }

  skim(from: number, to: number, dismisses: (window: BareWindow) => boolean): number {
    for (let index = from; index < to; index++) {
      try {
        this.open(index);
      } catch {
        this.close();
        return index;
      }
      if (!dismisses(this)) return index;
      this.close();
    }
    return to;
  }

  /** Before a file is opened: the window is of the usual size, and it is known what its directory is. */
  protected prepare(): void {
    if (this.memory !== this.#usual) this.#moveTo(this.#usual);
    if (this.#kernels === undefined && this.#bytesRead > bytesBeforeKernels) this.#moveToKernels();
    if (this.#entered) return;
    this.#made = systemTrees.some((tree) => this.listing.isIn(tree));
    this.#entered = true;
  }

  /** The window's first bytes are those of a file that was opened. */
  protected hold(length: number, ended: boolean): void {
    this.#used = length;
    this.#ended = ended;
    this.#bytesRead += length;
    this.#bytes = undefined;
  }

  advance(count: number): void {
    if (count === 0) this.#grow();
    else this.memory.copyWithin(0, count, this.#used);
    this.#used -= count;
    this.signs[signAt.beat]!++;
    this.fill();
  }

  get size(): number | undefined {
    const status = fs.fstatSync(this.file);
    return status.isFile() ? status.size : undefined;
  }

  get readAgain(): FileWindow["readAgain"] {
    if (!fs.fstatSync(this.file).isFile()) return undefined;
    return (into, position) => fs.readSync(this.file, into, 0, into.length, position);
  }

  rest(): Promise<void> | undefined {
    return this.#options.rest?.();
  }

  close(): void {
    if (this.file < 0) return;
    this.closeFile(this.file);
    this.file = -1;
  }

  leave(): void {
    this.#entered = false;
  }

  protected abstract openFile(index: number): number;
  protected abstract readInto(at: number, length: number): number;
  protected abstract closeFile(file: number): void;
  protected moved(): void {}

  protected fill(): void {
    const { length } = this.memory;
    while (this.#used < length && !this.#ended) {
      const asked = length - this.#used;
      const read = this.readInto(this.#used, asked);
      this.#used += read;
      this.#bytesRead += read;
      this.#ended = this.isEnd(read, asked);
    }
    this.#bytes = undefined;
  }

  /**
   * Whether a read has reached the end. One that gave less than was asked for has for a regular file; contents that are made
   * while they are read come in pages, or belong to the system's own trees and are mostly named.
   */
  protected isEnd(read: number, asked: number): boolean {
    return read === 0 || (read < asked && read % pageBytes !== 0 && !this.listing.named && !this.#made);
  }

  #grow(): void {
    const { length } = this.memory;
    if (length >= largestWindow) throw new WindowFull(`the window cannot grow beyond ${largestWindow} bytes`);
    const kept = this.#grown && this.#grown.length > length ? this.#grown : undefined;
    const other = kept ?? allocated(length * 2);
    other.set(this.memory.subarray(0, this.#used));
    this.#grown = other.length > keptBytes ? undefined : other;
    this.#moveTo(other);
  }

  #moveToKernels(): void {
    this.#kernels = kernelMemory() ?? "none";
    if (this.#kernels === "none") return;
    this.#usual = Buffer.from(this.#kernels.buffer as ArrayBuffer, windowAt, windowBytes);
    this.#moveTo(this.#usual);
  }

  #moveTo(memory: Buffer<ArrayBuffer>): void {
    this.memory = memory;
    this.kernelMemory = memory === this.#usual && this.#kernels !== "none" ? this.#kernels : undefined;
    this.moved();
  }
}

function allocated(length: number): Buffer<ArrayBuffer> {
  try {
    return Buffer.from(new ArrayBuffer(length));
  } catch (error) {
    throw new WindowFull(`there is no memory for a window of ${length} bytes`, { cause: error });
  }
}

/** Undefined where the system has none to give. */
function kernelMemory(): WebAssembly.Memory | undefined {
  const pages = wasmPages(windowAt + windowBytes + behindWindow);
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch {
    return undefined;
  }
}

class NodeReader extends Window {
  #directory: string | undefined;

  override leave(): void {
    super.leave();
    this.#directory = undefined;
  }

  protected openFile(index: number): number {
    this.#directory ??= this.listing.directory.absolute;
    return fs.openSync(joined(this.#directory, this.listing.textAt(this.listing.nameAt(index))), openFlags);
  }

  protected readInto(at: number, length: number): number {
    return fs.readSync(this.file, this.memory, at, length, null);
  }

  protected closeFile(file: number): void {
    fs.closeSync(file);
  }
}

class NativeReader extends Window {
  static {
    glue(
      this.prototype.openFile,
      this.prototype.readInto,
      this.prototype.closeFile,
      this.prototype.leave,
      this.prototype.skim,
    );
  }
  readonly #calls: FileCalls;
  readonly #listingAddress: number;
  #windowAddress: number;
  #directory = -1;

  constructor(listing: Listing, options: ReaderOptions, calls: FileCalls) {
    super(listing, options);
    this.#calls = calls;
    this.#listingAddress = addressOf(listing.bytes);
    this.#windowAddress = addressOf(this.memory);
  }

  override leave(): void {
    super.leave();
    if (this.#directory >= 0) this.#calls.close(this.#directory);
    this.#directory = -1;
  }

  /** As above, in one loop: most files of a large tree are opened, read with one call, dismissed and closed. */
  override skim(from: number, to: number, dismisses: (window: BareWindow) => boolean): number {
    this.prepare();
    this.#enter();
    const { listing, signs } = this;
    const { openAt, read, close } = this.#calls;
    for (let index = from; index < to; index++) {
      signs[signAt.beat]!++;
      signs[signAt.file] = index;
      const file = openAt(this.#directory, this.#listingAddress + listing.nameAt(index), openFlags);
      if (file < 0) return index;
      const asked = this.memory.length;
      const length = read(file, this.#windowAddress, asked);
      this.file = file;
      this.hold(Math.max(length, 0), length >= 0 && this.isEnd(length, asked));
      if (!this.ended && !this.#readOn()) return index;
      if (!dismisses(this)) return index;
      close(file);
      this.file = -1;
    }
    return to;
  }

  /** False for a file that cannot be read any further, which is closed. */
  #readOn(): boolean {
    try {
      this.fill();
      return true;
    } catch {
      this.close();
      return false;
    }
  }

  #enter(): void {
    if (this.#directory >= 0) return;
    this.#directory = this.#calls.open(this.#listingAddress + this.listing.directoryAt, openFlags);
  }

  protected openFile(index: number): number {
    this.#enter();
    const name = this.#listingAddress + this.listing.nameAt(index);
    const file = this.#directory < 0 ? -1 : this.#calls.openAt(this.#directory, name, openFlags);
    return file >= 0 ? file : this.#openPlainly(index);
  }

  /** The C library's error number does not survive the way back: node:fs is asked for the same and throws it. */
  #openPlainly(index: number): number {
    const { listing } = this;
    return fs.openSync(joined(listing.directory.absolute, listing.textAt(listing.nameAt(index))), openFlags);
  }

  protected readInto(at: number, length: number): number {
    const read = this.#calls.read(this.file, this.#windowAddress + at, length);
    return read >= 0 ? read : fs.readSync(this.file, this.memory, at, length, null);
  }

  protected closeFile(file: number): void {
    this.#calls.close(file);
  }

  protected override moved(): void {
    this.#windowAddress = addressOf(this.memory);
  }
}

function joined(directory: string, name: string): string {
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}
