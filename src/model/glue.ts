/**
 * Marks functions that only tie calls together, once for each file or entry. The runtime's last tier would compile each of
 * them with all that it calls, for several milliseconds of processor time, and win back less than that in a run: over a
 * tree of 78,000 files it took a seventh of all processor time. What loops over bytes is not glue.
 */
import { noFTL } from "bun:jsc";

type Callable = ((...given: never[]) => unknown) | (abstract new (...given: never[]) => unknown);

export function glue(...functions: readonly Callable[]): void {
  for (const each of functions) noFTL(each as (...given: unknown[]) => unknown);
}

/** The constructors of classes, their methods and getters; what is private has to be named by the class itself. */
export function glueWhole(...classes: readonly (abstract new (...given: never[]) => object)[]): void {
  for (const each of classes)
    for (const { value, get } of Object.values(Object.getOwnPropertyDescriptors(each.prototype))) {
      if (typeof value === "function") glue(value as Callable);
      if (get) glue(get);
    }
}
