/** An open file seen through a window of memory that is used again for the next file: large files pass through it in pieces. */
export interface FileWindow {
  /** The bytes of the file that are held at the moment; a view, valid until the next call of `advance`. */
  readonly bytes: Uint8Array;
  /** The file ends with `bytes`. */
  readonly ended: boolean;
  /**
   * Lets go of the first `count` bytes and reads on until the window is full or the file ends. With a count of 0 the
   * window grows. Throws the operating system's error, and `WindowFull` when the window cannot grow any further.
   */
  advance(count: number): void;
  /**
   * Reads what has passed already once more, from `position` in the file; returns how many bytes that were. Absent for
   * what cannot be read twice, as a pipe.
   */
  readonly readAgain?: ((into: Uint8Array, position: number) => number) | undefined;
  /** Bytes of the whole file, where that is known. */
  readonly size?: number | undefined;
  /**
   * Gives others a turn between two pieces of a large file, where the thread has signals and timers to hear. Rejects with
   * `RunStopped` when the run has ended meanwhile.
   */
  rest?(): Promise<void> | undefined;
}

/** A window whose memory can be looked at without a view on it. */
export interface BareWindow extends FileWindow {
  /** `bytes` are its first `length` bytes; what lies behind them means nothing and may be written over. */
  readonly memory: Buffer;
  readonly length: number;
  /** Where kernels can look at the window in place: `memory` lies in it, from `windowAt` on. */
  readonly kernelMemory: WebAssembly.Memory | undefined;
}

/** In a memory of kernels what lies before the window is theirs; it starts where copying to it is fast. */
export const windowAt = 65_536;
/** Behind the window they read, and write, so many bytes at most. */
export const behindWindow = 256;

/** The run has ended in the middle of a file; what was found of it counts for nothing. */
export class RunStopped extends Error {}

/** A line, or a file that is needed as a whole, does not fit into memory. */
export class WindowFull extends Error {}

/** The largest window, in bytes: offsets within one are 32-bit numbers. */
export const largestWindow = 1 << 30;
