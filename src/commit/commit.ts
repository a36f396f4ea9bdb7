/** Commits a plan: all its files and renames or none of them. It writes nothing else in the tree, and leaves a record for `undo` outside of it. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Result, failure, success } from "../model/result.ts";
import { applyEdits } from "../text/patch.ts";
import { Room } from "../text/room.ts";
import { errorCode } from "./files.ts";
import { hasDigest, quickDigest } from "./preimage.ts";
import type { CommitRequest, Committed, PlannedFile } from "./request.ts";
import { forgetLostWorkspaces, pruneRecords } from "./retention.ts";
import { type Store, newId, prepareStore, stateUnusable } from "./store.ts";
import { type Replacement, Resolver, resolveRenames, resolveTargets } from "./targets.ts";
import { type Steps, transact } from "./transaction.ts";
import { asWriter, runToEnd } from "./writer.ts";

export function commit(request: CommitRequest, host: Host): Result<Committed> {
  return runToEnd(commitInSteps(request, host));
}

/** The same in steps of a few files; between them the caller may let signals in. To end early, let `interrupted` say so: abandoning the generator would leave a journal. */
export function commitInSteps(request: CommitRequest, host: Host): Steps<Result<Committed>> {
  return asWriter(request.workspace, request.forceLock, host, () => writeAll(request, host));
}

function* writeAll(request: CommitRequest, host: Host): Steps<Result<Committed>> {
  const resolver = new Resolver(request.workspace, host);
  const base = resolver.workspace;
  const targets = resolveTargets(request.files.flatMap(replacementOf), resolver, request.forceReadonly);
  if (!targets.ok) return targets;
  const renames = resolveRenames(request.renames, resolver);
  if (!renames.ok) return renames;
  if (targets.value.length === 0 && renames.value.length === 0) return success({ applyId: "", filesWritten: 0 });
  const prepared = recordsPlace(base, host);
  if (!prepared.ok) return prepared;
  const store = prepared.value;
  const id = newId(store, host);
  const { fingerprint } = request;
  const work = { base, store, id, fingerprint, targets: targets.value, renames: renames.value, options: request };
  const committed = yield* transact(work, host);
  if (committed.ok) {
    pruneRecords(store, host);
    forgetLostWorkspaces(host);
  }
  return committed.ok ? success(committed.value) : failure(committed.problem);
}

function recordsPlace(base: AbsolutePath, host: Host): Result<Store> {
  try {
    return success(prepareStore(base, host));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return failure(stateUnusable(error, host));
  }
}

/** Each new content is staged before the next one is made. */
const newContents = new Room();

function replacementOf({ path, absolute, named, change, unproven }: PlannedFile): Replacement[] {
  if (!change) return [];
  const before = digestOf(change.hashBefore, change.quickHashBefore);
  const after = digestOf(change.hashAfter, change.quickHashAfter);
  const produce = (current: Uint8Array): Uint8Array => applyEdits(current, change.edits, newContents);
  return [{ shown: path, absolute, named, before, after, isExpected: hasDigest(before), produce, unproven }];
}

function digestOf(hash: string, quickHash: bigint | undefined): string {
  if (quickHash !== undefined) return quickDigest(quickHash);
  if (hash === "") throw new Error("a change without a digest cannot be committed");
  return hash;
}
