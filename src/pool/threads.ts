/** Where the tasks of a crew run. */
import type { Piscina } from "piscina";
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

/** Threads of piscina, whose module exports the task as a function. */
export class PiscinaThreads implements Threads {
  readonly #options: ThreadsOptions;
  #loading: Promise<Piscina> | undefined;
  #stopped = false;

  constructor(options: ThreadsOptions) {
    this.#options = options;
  }

  async run(task: DrainTask, signal: AbortSignal): Promise<DrainEnd> {
    const pool = await (this.#loading ??= this.#load());
    if (this.#stopped) throw new Error("it was stopped");
    return await pool.run(task, { signal });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const pool = await this.#loading?.catch(() => undefined);
    await pool?.destroy().catch(() => undefined);
  }

  async #load(): Promise<Piscina> {
    const { Piscina: Pool } = await import("piscina");
    const { module, most, onResults, onError } = this.#options;
    const pool = new Pool({
      filename: module,
      minThreads: 0,
      maxThreads: most,
      concurrentTasksPerWorker: 1,
      idleTimeout: 1000,
      atomics: "disabled",
      recordTiming: false,
    });
    pool.on("message", onResults);
    pool.on("error", onError);
    return pool;
  }
}
