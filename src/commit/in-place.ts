/** Files with several hard links are written into, so that they stay one file. Their old content is saved before. */
import type { Host } from "../host/host.ts";
import type { Entry } from "./entry.ts";
import { errorCode, ifExists, readOpen } from "./files.ts";
import type { ContentTest } from "./preimage.ts";
import { allowing } from "./stage.ts";
import { type Verdict, examine } from "./witness.ts";

export function writeInPlace(entry: Entry, flush: boolean, host: Host): Verdict {
  const verdict = examine(entry.target, entry.isBefore, host);
  if (verdict !== "same") return verdict;
  return overwrite(entry, host.fs.readFile(entry.staged), entry.isBefore, flush, host, () => {
    entry.old = entry.saved!;
  });
}

/** Also undoes a write that was cut short. */
export function putBackInPlace(entry: Entry, flush: boolean, host: Host): Verdict {
  const before = host.fs.readFile(entry.saved!);
  const after = host.fs.readFile(entry.staged);
  const isOurs: ContentTest = (bytes) => entry.isAfter(bytes) || entry.isBefore(bytes) || isTorn(bytes, before, after);
  const verdict = overwrite(entry, before, isOurs, flush, host, () => {});
  if (verdict !== "same") return verdict;
  const changeTimes = host.native.changeTimes ?? host.fs.changeTimes;
  allowing(() => changeTimes(entry.target, host.fs.stat(entry.target).atimeNs, entry.mtimeNs));
  entry.old = undefined;
  return "same";
}

const blockSize = 512;

/**
 * What writing one content over the other leaves when it does not finish: each block is of one content, or begins as one and
 * goes on as the other, or was never written. Behind its end a content has zeros.
 */
export function isTorn(bytes: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (bytes.length > Math.max(before.length, after.length)) return false;
  for (let at = 0; at < bytes.length; at += blockSize) {
    const block = bytes.subarray(at, at + blockSize);
    const [old, fresh] = [before.subarray(at), after.subarray(at)];
    const isKnown = isJoined(block, fresh, old) || isJoined(block, old, fresh);
    if (!isKnown && block.some((byte) => byte !== 0)) return false;
  }
  return true;
}

/** The block begins as `first` and goes on as `then`. */
function isJoined(block: Uint8Array, first: Uint8Array, then: Uint8Array): boolean {
  let at = 0;
  while (at < block.length && block[at] === (first[at] ?? 0)) at++;
  while (at < block.length && block[at] === (then[at] ?? 0)) at++;
  return at === block.length;
}

/** The content is looked at through the descriptor that writes, under a lease that keeps others from opening the file. */
function overwrite(
  entry: Entry,
  content: Uint8Array,
  expected: ContentTest,
  flush: boolean,
  host: Host,
  beforeWriting: () => void,
): Verdict {
  const { fs } = host;
  const file = ifExists(() => openForWriting(entry, host));
  if (file === undefined) return "changed";
  try {
    host.native.lease?.(file, "write");
    const current = readOpen(fs, file);
    const { length } = current;
    if (!expected(current)) return "changed";
    beforeWriting();
    fs.write(file, content, 0);
    if (content.length < length) fs.truncate(file, content.length);
    restoreMode(entry, host);
    if (flush) fs.sync(file);
    return "same";
  } finally {
    fs.close(file);
  }
}

/** Opens a file without the owner's write bit too, which has its own mode again before anything is written. */
function openForWriting(entry: Entry, host: Host): number {
  const { target, mode } = entry;
  try {
    return host.fs.open(target, "write");
  } catch (error) {
    if (errorCode(error) !== "EACCES" || mode & 0o200) throw error;
  }
  host.fs.changeMode(target, mode | 0o200);
  try {
    return host.fs.open(target, "write");
  } finally {
    restoreMode(entry, host);
  }
}

/** The mode may have been left open by a kill, and writing takes the set-id bits, which only the owner can give back. */
export function restoreMode({ target, mode }: Entry, host: Host): void {
  if (host.fs.stat(target).mode !== mode) allowing(() => host.fs.changeMode(target, mode));
}
