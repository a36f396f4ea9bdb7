/**
 * Puts the new file in the place of the old one, and back, while a witness watches the file that gives way. If that is
 * another file by then, or somebody wrote into it, it goes back to its place and the switch is refused.
 */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import type { Entry } from "./entry.ts";
import { createFile, errorCode, ifExists } from "./files.ts";
import { putBackInPlace, writeInPlace } from "./in-place.ts";
import type { ContentTest } from "./preimage.ts";
import { type Verdict, type Witness, examine, witness } from "./witness.ts";

/** Anything but `same` leaves the target as it was found. `entry.old` is set as soon as there is something to put back. */
export function switchFile(entry: Entry, flush: boolean, host: Host): Verdict {
  if (entry.way === "in_place") return writeInPlace(entry, flush, host);
  return underWitness(entry, entry.isBefore, host, (seen) => {
    if (!tryExchange(entry, host)) return switchByRename(entry, seen, host);
    entry.old = entry.staged;
    if (isDisplaced(entry.staged, seen, host)) return "same";
    exchangeBack(entry, entry.isAfter, host);
    entry.old = undefined;
    return "changed";
  });
}

/** Anything but `same` leaves in place what somebody else has written since the switch. */
export function putBack(entry: Entry, flush: boolean, host: Host): Verdict {
  const { old } = entry;
  if (old === undefined) return "same";
  if (entry.way === "in_place") return putBackInPlace(entry, flush, host);
  return underWitness(entry, entry.isAfter, host, (seen) => {
    if (old !== entry.staged || !tryExchange(entry, host)) host.fs.rename(old, entry.target);
    else if (!isDisplaced(entry.staged, seen, host)) {
      exchangeBack(entry, entry.isBefore, host);
      return "changed";
    }
    entry.old = undefined;
    return "same";
  });
}

/** Acts while the target is known to hold what is expected. */
function underWitness({ target }: Entry, expected: ContentTest, host: Host, act: (seen: Witness) => Verdict): Verdict {
  if (ifExists(() => host.fs.linkStat(target))?.kind !== "file") return "changed";
  const seen = witness(target, expected, host);
  if (typeof seen === "string") return seen;
  try {
    return isAt(target, seen, host) ? act(seen) : "changed";
  } finally {
    seen.release();
  }
}

/** The file at the path is the one that was looked at, and nobody has written into it since. */
function isDisplaced(path: AbsolutePath, seen: Witness, host: Host): boolean {
  return isAt(path, seen, host) && seen.isUndisturbed();
}

/**
 * The file at the path is the one that was looked at. Asked once more before a switch: what is switched by mistake can be
 * put back, but whoever reads the file in between sees a text that is not to stay, and may save what they make of it.
 */
function isAt(path: AbsolutePath, seen: Witness, host: Host): boolean {
  const found = ifExists(() => host.fs.linkStat(path));
  return found?.inode === seen.stat.inode && found.device === seen.stat.device;
}

/** What was displaced takes its name again. What had that name for a moment is ours, unless somebody has written into it already. */
function exchangeBack(entry: Entry, isOurs: ContentTest, host: Host): void {
  tryExchange(entry, host);
  if (examine(entry.staged, isOurs, host) !== "same") entry.stray = entry.staged;
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

function switchByRename(entry: Entry, seen: Witness, host: Host): Verdict {
  const { target, staged, displaced } = entry;
  keepOld(target, displaced, entry, host);
  host.fs.rename(staged, target);
  entry.old = displaced;
  if (seen.isUndisturbed() && entry.isBefore(host.fs.readFile(displaced))) return "same";
  if (examine(target, entry.isAfter, host) === "same") {
    host.fs.rename(displaced, target);
    entry.old = undefined;
  }
  return "changed";
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
