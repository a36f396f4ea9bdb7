/** What the planner is asked for: the paths and filters of a request, with everything read that the request only names. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { problem, systemProblem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Where } from "../plan/plan-files.ts";
import { repositoryAbove } from "../plan/repository.ts";
import { absolutePath } from "../host/asked-path.ts";
import type { RunHooks } from "./runner.ts";

export async function whereOf(
  request: Request,
  host: Host,
  { stdin, within }: Pick<RunHooks, "stdin" | "within">,
): Promise<Result<Where>> {
  const { settings } = request;
  const listed = await listedFiles(request, host, stdin);
  if (!listed.ok) return listed;
  const fromGit = await gitSet(request, host);
  if (!fromGit.ok) return fromGit;
  return success({
    paths: request.paths,
    ...(listed.value && { filesFrom: { bytes: listed.value, nullSeparated: settings.null_separated } }),
    types: settings.type ?? [],
    typesNot: settings.type_not ?? [],
    globs: settings.glob ?? [],
    hidden: settings.hidden,
    ignore: settings.ignore,
    follow: settings.follow,
    maxFiles: settings.max_files,
    partial: settings.partial,
    // A budget takes what comes first, the first failure of a script ends its run, and renames are told in this order.
    inOrder: settings.max_total_bytes !== undefined || settings.script !== undefined || settings.paths,
    ...(fromGit.value && { gitFiles: fromGit.value }),
    ...(within !== undefined && { within }),
  });
}

async function listedFiles(
  { settings }: Request,
  host: Host,
  stdin: RunHooks["stdin"],
): Promise<Result<Uint8Array | undefined>> {
  const source = settings.files_from;
  if (source === undefined) return success(undefined);
  if (source === "-")
    return stdin?.() ?? failure(problem("invalid_request", "there is no standard input to read paths from"));
  try {
    return success(host.fs.readFile(absolutePath(source, host)));
  } catch (error) {
    return failure({ ...systemProblem("io", error, "read", source), remedies: [] });
  }
}

/** The files of a git set; undefined when none was asked for. */
async function gitSet({ settings }: Request, host: Host): Promise<Result<ReadonlySet<string> | undefined>> {
  const { changed, staged, since } = settings;
  if (!changed && !staged && since === undefined) return success(undefined);
  const { gitFiles } = await import("../plan/git.ts");
  const { runGit } = await import("../host/git.ts");
  return gitFiles({ changed, staged, since }, startOfGit(host), runGit);
}

/**
 * Where git is asked. With GIT_DIR alone, as hooks of a linked work tree have it, git takes the directory it starts in for
 * the top of the work tree, and a gate in a directory below would be told of files that are not there.
 */
function startOfGit(host: Host): AbsolutePath {
  const { GIT_DIR, GIT_WORK_TREE } = host.env;
  if (GIT_DIR === undefined || GIT_WORK_TREE !== undefined) return host.cwd;
  const repository = repositoryAbove(host.cwd, host);
  const isMeant = repository?.gitDirectory === posix.resolve(host.cwd, GIT_DIR);
  return isMeant ? repository.root : host.cwd;
}
