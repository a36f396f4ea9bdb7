/**
 * Puts the new file in the place of the old one, and back. What is displaced is looked at again afterwards: text that
 * somebody wrote in between goes back to its place and the switch is refused.
 */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Entry } from "./entry.ts";
import { createFile, errorCode, ifExists } from "./files.ts";
import { putBackInPlace, writeInPlace } from "./in-place.ts";
import type { ContentTest } from "./preimage.ts";
import { type Verdict, examine } from "./witness.ts";

/** Anything but `same` leaves the target as it was found. `entry.old` is set as soon as there is something to put back. */
export function switchFile(entry: Entry, flush: boolean, host: Host): Verdict {
  if (entry.way === "in_place") return writeInPlace(entry, flush, host);
  if (!isUntouched(entry, host)) return "changed";
  return switchByExchange(entry, host) ?? switchByRename(entry, host);
}

/** Anything but `same` leaves in place what somebody else has written since the switch. */
export function putBack(entry: Entry, flush: boolean, host: Host): Verdict {
  if (entry.old === undefined) return "same";
  if (entry.way === "in_place") return putBackInPlace(entry, flush, host);
  const verdict = entry.old === entry.staged ? putBackByExchange(entry, host) : undefined;
  return verdict ?? putBackByRename(entry, host);
}

function isUntouched({ target, seen, isBefore }: Entry, host: Host): boolean {
  const stat = ifExists(() => host.fs.linkStat(target));
  if (stat?.kind !== "file") return false;
  const unchanged =
    host.native.exchange !== undefined &&
    seen?.inode === stat.inode &&
    seen.device === stat.device &&
    seen.size === stat.size &&
    seen.mtimeNs === stat.mtimeNs;
  return unchanged || isBefore(host.fs.readFile(target));
}

/** Undefined where the file system cannot exchange. */
function switchByExchange(entry: Entry, host: Host): Verdict | undefined {
  if (!tryExchange(entry, host)) return undefined;
  entry.old = entry.staged;
  const verdict = examine(entry.staged, entry.isBefore, host);
  if (verdict === "same") return "same";
  if (returnDisplaced(entry, entry.isAfter, host)) entry.old = undefined;
  return verdict;
}

function putBackByExchange(entry: Entry, host: Host): Verdict | undefined {
  if (!tryExchange(entry, host)) return undefined;
  const verdict = examine(entry.staged, entry.isAfter, host);
  if (verdict === "same") entry.old = undefined;
  else returnDisplaced(entry, entry.isBefore, host);
  return verdict;
}

/** Exchanges once more. False when the file that was in place for a moment was written into too: the later text stays, at the target. */
function returnDisplaced(entry: Entry, isOurs: ContentTest, host: Host): boolean {
  tryExchange(entry, host);
  if (examine(entry.staged, isOurs, host) === "same") return true;
  tryExchange(entry, host);
  return false;
}

function tryExchange({ staged, target }: Entry, host: Host): boolean {
  if (!host.native.exchange) return false;
  try {
    host.native.exchange(staged, target);
    return true;
  } catch (error) {
    if (["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

function switchByRename(entry: Entry, host: Host): Verdict {
  const { target, staged, displaced, isBefore } = entry;
  if (!isBefore(host.fs.readFile(target))) return "changed";
  keepOld(target, displaced, entry, host);
  host.fs.rename(staged, target);
  entry.old = displaced;
  const verdict = examine(displaced, isBefore, host);
  if (verdict !== "same") putBackByRename(entry, host);
  return verdict;
}

function putBackByRename(entry: Entry, host: Host): Verdict {
  if (!isContent(entry.target, entry.isAfter, host)) return "changed";
  host.fs.rename(entry.old!, entry.target);
  entry.old = undefined;
  return "same";
}

function isContent(path: AbsolutePath, expected: ContentTest, host: Host): boolean {
  const bytes = ifExists(() => host.fs.readFile(path));
  return bytes !== undefined && expected(bytes);
}

/** A second name for the old file, so that the rename does not free it; a copy where there are no hard links. */
function keepOld(target: AbsolutePath, displaced: AbsolutePath, { mode, mtimeNs }: Entry, host: Host): void {
  const { fs } = host;
  if (fs.exists(displaced)) fs.remove(displaced);
  try {
    fs.link(target, displaced);
  } catch (error) {
    if (!["EPERM", "EACCES", "EMLINK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(errorCode(error) ?? "")) throw error;
    createFile(fs, displaced, fs.readFile(target), true);
    fs.changeMode(displaced, mode);
    fs.changeTimes(displaced, mtimeNs, mtimeNs);
  }
}
