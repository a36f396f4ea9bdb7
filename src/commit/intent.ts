/** What a transaction intends, as its journal will say it, before anything is written. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Result, success } from "../model/result.ts";
import { Flusher } from "./flush.ts";
import type { Intent, JournalFile, JournalRename } from "./journal.ts";
import { join, parentOf, relativeTo } from "./paths.ts";
import type { Progress, Work } from "./progress.ts";
import { type ResolvedRename, planSteps, relocator } from "./renames.ts";
import { journalOf } from "./store.ts";
import type { Target } from "./targets.ts";

/** `beside`: new files are to be made beside the old ones, and not in the journal. */
export function intend(work: Work, beside: boolean, host: Host): Result<{ progress: Progress; intent: Intent }> {
  const { base, store, id, targets, renames, options } = work;
  const steps = planSteps(renames, base, id, work.undoes !== undefined, host);
  if (!steps.ok) return steps;
  const journal = journalOf(store);
  const device = host.fs.stat(store.directory).device;
  const files = targets.map((target, index) =>
    journalFile(target, index, work, beside || target.stat.device !== device),
  );
  const header: Intent["header"] = {
    format: "swath-journal",
    version: 1,
    id,
    workspace: base,
    cwd: host.cwd,
    time: new Date(host.now()).toISOString(),
    fingerprint: work.fingerprint,
    bytes: targets.reduce((sum, { stat }) => sum + stat.size, 0),
    ...(work.undoes !== undefined && { undoes: work.undoes }),
  };
  const journalRenames = renames.map((rename) => journalRename(rename, base));
  const intent: Intent = { header, files, renames: journalRenames };
  const progress: Progress = {
    work,
    journal,
    flusher: new Flusher(options.fsync, files.length, host),
    planned: steps.value,
    steps: [],
    relocate: relocated(journalRenames, base),
    entries: [],
    doing: "make",
    shown: journal,
  };
  return success({ progress, intent });
}

function journalFile(target: Target, index: number, { base, id }: Work, beside: boolean): JournalFile {
  const { real, shown, before, after, stat } = target;
  const way = stat.links > 1 ? "in_place" : "switch";
  return {
    path: relativeTo(base, real),
    shown,
    way,
    before,
    after,
    mode: stat.mode,
    mtime: String(stat.mtimeNs),
    ...(beside && way === "switch" && { temporary: `.swath-${id}-${index.toString(36)}` }),
  };
}

function journalRename({ from, newName, shownFrom, shownTo }: ResolvedRename, base: AbsolutePath): JournalRename {
  const to = join(parentOf(from), newName);
  return { from: relativeTo(base, from), to: relativeTo(base, to), shownFrom, shownTo };
}

export function relocated(renames: readonly JournalRename[], base: AbsolutePath): (path: AbsolutePath) => AbsolutePath {
  const relocate = relocator(renames);
  return (path) => (path === base ? base : join(base, relocate(relativeTo(base, path))));
}
