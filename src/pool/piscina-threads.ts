/** Threads of piscina, for scripts: their module exports the task as a function. */
import type { Piscina } from "piscina";
import type { DrainEnd, DrainTask, ResultsMessage } from "./protocol.ts";
import type { Threads, ThreadsOptions } from "./threads.ts";

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
    pool.on("message", (message: unknown) => {
      if (isResults(message)) onResults(message);
    });
    pool.on("error", onError);
    return pool;
  }
}

/** A script may post messages of its own; nobody takes them. */
function isResults(message: unknown): message is ResultsMessage {
  return typeof message === "object" && message !== null && "outcomes" in message && "worker" in message;
}
