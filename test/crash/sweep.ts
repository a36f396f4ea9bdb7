/** Runs an action once for each call of its host, with that call failing or the process killed at it. */
import { type Fault, type FaultyHost, Killed, faultyHost } from "../../src/host/faulty.ts";
import type { Host } from "../../src/host/host.ts";

/** Calls `attempt` with a fault at call 1, 2, 3 … until one is not reached any more; returns how many were. */
export function sweep(what: Omit<Fault, "at">, attempt: (fault: Fault, run: Run) => void, stride = 1): number {
  for (let at = 1; ; at += stride) {
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
