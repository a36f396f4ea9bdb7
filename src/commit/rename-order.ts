/**
 * In which order names of one directory are changed, so that swaps, chains and cycles come out right and no name is
 * taken before it is free: a source waits for the one that has its new name, and a cycle is opened by a temporary name.
 */
import { foldName, type NameChange } from "../model/path.ts";

/** Kahn's algorithm over "waits for"; `temporary` makes a fresh name. `viaTemporary` says that a change cannot be made directly. */
export function orderChanges(
  changes: readonly NameChange[],
  temporary: () => string,
  viaTemporary: (change: NameChange) => boolean,
): NameChange[] {
  const steps: NameChange[] = [];
  const bySource = groupBySource(changes);
  const waitsFor = new Map(changes.map((change) => [change, new Set(blockersOf(change, bySource))]));
  const waiters = new Map<NameChange, NameChange[]>();
  for (const [change, blockers] of waitsFor)
    for (const blocker of blockers) waiters.set(blocker, [...(waiters.get(blocker) ?? []), change]);
  const place = new Map(changes.map((change) => [change, change.from]));
  const ready = changes.filter((change) => waitsFor.get(change)!.size === 0);
  let taken = 0;
  const free = (change: NameChange): void => {
    for (const waiter of waiters.get(change) ?? []) {
      const blockers = waitsFor.get(waiter)!;
      if (blockers.delete(change) && blockers.size === 0) ready.push(waiter);
    }
  };
  const stepAside = (change: NameChange): void => {
    const name = temporary();
    steps.push({ from: place.get(change)!, to: name });
    place.set(change, name);
    free(change);
  };
  const drain = (): void => {
    for (; taken < ready.length; taken++) {
      const next = ready[taken]!;
      steps.push({ from: place.get(next)!, to: next.to });
      place.delete(next);
      free(next);
    }
  };
  for (const change of changes) if (viaTemporary(change)) stepAside(change);
  for (const change of changes) {
    drain();
    if (place.get(change) === change.from) stepAside(change);
  }
  drain();
  return steps;
}

function groupBySource(changes: readonly NameChange[]): Map<string, NameChange[]> {
  const bySource = new Map<string, NameChange[]>();
  for (const change of changes) {
    const key = foldName(change.from);
    bySource.set(key, [...(bySource.get(key) ?? []), change]);
  }
  return bySource;
}

function blockersOf(change: NameChange, bySource: Map<string, NameChange[]>): NameChange[] {
  return (bySource.get(foldName(change.to)) ?? []).filter((other) => other !== change);
}
