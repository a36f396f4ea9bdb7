/**
 * Threads of the runtime's own Worker. They begin after 5 ms, where those of a pool that goes by way of Node's interface
 * take 50 ms and as much processor time: a tenth of what it takes to search a large tree. Their module calls `serve`.
 */
import type { DrainEnd, DrainTask, ResultsMessage } from "./protocol.ts";
import type { Threads, ThreadsOptions } from "./threads.ts";

/** What a thread sends. */
type Message = { readonly results: ResultsMessage } | { readonly end: DrainEnd };

export class BareThreads implements Threads {
  readonly #options: Pick<ThreadsOptions, "module" | "onResults">;
  readonly #running = new Map<Worker, Promise<void>>();

  constructor(options: Pick<ThreadsOptions, "module" | "onResults">) {
    this.#options = options;
  }

  run(task: DrainTask, signal: AbortSignal): Promise<DrainEnd> {
    const { promise, resolve, reject } = Promise.withResolvers<DrainEnd>();
    const closed = Promise.withResolvers<void>();
    const worker = new Worker(this.#options.module);
    this.#running.set(worker, closed.promise);
    worker.addEventListener("message", ({ data }: MessageEvent<Message>) => {
      if ("results" in data) {
        this.#options.onResults(data.results);
        return;
      }
      resolve(data.end);
      worker.terminate();
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    });
    worker.addEventListener("close", ({ code }) => {
      this.#running.delete(worker);
      closed.resolve();
      reject(new Error(`it ended with code ${code}`));
    });
    signal.addEventListener("abort", () => {
      reject(new Error("it was stopped"));
      worker.terminate();
    });
    worker.postMessage(task);
    return promise;
  }

  async stop(): Promise<void> {
    for (const worker of this.#running.keys()) worker.terminate();
    await Promise.all(this.#running.values());
  }
}

declare const self: Worker;

/** What the module of such a thread does: it waits for its task and answers. */
export function serve(drain: (task: DrainTask, send: (message: ResultsMessage) => void) => Promise<DrainEnd>): void {
  const post = (message: Message): void => self.postMessage(message);
  self.addEventListener("message", ({ data }: MessageEvent<DrainTask>) => {
    void drain(data, (results) => post({ results })).then((end) => post({ end }));
  });
}
