/** What every verb that writes does first: take the lock, and look for a journal that waits. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import { shellWord } from "../model/shell-word.ts";
import { errorCode, ifVisible, isForbidden } from "./files.ts";
import { readHeader } from "./journal.ts";
import { type WorkspaceLock, lockWorkspace } from "./lock.ts";
import { type Store, journalOf, recordsClosed, storesTouching } from "./store.ts";
import type { Steps } from "./transaction.ts";

/** Runs `write` under the lock of the workspace, unless an interrupted transaction waits in it, around it or inside it. */
export function* asWriter<T>(
  workspace: AbsolutePath,
  forceLock: boolean,
  host: Host,
  write: (workspace: AbsolutePath) => Steps<Result<T>>,
): Steps<Result<T>> {
  let lock: WorkspaceLock | undefined;
  try {
    const real = host.fs.realPath(workspace);
    const locked = lockWorkspace(real, forceLock, host);
    if (!locked.ok) return locked;
    lock = locked.value;
    const waiting = waitingProblem(real, host);
    return waiting ? failure(waiting) : yield* write(real);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure(systemProblem("io", error, "write in", workspace));
  } finally {
    lock?.release();
  }
}

function waitingProblem(workspace: AbsolutePath, host: Host): Problem | undefined {
  const [waiting] = waitingStores([workspace], host);
  if (!waiting) return undefined;
  const header = readHeader(journalOf(waiting), host);
  const which = header ? `apply ${header.id} of ${header.time}` : "an apply";
  return problem("recovery_needed", `${which} in ${waiting.workspace} was interrupted and waits for recovery`, {
    suggestion: `run \`swath recover ${shellWord(waiting.workspace)}\``,
    details: { workspace: waiting.workspace, ...(header && { apply_id: header.id }) },
  });
}

/**
 * Stores with a journal. Meaningful under the lock alone: a running writer has one too. A workspace that is gone, or on a
 * disk that is, holds nothing half done: its journal is in nobody's way, and waits until it is back.
 */
export function waitingStores(paths: readonly AbsolutePath[], host: Host): Store[] {
  return storesTouching(paths, host).filter(
    (store) =>
      ifVisible(() => host.fs.exists(journalOf(store))) && ifVisible(() => host.fs.exists(store.workspace)) !== false,
  );
}

/** Why it cannot be known whether a journal waits in one of the stores: somebody else's is there, and closed. */
export function closedStore(paths: readonly AbsolutePath[], host: Host): Problem | undefined {
  for (const store of storesTouching(paths, host)) {
    if (!ifVisible(() => host.fs.stat(store.directory))) continue;
    try {
      host.fs.linkStat(journalOf(store));
    } catch (error) {
      if (isForbidden(error)) return recordsClosed(error, store.directory);
    }
  }
  return undefined;
}

/** Runs a generator of steps to its end. */
export function runToEnd<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Why a verb that writes would be refused at this moment, before it has anything to write. */
export function writerRefusal(workspace: AbsolutePath, forceLock: boolean, host: Host): Problem | undefined {
  if (waitingStores([workspace], host).length === 0) return undefined;
  const asked = runToEnd(
    asWriter<undefined>(workspace, forceLock, host, function* () {
      return success(undefined);
    }),
  );
  return asked.ok ? undefined : asked.problem;
}
