/**
 * Runs an action once for each call of its host, with that call failing or the process killed at it.
 * `SWATH_CRASH=full` in the environment tries every call; without it a part of them, to keep the suite quick.
 */
import { setDefaultTimeout } from "bun:test";
import { type Fault, type FaultyHost, Killed, faultyHost } from "../../src/host/faulty.ts";
import type { Host } from "../../src/host/host.ts";

export const full = process.env["SWATH_CRASH"] === "full";

/** Every call, of every call, takes minutes. To be called by each file of tests, as it holds for that alone. */
export function allowTime(): void {
  if (full) setDefaultTimeout(1_800_000);
}

/** Calls `attempt` with a fault at each `stride`th call until one is not reached any more; returns how many calls there were. */
export function sweep(what: Omit<Fault, "at">, stride: number, attempt: (fault: Fault, run: Run) => void): number {
  const step = full ? 1 : stride;
  for (let at = full ? 1 : 1 + (what.what.length % stride); ; at += step) {
    let reached = true;
    attempt({ at, ...what }, (host, action) => {
      const faulty = faultyHost(host, { at, ...what });
      const result = unlessKilled(() => action(faulty));
      reached = faulty.hit !== undefined;
      const killed = reached && what.what.startsWith("kill");
      return { result: killed ? undefined : result, faulty };
    });
    if (!reached) return at - 1;
  }
}

export type Run = <T>(
  host: Host,
  action: (host: Host) => T,
) => { readonly result: T | undefined; readonly faulty: FaultyHost };

function unlessKilled<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof Killed) return undefined;
    throw error;
  }
}
