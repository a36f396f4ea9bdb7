/** How many threads a run may have. */
import * as os from "node:os";
import { problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";

/** Most threads that can be asked for. */
export const mostThreads = 512;

/** The number of threads of a run; anything but a whole number from 1 to 512 is `invalid_threads`. */
export function threadCount(asked: number | undefined): Result<number> {
  if (asked === undefined) return success(Math.min(os.availableParallelism(), mostThreads));
  if (Number.isInteger(asked) && asked >= 1 && asked <= mostThreads) return success(asked);
  return failure(
    problem("invalid_threads", `cannot run with ${asked} threads: it takes a whole number from 1 to ${mostThreads}`, {
      suggestion: `Leave threads out to use all ${os.availableParallelism()} cores.`,
    }),
  );
}
