/** When a thread that is busy has to look at signals and timers, and the look itself. */

/** Longest time without a look, in milliseconds. */
const interval = 15;
/** The same at the start. The runtime's first turn of its event loop collects garbage, which a short run ends without. */
const firstInterval = 40;
/** In milliseconds. */
export const progressInterval = 100;

export class Breath {
  readonly #onProgress: (() => void) | undefined;
  #next = 0;
  #nextProgress = 0;

  /** `onProgress` is called some ten times a second. */
  constructor(onProgress: (() => void) | undefined) {
    this.#onProgress = onProgress;
  }

  begin(): void {
    this.#next = performance.now() + firstInterval;
  }

  get isDue(): boolean {
    return performance.now() > this.#next;
  }

  async take(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    const now = performance.now();
    this.#next = now + interval;
    if (!this.#onProgress || now <= this.#nextProgress) return;
    this.#nextProgress = now + progressInterval;
    this.#onProgress();
  }
}
