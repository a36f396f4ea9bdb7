/** A file on its way from the old content to the new one. */
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import type { ContentTest } from "./preimage.ts";

export interface Entry {
  readonly shown: ShownPath;
  /** The real file: no component of it is a link. */
  readonly target: AbsolutePath;
  readonly way: "switch" | "in_place";
  /** Where the new content waits. After an exchange the old file is here. */
  readonly staged: AbsolutePath;
  /** Where the old file is kept when it is not exchanged. */
  readonly displaced: AbsolutePath;
  /** A copy of the old content: of a file that is written in place, and where the old file cannot become the undo record. */
  readonly saved?: AbsolutePath;
  readonly mode: number;
  readonly mtimeNs: bigint;
  readonly isBefore: ContentTest;
  readonly isAfter: ContentTest;
  /** Where the old file lies; undefined while the target still is the old file. */
  old?: AbsolutePath | undefined;
  /** Text of somebody else that has lost its name and must not be removed. */
  stray?: AbsolutePath | undefined;
}
