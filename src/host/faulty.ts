/** A host on which one call fails, or at which its process is killed: for tests that try every call of a run. */
import type { FileSystem, Host, NativeCalls } from "./host.ts";

export interface Fault {
  /** 1-based number of the call at which it happens. */
  readonly at: number;
  /** An error code, or `kill`, which ends the process. A write that is hit by a full disk or by `kill_midway` has written half. */
  readonly what: "kill" | "kill_midway" | (string & {});
  /** The error does not go away: every later call that changes anything gets it too. */
  readonly lasting?: boolean;
}

/** What a killed process throws at everybody who still holds its host. It has no error code. */
export class Killed extends Error {}

export interface FaultyHost extends Host {
  /** Calls so far, the failed one among them. */
  readonly calls: number;
  /** Name of the call that the fault hit first. */
  readonly hit: string | undefined;
}

export function faultyHost(inner: Host, fault?: Fault): FaultyHost {
  const watch = new Watch(inner, fault);
  return {
    ...inner,
    fs: watch.wrap(inner.fs as unknown as Calls) as unknown as FileSystem,
    native: watch.wrap(inner.native as unknown as Calls) as NativeCalls,
    get calls() {
      return watch.calls;
    },
    get hit() {
      return watch.hit;
    },
  };
}

type Calls = Record<string, (...args: never[]) => unknown>;

const harmless = new Set([
  "readDirectory",
  "stat",
  "linkStat",
  "exists",
  "readFile",
  "readLink",
  "realPath",
  "statOpen",
  "read",
  "close",
  "lock",
  "lease",
  "leaseHolds",
  "readAttributes",
]);

class Watch {
  calls = 0;
  hit: string | undefined;
  readonly #inner: Host;
  readonly #fault: Fault | undefined;
  #dead = false;

  constructor(inner: Host, fault: Fault | undefined) {
    this.#inner = inner;
    this.#fault = fault;
  }

  wrap(calls: Calls): Calls {
    return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, this.#watched(name, call)]));
  }

  #watched(name: string, call: (...args: never[]) => unknown): (...args: never[]) => unknown {
    return (...args) => {
      if (this.#dead) throw new Killed(`${name} after the process was killed`);
      const number = ++this.calls;
      const fault = this.#fault;
      if (!fault || number < fault.at) return call(...args);
      if (number > fault.at && !(fault.lasting && !harmless.has(name))) return call(...args);
      this.hit ??= name;
      if (name === "write" && (fault.what === "kill_midway" || fault.what === "ENOSPC")) this.#writeHalf(args);
      if (fault.what !== "kill" && fault.what !== "kill_midway")
        throw Object.assign(new Error(`${fault.what}: injected into ${name}`), { code: fault.what });
      this.#dead = true;
      throw new Killed(`killed at call ${number}, ${name}`);
    };
  }

  #writeHalf(args: readonly unknown[]): void {
    const [file, bytes, position] = args as [number, Uint8Array, number | undefined];
    this.#inner.fs.write(file, bytes.subarray(0, bytes.length >> 1), position);
  }
}
