/** Lets a few calls through at a time; the others wait their turn, and leave when they are cancelled. */

export class Gate {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Rejects with the signal's reason when that is aborted before the turn has come. */
  async through<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        signal.removeEventListener("abort", gone);
        resolve();
      };
      const gone = (): void => {
        this.#waiting.delete(turn);
        reject(signal.reason);
      };
      signal.addEventListener("abort", gone, { once: true });
      this.#waiting.add(turn);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
