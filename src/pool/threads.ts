/** Where the tasks of a crew run. */
import type { DrainEnd, DrainTask, ResultsMessage } from "./protocol.ts";

export interface Threads {
  /**
   * Runs a task on a thread of its own. Rejects when the thread cannot be started, ends before the task does, or is stopped
   * by the signal.
   */
  run(task: DrainTask, signal: AbortSignal): Promise<DrainEnd>;
  /** Ends all threads, whatever they are at; resolves when they have ended. */
  stop(): Promise<void>;
}

export interface ThreadsOptions {
  /** Path of the worker's module. */
  readonly module: string;
  readonly most: number;
  readonly onResults: (message: ResultsMessage) => void;
  /** A thread ended by an error: tasks that have not begun may never hear of it. */
  readonly onError: (error: Error) => void;
}
