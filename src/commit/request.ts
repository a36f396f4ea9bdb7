/** What is to be committed, and what came of it. Plain data. */
import type { FileChange } from "../model/outcome.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import type { Problem } from "../model/problem.ts";

export interface PlannedFile {
  readonly path: ShownPath;
  readonly absolute: AbsolutePath;
  /** Named one by one on the command line: a read-only file is then edited. */
  readonly named: boolean;
  /** Absent for a file that is only renamed. */
  readonly change?: FileChange;
  /** The edits come from outside this run: that they give the content with `hashAfter` is checked before anything is written. */
  readonly unproven?: true;
}

/**
 * A file or directory with a new name. Both paths are whole: `from` as it is before the commit, `to` as it is after,
 * with the new names of its directories too. Only the last component differs beyond what renamed directories bring along.
 */
export interface PlannedRename {
  readonly from: AbsolutePath;
  readonly to: AbsolutePath;
  readonly shownFrom: ShownPath;
  readonly shownTo: ShownPath;
}

export interface WriteOptions {
  /** How written files are flushed: `auto` is as durable as `always` and batches the calls. */
  readonly fsync: "auto" | "always" | "never";
  /** Take over a lock whose recorded holder is gone, on file systems without locks. */
  readonly forceLock: boolean;
  /** Asked between files until the decision to commit and while files are switched; a problem ends the commit and everything is put back. */
  readonly interrupted?: () => Problem | undefined;
}

export interface CommitRequest extends WriteOptions {
  /** Nothing outside it is written. */
  readonly workspace: AbsolutePath;
  readonly files: readonly PlannedFile[];
  readonly renames: readonly PlannedRename[];
  /** Edit files that lack the owner's write bit. */
  readonly forceReadonly: boolean;
  /** Digest of the request and its root; a later run with the same one can find that it was applied. */
  readonly fingerprint: string;
}

export interface Committed {
  /** Name of the record by which `undo` puts everything back. */
  readonly applyId: string;
  readonly filesWritten: number;
}
