/**
 * The order of calls: those that only read run side by side, one that writes runs alone, and none overtakes another kind.
 * So every call sees the tree as the calls before it left it.
 */
interface Waiting {
  readonly alone: boolean;
  readonly start: () => void;
}

export class Turns {
  readonly #queue = new Set<Waiting>();
  #readers = 0;
  #writing = false;

  /** Rejects with the signal's reason when that is aborted before the turn has come. */
  async take<T>(alone: boolean, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#turn(alone, signal);
    try {
      return await work();
    } finally {
      if (alone) this.#writing = false;
      else this.#readers--;
      this.#next();
    }
  }

  #turn(alone: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const gone = (): void => {
        this.#queue.delete(waiting);
        reject(signal.reason);
        this.#next();
      };
      const waiting: Waiting = {
        alone,
        start() {
          signal.removeEventListener("abort", gone);
          resolve();
        },
      };
      signal.addEventListener("abort", gone, { once: true });
      this.#queue.add(waiting);
      this.#next();
    });
  }

  #next(): void {
    for (const waiting of this.#queue) {
      if (this.#writing || (waiting.alone && this.#readers > 0)) return;
      this.#queue.delete(waiting);
      if (waiting.alone) this.#writing = true;
      else this.#readers++;
      waiting.start();
    }
  }
}
