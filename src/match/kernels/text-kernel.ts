/** What the kernels that look for texts have in common, so that it does not matter which one does. */

/** Bytes of a text that are compared at most. */
export const longestNeedle = 16;

export interface Needle {
  /** At most `longestNeedle` bytes. */
  readonly bytes: Uint8Array;
  /** For each byte the bits to set in what is compared with it: 0x20 ignores the case of a letter. */
  readonly lower: Uint8Array;
  /** What each byte is compared in: 0xFF, or 0 for a byte that may be anything. */
  readonly counts: Uint8Array;
}

export interface TextKernel {
  /**
   * The first place in `[from, end)` of a needle that lies within `[begin, end)`; or `end`. All are places in the memory, from
   * `tablesSize` on. Before that `[from, head)` is looked through for a NUL, and `from` returned where there is one: it is the
   * whole text or a multiple of 64 bytes long, and empty where nobody asks.
   */
  run(begin: number, from: number, end: number, head: number): number;
}

/** Before this a memory holds the tables of its one kernel. */
export const tablesSize = 4096;
/** Bytes behind a text that are read and, with a head, written. */
export const behindText = 128;
