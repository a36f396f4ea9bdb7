/** The path renames of a run: none unless they were asked for. */
import type { AbsolutePath } from "../model/path.ts";
import type { RenamedPath } from "../model/report.ts";
import { success, type Result } from "../model/result.ts";
import type { EngineSpec } from "../model/spec.ts";
import type { PathRename } from "../plan/renames.ts";
import type { Run } from "./context.ts";
import type { GatheredRun } from "./gather.ts";

export interface PathRenames {
  readonly renames: readonly PathRename[];
  /** Files and directories with a new name, as reports list them. */
  readonly listed: readonly RenamedPath[];
  /** Files whose path changes, those in renamed directories too; only where a diff is wanted. */
  readonly files: readonly RenamedPath[];
  /** Holds all of the names; absent where there are none. */
  readonly workspace?: AbsolutePath;
}

export const noRenames: PathRenames = { renames: [], listed: [], files: [] };

export async function pathRenames(
  run: Run,
  { files, directories, workspace }: GatheredRun,
): Promise<Result<PathRenames>> {
  const { request, spec, host } = run;
  if (request.verb !== "rename" || !request.settings.paths) return success(noRenames);
  const { planRenames, workspaceOfNames } = await import("../plan/renames.ts");
  const { renameRoots } = await import("../plan/rename-roots.ts");
  const { givenPaths } = await import("../plan/plan-files.ts");
  const rename = await nameChanger(spec);
  if (!rename.ok) return rename;
  const roots = renameRoots(givenPaths(run.where), host);
  const planned = planRenames({ files, directories, rename: rename.value, roots, workspace }, host);
  if (!planned.ok) return planned;
  const renames = planned.value;
  const holding = workspaceOfNames(workspace, renames);
  return success({
    renames,
    workspace: holding,
    listed: renames.map(({ shownFrom, shownTo }) => ({ from: shownFrom, to: shownTo })),
    files: run.job.wants.diff
      ? (await import("./moved-files.ts")).movedFiles(holding, renames, run.where.ignore, host)
      : [],
  });
}

async function nameChanger(spec: EngineSpec): Promise<Result<(name: string) => string>> {
  if (spec.kind === "rename") return (await import("../match/rename.ts")).nameRenamer(spec);
  if (spec.kind === "rename_map") return (await import("../match/rename-map.ts")).nameMapper(spec);
  return success((name) => name);
}
