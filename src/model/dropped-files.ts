/** Files that a budget left out: how many, and as many of the first as reports list. */
import type { Directory } from "./listing.ts";
import { mostSkippedPaths } from "./outcome.ts";
import type { ShownPath } from "./path.ts";

export class DroppedFiles {
  count = 0;
  readonly first: ShownPath[] = [];

  /** Files of one directory, in path order. */
  add(directory: Directory, names: readonly string[]): void {
    this.count += names.length;
    const room = mostSkippedPaths - this.first.length;
    for (const name of names.slice(0, room)) this.first.push(`${directory.shown}${name}`);
  }
}
