/**
 * Marks functions that only tie calls together, once for each file or entry. The runtime's last tier would compile each of
 * them with all that it calls, for several milliseconds of processor time, and win back less than that in a run: over a
 * tree of 78,000 files it took a seventh of all processor time. What loops over bytes is not glue.
 */
import { noFTL } from "bun:jsc";

export function glue(...functions: readonly ((...given: never[]) => unknown)[]): void {
  for (const each of functions) noFTL(each as (...given: unknown[]) => unknown);
}
