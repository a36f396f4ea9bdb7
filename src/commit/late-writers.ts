/**
 * Writers who write into an old file after it gave way. A lease stops whoever opens a file while it is held, but not one
 * whom the system has led to the file already and lets in only when the lease is gone: that takes it a moment, or as long
 * as it is busy with something else. What they write is then where the old file lies.
 */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { createFile, ifExists, makeDirectories, syncDirectory } from "./files.ts";
import { join } from "./paths.ts";
import { type ContentTest, sameAs } from "./preimage.ts";
import { keptDirectory } from "./store.ts";

/** The coarsest clock by which file systems date their files. */
const clockStepMs = 2000;

/** The old file as it was when its content was last compared. */
export interface Before {
  readonly mtimeNs: bigint;
  readonly isBefore: ContentTest;
}

/**
 * Whether an old file holds something else by now. `comparedAt`: milliseconds since the epoch; a file that had been written
 * shortly before that may keep its time when it is written again, so that its content is looked at.
 */
export function isWrittenLate(old: AbsolutePath, before: Before, comparedAt: number, host: Host): boolean {
  const stat = ifExists(() => host.fs.linkStat(old));
  if (stat?.kind !== "file") return false;
  const isOlder = Number(before.mtimeNs / 1_000_000n) < comparedAt - clockStepMs;
  if (isOlder && stat.mtimeNs === before.mtimeNs) return false;
  return !before.isBefore(host.fs.readFile(old));
}

/**
 * Keeps a text that has no place in the tree, old or of somebody else, when what holds it is removed. Whoever kept it before
 * and was killed then may have left it there already, or a part of it.
 */
export function keepAside(text: AbsolutePath, store: AbsolutePath, name: string, host: Host): void {
  if (!host.fs.exists(text)) return;
  const bytes = host.fs.readFile(text);
  const kept = keptDirectory(store);
  makeDirectories(host.fs, kept);
  let file = join(kept, name);
  while (host.fs.exists(file) && !sameAs(bytes)(host.fs.readFile(file))) file += "+";
  if (!host.fs.exists(file)) createFile(host.fs, file, bytes, true);
  for (const directory of [kept, store]) syncDirectory(host.fs, directory);
}
