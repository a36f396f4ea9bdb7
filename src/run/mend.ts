/** recover and undo as the edges call them: paths as given, settled options, and a report in every case. */
import { recover } from "../commit/recover.ts";
import { undo } from "../commit/undo.ts";
import type { Host } from "../host/host.ts";
import type { Settings } from "../model/options.ts";
import type { ErrorReport, RecoverReport, UndoReport } from "../model/report.ts";
import type { Result } from "../model/result.ts";
import { explain } from "../report/explain.ts";
import { absolutePath } from "../host/asked-path.ts";

/** Finishes or takes back what was interrupted in these paths; none means the working directory. */
export async function recoverPaths(
  paths: readonly string[],
  settings: Settings,
  host: Host,
): Promise<RecoverReport | ErrorReport> {
  const { fsync, force_lock: forceLock } = settings;
  const absolute = (paths.length === 0 ? ["."] : paths).map((path) => absolutePath(path, host));
  return reportOf(recover({ paths: absolute, fsync, forceLock }, host));
}

/** Puts back what an apply changed: the one with this id, or the latest that concerns the working directory. */
export async function undoApply(
  id: string | undefined,
  settings: Settings,
  host: Host,
): Promise<UndoReport | ErrorReport> {
  const { fsync, force_lock: forceLock } = settings;
  return reportOf(undo({ id, fsync, forceLock }, host));
}

function reportOf<Kind>(result: Result<Kind>): Kind | ErrorReport {
  return result.ok ? result.value : explain(result.problem, { writes: true });
}
