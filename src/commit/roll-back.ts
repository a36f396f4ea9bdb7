/** Puts everything back after a failure, and adds to its problem what could not be. */
import type { Host } from "../host/host.ts";
import type { ShownPath } from "../model/path.ts";
import type { Problem } from "../model/problem.ts";
import { removeTemporaries } from "./finish.ts";
import { removeJournal } from "./journal.ts";
import { keepAside } from "./late-writers.ts";
import { join, parentOf } from "./paths.ts";
import type { Progress } from "./progress.ts";
import { takeBackStep } from "./renames.ts";
import { keptDirectory } from "./store.ts";
import { putBack } from "./switch.ts";

/** The journal stays, for `recover`, when the system refuses to put something back. */
export function rollBack(progress: Progress, cause: Problem, host: Host): Problem {
  const { work, journal, entries, steps, relocate, flusher } = progress;
  if (progress.irrevocable)
    return withRecovery(cause, "all files are written, but what they replaced is not cleared away yet");
  try {
    for (const step of steps.toReversed()) takeBackStep(step, work.base, host);
    flusher.names(steps.map(({ from }) => parentOf(join(work.base, from))));
    const kept: ShownPath[] = [];
    for (const entry of entries.toReversed()) {
      if (putBack(entry, flusher.wanted, host) === "same" && entry.stray === undefined) continue;
      kept.push(entry.shown);
      const nameless = entry.stray ?? entry.old;
      if (nameless !== undefined) keepAside(nameless, work.store.directory, `${work.id}-${kept.length}`, host);
    }
    if (progress.decided) flusher.switched(journal, entries);
    removeTemporaries(journal, entries, relocate, flusher, host);
    if (progress.record !== undefined) host.fs.close(progress.record);
    removeJournal(journal, host);
    return kept.length === 0 ? cause : withKept(cause, kept, keptDirectory(work.store.directory));
  } catch {
    return withRecovery(cause, "not everything could be put back yet");
  }
}

function withKept(cause: Problem, kept: readonly ShownPath[], directory: string): Problem {
  const message = `${cause.message}; ${kept.join(", ")} was written by somebody else meanwhile and keeps that text; another text of it is in ${directory}`;
  return { ...cause, message, details: { ...cause.details, kept } };
}

function withRecovery(cause: Problem, state: string): Problem {
  return {
    ...cause,
    message: `${cause.message}; ${state}`,
    suggestion: "run `swath recover` before anything else is written",
  };
}
