/**
 * Runs code that may never return. A busy loop blocks its thread, so nothing on the thread could look at a clock; the
 * runtime's own watchdog, which serves `node:vm`, can still end it, and code cannot catch that.
 */
import { drainMicrotasks } from "bun:jsc";
import { createContext, Script, type Context } from "node:vm";
import { longestTimer } from "../../model/timer.ts";

export class DeadlinePassed extends Error {}

export class Deadline {
  readonly #until: number;

  /** In milliseconds from now. */
  constructor(milliseconds: number) {
    this.#until = performance.now() + milliseconds;
  }

  /** Calls and returns; throws `DeadlinePassed` when it takes too long. What it starts and does not wait for is not watched. */
  run<T>(call: () => T): T {
    const outer = context["call"] as unknown;
    context["call"] = call;
    try {
      return caller.runInContext(context, { timeout: Math.max(1, this.#left) }) as T;
    } catch (error) {
      throw isWatchdog(error) ? new DeadlinePassed() : error;
    } finally {
      context["call"] = outer;
    }
  }

  /** Waits for a promise; throws `DeadlinePassed` when it takes too long. */
  async wait<T>(promise: PromiseLike<T>): Promise<T> {
    const { promise: passed, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new DeadlinePassed()), this.#left);
    try {
      return await Promise.race([promise, passed]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** In whole milliseconds, as far as timers reach. */
  get #left(): number {
    return Math.min(Math.max(0, Math.ceil(this.#until - performance.now())), longestTimer);
  }
}

/**
 * Lets what waits for nothing but promises go on, under the deadline of the caller, and returns the promise's value if it
 * has one by then. Throws what the promise was rejected with; returns the promise while it is pending.
 */
export function settledNow(promise: Promise<unknown>): unknown {
  promise.catch(() => undefined);
  drainMicrotasks();
  if (Bun.peek.status(promise) === "rejected") throw Bun.peek(promise);
  return Bun.peek(promise);
}

const context: Context = createContext({});
const caller = new Script("call()");

function isWatchdog(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
