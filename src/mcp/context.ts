/** What the calls of one server share, and what one call is given. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Progress } from "../model/progress.ts";
import type { Gate } from "./gate.ts";
import type { PlanStore } from "./plan-store.ts";
import type { Turns } from "./turns.ts";

export interface Session {
  /** A real path: nothing outside it is read or written. */
  readonly root: AbsolutePath;
  /** Its working directory is the root. */
  readonly host: Host;
  readonly plans: PlanStore;
  readonly turns: Turns;
  /** Runs that search many files. */
  readonly searching: Gate;
}

export interface Call {
  readonly args: Readonly<Record<string, unknown>>;
  /** Aborted with a problem as its reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** What a tool answers, as the data of its output schema. */
export interface Answer {
  readonly data: Record<string, unknown>;
  readonly isError: boolean;
}
