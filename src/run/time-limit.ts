/** The longest time a run may take. Its signal ends what listens; work that could not listen is asked about at its end. */
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import type { Settings } from "../model/options.ts";
import { type Problem, problem, stopProblem } from "../model/problem.ts";
import { longestTimer } from "../model/timer.ts";
import { failure, type Result } from "../model/result.ts";
import type { RunHooks } from "./runner.ts";

export interface TimeLimit {
  readonly signal: AbortSignal;
  /** The time is over, whether or not the signal has had its turn. */
  readonly exceeded: Problem | undefined;
}

/** Counts from now on; undefined without a limit. */
export function timeLimit({ timeout: seconds, plan, stdin }: Settings, host: Host): TimeLimit | undefined {
  if (seconds === undefined) return undefined;
  const namesFiles = plan === undefined && !stdin;
  const reason = problem("timeout", `the run took longer than ${counted(seconds, "second")}`, {
    suggestion: `raise timeout${namesFiles ? ", or name fewer files" : ""}`,
    details: { timeout: seconds },
  });
  const stop = new AbortController();
  setTimeout(() => stop.abort(reason), Math.min(seconds * 1000, longestTimer)).unref();
  const end = host.elapsed() + seconds * 1000;
  return {
    signal: stop.signal,
    get exceeded() {
      return host.elapsed() > end ? reason : undefined;
    },
  };
}

/** What ends a run before its work is done: the time that it may take, or whoever asked for it. Its reason is the problem to tell. */
export function endSignal(limit: TimeLimit | undefined, asked: AbortSignal | undefined): AbortSignal | undefined {
  return limit && asked ? AbortSignal.any([limit.signal, asked]) : (limit?.signal ?? asked);
}

/** Standard input, which may never come to its end. */
export function inTime(stdin: RunHooks["stdin"], limit: TimeLimit | undefined): RunHooks["stdin"] {
  if (!stdin || !limit) return stdin;
  const { signal } = limit;
  const over = new Promise<Result<Uint8Array>>((resolve) => {
    signal.addEventListener("abort", () => resolve(failure(stopProblem(signal))));
  });
  return () => Promise.race([stdin(), over]);
}
