/** The budget on the sum of file sizes: counts as files come, and lets through the first ones that fit. */
import type { Host } from "../host/host.ts";
import type { Directory } from "../model/listing.ts";
import { mostSkippedPaths } from "../model/outcome.ts";
import type { ShownPath } from "../model/path.ts";
import { type Problem, problem } from "../model/problem.ts";
import type { FileSink } from "../pool/pool.ts";

export class ByteBudget implements FileSink {
  readonly #inner: FileSink;
  readonly #host: Host;
  readonly #most: number;
  readonly #partial: boolean;
  #bytes = 0;
  /** Files that were left out. */
  dropped = 0;
  /** The first of them, as many as reports list. */
  readonly firstDropped: ShownPath[] = [];

  constructor(inner: FileSink, host: Host, most: number, partial: boolean) {
    this.#inner = inner;
    this.#host = host;
    this.#most = most;
    this.#partial = partial;
  }

  /** The sum is above the budget and nothing may be left out. */
  get problem(): Problem | undefined {
    if (this.#partial || this.#bytes <= this.#most) return undefined;
    return problem("too_many_bytes", `the files hold more than ${this.#most} bytes in all`, {
      suggestion: "raise max_total_bytes, or name fewer files",
      details: { max_total_bytes: this.#most },
    });
  }

  file(directory: Directory, name: string, named: boolean): boolean {
    if (this.#bytes <= this.#most) this.#bytes += this.#sizeOf(directory, name);
    if (this.#bytes <= this.#most) return this.#inner.file(directory, name, named);
    if (this.dropped++ < mostSkippedPaths) this.firstDropped.push(`${directory.shown}${name}`);
    return this.#partial;
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
