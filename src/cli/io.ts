/** The process as a parameter: `main.ts` gives the real one, a test a fake. */
import type { Host, Signal } from "../host/host.ts";
import type { Result } from "../model/result.ts";
import type { Sink } from "./output.ts";
import type { Engine } from "./runner.ts";

export interface Io {
  /** What follows the command's name. */
  readonly argv: readonly string[];
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: Input;
  readonly host: Host;
  readonly engine: Engine;
  /** Listens until the returned function is called. */
  onSignal(listener: (signal: Signal) => void): () => void;
}

interface Input {
  readonly isTerminal: boolean;
  /** All of it. */
  readonly read: () => Promise<Result<Uint8Array>>;
  /** The next key, when it is a terminal; undefined at its end. */
  readonly readKey: () => Promise<string | undefined>;
}
