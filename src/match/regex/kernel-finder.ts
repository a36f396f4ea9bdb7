/**
 * Finds one or several texts, as they are or with case ignored, by kernels that look at many places at once: in place where the
 * window lies in their memory, and else in a copy.
 */
import { glue } from "../../model/glue.ts";
import { wasmPages } from "../../model/wasm-pages.ts";
import { behindWindow, windowAt, type BareWindow } from "../../model/window.ts";
import { headLength } from "../../text/decode.ts";
import { tableLookup } from "../kernels/assemble.ts";
import { behindText, tablesSize, type TextKernel } from "../kernels/text-kernel.ts";
import type { Finder } from "./finder.ts";
import { makeTextKernel } from "./text-kernel.ts";

/** Bytes of text that are copied at once. */
export const copySize = 128 * 1024;

if (behindText > behindWindow || tablesSize > windowAt) throw new Error("kernels have no room beside a window");

/** Of each text at most sixteen bytes are looked for, around the rarest ones. */
export class KernelFinder implements Finder {
  static {
    glue(this.prototype.lacks, this.prototype.open, this.prototype.next, this.prototype.knownIn);
  }
  /** The machine has what kernels are made of. To find out takes a while the first time. */
  static get isThere(): boolean {
    return tableLookup() !== undefined;
  }
  readonly #texts: readonly string[];
  readonly #fold: boolean;
  readonly #overlap: number;
  /** The kernel over the memory of a window, and that memory. */
  #inPlace: TextKernel | undefined;
  #shared: WebAssembly.Memory | undefined;
  #sharedBytes: ArrayBufferLike | undefined;
  /** In a window of this length, as it was looked at last, nothing is to be found before this place of the memory. */
  #knownLength = -1;
  #known = 0;
  /** The kernel over a memory of its own, which takes copies. */
  #apart: TextKernel | undefined;
  #copy: Uint8Array = new Uint8Array(0);
  #kernel: TextKernel | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  /** The stretch that the kernel can see, and the place in its memory of the text's first byte. */
  #from = 0;
  #to = 0;
  #base = 0;
  /** Before this place nothing is to be found. */
  #least = 0;

  /** Texts of ASCII, with `fold`, `k` and `s` stand last at most. */
  constructor(texts: readonly string[], fold: boolean) {
    this.#texts = texts;
    this.#fold = fold;
    this.#overlap = Math.max(...texts.map((text) => text.length)) - 1;
  }

  /**
   * Whether a file that ends within a window has neither a NUL in its head nor any of the texts; undefined where the window lies
   * elsewhere. What is found is known until `forget`, so the next file has to be asked about or forgotten.
   */
  lacks({ kernelMemory, length }: Pick<BareWindow, "kernelMemory" | "length">): boolean | undefined {
    if (!kernelMemory) return undefined;
    if (kernelMemory !== this.#shared) {
      if (!KernelFinder.isThere) return undefined;
      this.#share(kernelMemory);
    }
    const end = windowAt + length;
    this.#known = this.#inPlace!.run(windowAt, windowAt, end, length < headLength ? end : windowAt + headLength);
    this.#knownLength = length;
    return this.#known === end;
  }

  forget(): void {
    this.#knownLength = -1;
  }

  /** Before this place of a window's bytes nothing is to be found; undefined where they were not looked at in place. */
  knownIn(bytes: Uint8Array): number | undefined {
    const isKnown =
      bytes.length === this.#knownLength && bytes.byteOffset === windowAt && bytes.buffer === this.#sharedBytes;
    return isKnown ? this.#known - windowAt : undefined;
  }

  open(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#from = start;
    this.#to = start;
    if (bytes.buffer !== this.#sharedBytes) {
      this.#kernel = undefined;
      this.#least = start;
      return;
    }
    this.#kernel = this.#inPlace;
    this.#base = bytes.byteOffset;
    this.#to = end;
    this.#least = this.knownIn(bytes) ?? start;
  }

  /** The place of an occurrence is within it. */
  next(from: number): number {
    for (let at = Math.max(from, this.#least); ; at = Math.max(at, this.#from)) {
      if (at < this.#to) {
        const end = this.#base + this.#to;
        const found = this.#kernel!.run(this.#base + this.#from, this.#base + at, end, 0);
        if (found < end) return found - this.#base;
      }
      if (this.#to >= this.#end) return -1;
      this.#take(at < this.#to ? this.#to - this.#overlap : Math.max(at, this.#to));
    }
  }

  /** Copies the stretch that begins at `from`. */
  #take(from: number): void {
    this.#kernel = this.#apart ??= this.#own();
    this.#from = from;
    this.#to = Math.min(from + copySize, this.#end);
    this.#base = tablesSize - from;
    this.#copy.set(this.#bytes.subarray(from, this.#to));
  }

  #own(): TextKernel {
    const memory = new WebAssembly.Memory({ initial: wasmPages(tablesSize + copySize + behindText) });
    this.#copy = new Uint8Array(memory.buffer, tablesSize, copySize);
    return makeTextKernel(this.#texts, this.#fold, memory);
  }

  #share(memory: WebAssembly.Memory): void {
    this.#inPlace = makeTextKernel(this.#texts, this.#fold, memory);
    this.#shared = memory;
    this.#sharedBytes = memory.buffer;
  }
}
