/** SIGINT and SIGTERM stop a run in good order: it is told, undoes what it has begun, and reports `interrupted`. */
import { problem, type Problem } from "../model/problem.ts";
import type { Signal } from "../host/host.ts";
import type { Io } from "./io.ts";

/** Runs work whose signal is aborted, with a problem as its reason, when the process is told to stop. */
export async function untilSignal<T>(io: Io, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = io.onSignal((signal) => controller.abort(interrupted(signal)));
  try {
    return await work(controller.signal);
  } finally {
    stop();
  }
}

function interrupted(signal: Signal): Problem {
  const message = `stopped by ${signal}, and nothing was left half done`;
  return signal === "SIGTERM" ? problem("interrupted", message, { exit: 143 }) : problem("interrupted", message);
}
