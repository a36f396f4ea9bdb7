/**
 * The one writer to standard output and standard error. All of it is written before `write` returns, however slow the
 * reader; a reader that has gone away ends the stream quietly. It never ends the process. What a run says beside its data
 * may be lost: its exit status stands.
 */
import * as fs from "node:fs";

export interface Sink {
  write(text: string | Uint8Array): void;
  readonly isTerminal: boolean;
  /** Width in cells; of a terminal only. */
  readonly columns?: number;
}

export type WriteBytes = (bytes: Uint8Array, at: number) => number;

export class Output implements Sink {
  readonly isTerminal: boolean;
  readonly #write: WriteBytes;
  readonly #columns: () => number | undefined;
  readonly #holds: "data" | "talk";
  #closed = false;

  constructor(
    write: WriteBytes,
    isTerminal: boolean,
    columns: () => number | undefined = () => undefined,
    holds: "data" | "talk" = "data",
  ) {
    this.#write = write;
    this.isTerminal = isTerminal;
    this.#columns = columns;
    this.#holds = holds;
  }

  get columns(): number {
    return this.#columns() || 80;
  }

  write(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    let at = 0;
    while (at < bytes.length && !this.#closed) {
      try {
        at += this.#write(bytes, at);
      } catch (error) {
        this.#bear(error);
      }
    }
  }

  #bear(error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EAGAIN" || code === "EINTR") return pause();
    this.#closed = true;
    if (this.#holds === "data" && code !== "EPIPE" && code !== "ECONNRESET") throw new OutputFailure(error);
  }
}

/** The stream cannot take what was written, as on a full disk. Whatever is written to it afterwards is dropped. */
export class OutputFailure extends Error {
  constructor(cause: unknown) {
    super("output failed", { cause });
  }
}

/** A stream of the process by its descriptor. */
export function openOutput(descriptor: number, isTerminal: boolean, columns?: () => number | undefined): Output {
  return new Output(
    (bytes, at) => fs.writeSync(descriptor, bytes, at, Math.min(chunk, bytes.length - at)),
    isTerminal,
    columns,
    descriptor === 2 ? "talk" : "data",
  );
}

/** A pipe takes 64 KiB at most without its reader. */
const chunk = 1 << 16;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Milliseconds between two attempts at a full pipe. */
const patience = 2;

function pause(): void {
  Atomics.wait(sleeper, 0, 0, patience);
}
