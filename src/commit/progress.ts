/** What a transaction is to do, and how far it has come. */
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import type { Entry } from "./entry.ts";
import type { Flusher } from "./flush.ts";
import type { RenameStep } from "./journal.ts";
import type { PlannedStep, ResolvedRename } from "./renames.ts";
import type { WriteOptions } from "./request.ts";
import type { Store } from "./store.ts";
import type { Target } from "./targets.ts";

export interface Work {
  /** The real workspace; every path of the journal counts from it. */
  readonly base: AbsolutePath;
  readonly store: Store;
  readonly id: string;
  readonly fingerprint: string;
  readonly undoes?: string;
  readonly targets: readonly Target[];
  readonly renames: readonly ResolvedRename[];
  readonly options: WriteOptions;
}

/** Everything that a failure needs to know to put things back. */
export interface Progress {
  readonly work: Work;
  readonly journal: AbsolutePath;
  readonly flusher: Flusher;
  readonly planned: readonly PlannedStep[];
  /** Empty until the decision. */
  steps: readonly RenameStep[];
  readonly relocate: (path: AbsolutePath) => AbsolutePath;
  readonly entries: Entry[];
  /** The open record. */
  record?: number | undefined;
  /** Set when files begin to be switched. */
  decided?: true;
  /** Set when old files begin to be removed: from then on the way is forward. */
  irrevocable?: true;
  /** What is being done, and to what, for the message of a failure. */
  doing: string;
  shown: ShownPath;
}
