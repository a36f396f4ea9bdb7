/** The budget on the sum of file sizes: counts as files come, and lets through the first ones that fit. */
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import { DroppedFiles } from "../model/dropped-files.ts";
import type { Directory } from "../model/listing.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { FileSink } from "../pool/pool.ts";

export class ByteBudget implements FileSink {
  readonly #inner: FileSink;
  readonly #host: Host;
  readonly #most: number;
  readonly #partial: boolean;
  #bytes = 0;
  /** Files that were left out. */
  readonly dropped = new DroppedFiles();

  constructor(inner: FileSink, host: Host, most: number, partial: boolean) {
    this.#inner = inner;
    this.#host = host;
    this.#most = most;
    this.#partial = partial;
  }

  /** The sum is above the budget and nothing may be left out. */
  get problem(): Problem | undefined {
    if (this.#partial || this.#bytes <= this.#most) return undefined;
    return problem("too_many_bytes", `the files hold more than ${counted(this.#most, "byte")} in all`, {
      suggestion: "raise max_total_bytes, or name fewer files",
      details: { max_total_bytes: this.#most },
    });
  }

  files(directory: Directory, names: readonly string[], named: boolean): boolean {
    let fitting = 0;
    while (fitting < names.length && this.#fits(directory, names[fitting]!)) fitting++;
    const goesOn = fitting === 0 || this.#inner.files(directory, names.slice(0, fitting), named);
    this.dropped.add(directory, names.slice(fitting));
    return goesOn && (this.#partial || fitting === names.length);
  }

  /** Counts a file; nothing fits behind the first that does not. */
  #fits(directory: Directory, name: string): boolean {
    if (this.#bytes <= this.#most) this.#bytes += this.#sizeOf(directory, name);
    return this.#bytes <= this.#most;
  }

  /** A file that cannot be looked at is told of when it is read. */
  #sizeOf(directory: Directory, name: string): number {
    try {
      return this.#host.fs.stat(`${directory.absolute.replace(/\/$/, "")}/${name}`).size;
    } catch {
      return 0;
    }
  }
}
