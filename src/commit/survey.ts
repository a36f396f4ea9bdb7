/** What an interrupted transaction left of each of its files. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { showPath } from "../model/show-path.ts";
import type { Entry } from "./entry.ts";
import { ifExists } from "./files.ts";
import { isTorn } from "./in-place.ts";
import { type Intent, type JournalFile, displacedPath, needsCopy, savedPath, stagedPath } from "./journal.ts";
import { join } from "./paths.ts";
import { type ContentTest, hasDigest } from "./preimage.ts";

export interface Survivor {
  readonly entry: Entry;
  /** `torn` when writing in place was cut short; `foreign` for a file that is gone or that somebody has written since. */
  readonly state: "before" | "torn" | "after" | "foreign";
  readonly canComplete: boolean;
}

export function surveyEntries(journal: AbsolutePath, base: AbsolutePath, intent: Intent, host: Host): Survivor[] {
  return intent.files.map((file, index) => survey(journal, base, file, index, host));
}

function survey(journal: AbsolutePath, base: AbsolutePath, file: JournalFile, index: number, host: Host): Survivor {
  const staged = stagedPath(journal, base, file, index);
  const displaced = displacedPath(journal, base, file, index);
  const saved = needsCopy(file) ? savedPath(journal, index) : undefined;
  const isAfter = hasDigest(file.after);
  const isOld = hasDigest(file.before);
  const isTornContent = file.way === "in_place" ? tornTest(staged, saved!, host) : undefined;
  const isBefore: ContentTest = (bytes) => isOld(bytes) || (!isAfter(bytes) && (isTornContent?.(bytes) ?? false));
  const target = join(base, file.path);
  const isNewStaged = holds(staged, isAfter, host);
  const state = holds(target, isOld, host)
    ? "before"
    : holds(target, isAfter, host)
      ? "after"
      : holds(target, isBefore, host)
        ? "torn"
        : "foreign";
  const old = file.way === "in_place" ? [saved!] : [staged, displaced];
  const entry: Entry = {
    shown: showPath(target, host.cwd),
    target,
    way: file.way,
    staged,
    displaced,
    ...(saved !== undefined && { saved }),
    mode: file.mode,
    mtimeNs: BigInt(file.mtime),
    isBefore,
    isAfter,
    old: old.find((path) => holds(path, isOld, host)),
  };
  return { entry, state, canComplete: state === "after" || isNewStaged };
}

function tornTest(staged: AbsolutePath, saved: AbsolutePath, host: Host): ContentTest | undefined {
  const before = ifExists(() => host.fs.readFile(saved));
  const after = ifExists(() => host.fs.readFile(staged));
  return before && after && ((bytes) => isTorn(bytes, before, after));
}

function holds(path: AbsolutePath, test: ContentTest, host: Host): boolean {
  const stat = ifExists(() => host.fs.linkStat(path));
  return stat?.kind === "file" && test(host.fs.readFile(path));
}
