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
  /** Opens a file of the listing and reads until the window is full. Throws the operating system's error. */
  open(index: number): void;
  close(): void;
  /** Called when the listing holds another directory, and with the last. */
  leave(): void;
}

/** Window of a thread in bytes, until a longer line or a file to edit asks for more. */
export const windowBytes = 1 << 20;

export interface ReaderOptions {
  /** The C library may serve. */
  readonly ffi: boolean;
  /** Called whenever the window moves on within a file, as a sign of life. */
  readonly onAdvance?: () => void;
  /** The window's `rest`. */
  readonly rest?: () => Promise<void> | undefined;
}

/** A window that had to grow beyond this is given up after its file. */
const keptBytes = 1 << 24;
/** Bytes that are read before the window moves to where kernels look at it; fewer are not worth their memory. */
const bytesBeforeKernels = 1 << 20;
const pageBytes = 4096;
const systemTrees = /^\/(?:proc|sys)\//;

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
    glue(this.#fill, this.#endsShort);
    this.listing = listing;
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

  open(index: number): void {
    if (this.memory !== this.#usual) this.#moveTo(this.#usual);
    if (this.#kernels === undefined && this.#bytesRead > bytesBeforeKernels) this.#moveToKernels();
    this.#used = 0;
    this.#ended = false;
    if (!this.#entered) {
      this.#made = systemTrees.test(`${this.listing.directory.absolute}/`);
      this.#entered = true;
    }
    this.file = this.openFile(index);
    this.#fill();
  }

  advance(count: number): void {
    if (count === 0) this.#grow();
    else this.memory.copyWithin(0, count, this.#used);
    this.#used -= count;
    this.#options.onAdvance?.();
    this.#fill();
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

  #fill(): void {
    const { length } = this.memory;
    while (this.#used < length && !this.#ended) {
      const asked = length - this.#used;
      const read = this.readInto(this.#used, asked);
      this.#used += read;
      this.#bytesRead += read;
      this.#ended = read === 0 || (read < asked && this.#endsShort(read));
    }
    this.#bytes = undefined;
  }

  /**
   * Whether a read that gave less than was asked for has reached the end. For a regular file it has; contents that are
   * made while they are read come in pages, or belong to the system's own trees and are mostly named.
   */
  #endsShort(read: number): boolean {
    return read % pageBytes !== 0 && !this.listing.named && !this.#made;
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
    glue(this.prototype.openFile, this.prototype.readInto, this.prototype.closeFile, this.prototype.leave);
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

  protected openFile(index: number): number {
    if (this.#directory < 0)
      this.#directory = this.#calls.open(this.#listingAddress + this.listing.directoryAt, openFlags);
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
