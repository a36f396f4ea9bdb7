/**
 * How many matches of a file can still be listed. A report lists the first matches of all files in the order of paths, so that
 * those of a file behind enough others only count.
 */
import { glueWhole } from "../model/glue.ts";
import type { Job } from "../model/job.ts";
import type { ShownPath } from "../model/path.ts";
import { comparePaths } from "../model/path-order.ts";

export class ListBound {
  static {
    glueWhole(this);
  }
  readonly #limit: number;
  #listed = 0;
  /** The last path, in order, of the files whose matches are listed. */
  #last: ShownPath = "";

  constructor({ wants, limit }: Job) {
    this.#limit = wants.countOnly ? 0 : (limit ?? Infinity);
  }

  /** Most matches to list of a file. Files may come in any order, but only in the order of paths is anything spared. */
  of(path: ShownPath): number {
    return this.#listed >= this.#limit && comparePaths(path, this.#last) > 0 ? 0 : this.#limit;
  }

  /** So many matches of a file are listed. */
  add(path: ShownPath, count: number): void {
    this.#listed += count;
    if (count > 0 && comparePaths(path, this.#last) > 0) this.#last = path;
  }
}
