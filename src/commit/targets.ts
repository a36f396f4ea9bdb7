/** Finds the real file behind each planned path, and refuses what must not be written before anything is. */
import type { FileStat, Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import { type AbsolutePath, type ShownPath, isInside } from "../model/path.ts";
import { comparePaths } from "../model/path-order.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import { shellWord } from "../model/shell-word.ts";
import { ifExists } from "./files.ts";
import { join, nameOf, parentOf } from "./paths.ts";
import type { ContentTest } from "./preimage.ts";
import type { ResolvedRename } from "./renames.ts";
import type { PlannedRename } from "./request.ts";

/** A file with its content before and after. */
export interface Replacement {
  readonly shown: ShownPath;
  readonly absolute: AbsolutePath;
  readonly named: boolean;
  /** Digests of the content that is expected, and of the one that `produce` makes of it. */
  readonly before: string;
  readonly after: string;
  /** Whether content is the one expected. */
  readonly isExpected: ContentTest;
  /** What it gives is only good until the next content is produced. */
  produce(current: Uint8Array): Uint8Array;
  /** What `produce` gives must be checked. */
  readonly unproven?: boolean | undefined;
}

export interface Target extends Replacement {
  readonly real: AbsolutePath;
  readonly stat: FileStat;
}

/** Resolves directories once each; a walk names hundreds of files in one of them. */
export class Resolver {
  readonly #directories = new Map<AbsolutePath, AbsolutePath>();
  readonly #host: Host;
  readonly workspace: AbsolutePath;

  constructor(workspace: AbsolutePath, host: Host) {
    this.#host = host;
    this.workspace = host.fs.realPath(workspace);
  }

  /** Follows the links of every directory, and a link in the last place only when asked to. */
  resolve(path: AbsolutePath, followLast: boolean): { real: AbsolutePath; stat: FileStat } {
    const { fs } = this.#host;
    const parent = parentOf(path);
    let directory = this.#directories.get(parent);
    if (directory === undefined) this.#directories.set(parent, (directory = fs.realPath(parent)));
    const real = join(directory, nameOf(path));
    const stat = fs.linkStat(real);
    if (stat.kind !== "link" || !followLast) return { real, stat };
    const target = fs.realPath(real);
    return { real: target, stat: fs.linkStat(target) };
  }

  /** The targets whose content is not the one expected. */
  changed(targets: readonly Target[]): ShownPath[] {
    const { fs } = this.#host;
    return targets.filter(({ real, isExpected }) => !isExpected(fs.readFile(real))).map(({ shown }) => shown);
  }
}

/** A file reached by two of its names is one target. */
export function resolveTargets(
  replacements: readonly Replacement[],
  resolver: Resolver,
  forceReadonly: boolean,
): Result<Target[]> {
  const targets: Target[] = [];
  const known = new Set<string>();
  const gone: ShownPath[] = [];
  const readOnly: ShownPath[] = [];
  for (const replacement of replacements) {
    const { shown, absolute, named } = replacement;
    const resolved = attempt(() => resolver.resolve(absolute, true), shown);
    if (!resolved.ok) return resolved;
    if (resolved.value?.stat.kind !== "file") {
      gone.push(shown);
      continue;
    }
    const { real, stat } = resolved.value;
    if (!isInside(real, resolver.workspace)) {
      const outside = outsideRoot(shown, real, resolver.workspace);
      return failure(named ? { ...outside, suggestion: `to change it, name ${shellWord(real)} itself` } : outside);
    }
    if ((stat.mode & 0o200) === 0 && !named && !forceReadonly) readOnly.push(shown);
    const identity = stat.links > 1 ? `${stat.device}:${stat.inode}` : real;
    if (known.has(identity)) continue;
    known.add(identity);
    targets.push({ ...replacement, real, stat });
  }
  if (gone.length > 0) return failure(stalePaths([...gone, ...resolver.changed(targets)].toSorted(comparePaths)));
  if (readOnly.length > 0)
    return failure(
      readOnlyPaths(
        readOnly,
        replacements.some(({ unproven }) => unproven),
      ),
    );
  return success(targets);
}

export function resolveRenames(renames: readonly PlannedRename[], resolver: Resolver): Result<ResolvedRename[]> {
  const resolved: ResolvedRename[] = [];
  const gone: ShownPath[] = [];
  for (const { from, to, shownFrom, shownTo } of renames) {
    const found = attempt(() => resolver.resolve(from, false), shownFrom);
    if (!found.ok) return found;
    if (!found.value) gone.push(shownFrom);
    else if (!isInside(found.value.real, resolver.workspace) || found.value.real === resolver.workspace)
      return failure(outsideRoot(shownFrom, found.value.real, resolver.workspace));
    else resolved.push({ from: found.value.real, newName: nameOf(to), shownFrom, shownTo });
  }
  return gone.length > 0 ? failure(stalePaths(gone)) : success(resolved);
}

const mostListed = 10;

/** Paths in a message: all of a few, the first of many. */
export function inOneLine(paths: readonly ShownPath[]): string {
  const more = paths.length > mostListed ? ` and ${paths.length - mostListed} more` : "";
  return paths.slice(0, mostListed).join(", ") + more;
}

/** The files are not what they were when they were planned. */
export function stalePaths(paths: readonly ShownPath[]): Problem {
  const [first] = paths;
  const listed = inOneLine(paths);
  const said = counted(paths.length, "file has", "files have");
  return problem("stale_plan", `${said} changed since the plan was made, and nothing was written: ${listed}`, {
    ...(first !== undefined && { path: first }),
    suggestion: "plan again and apply the new plan",
    details: { paths },
  });
}

function readOnlyPaths(paths: readonly ShownPath[], saved: boolean): Problem {
  const listed = inOneLine(paths);
  const said = paths.length === 1 ? `${listed} is read-only` : `${paths.length} files are read-only: ${listed}`;
  return problem("read_only", said, {
    path: paths[0]!,
    suggestion: `name the file itself${saved ? " when the plan is made" : ""}, or give --force-readonly`,
    details: { paths },
  });
}

export function outsideRoot(shown: ShownPath, real: AbsolutePath, workspace: AbsolutePath): Problem {
  return problem("outside_root", `${shown} leads to ${real}, which lies outside ${workspace}`, {
    path: shown,
    details: { target: real, root: workspace },
  });
}

/** Undefined where the path leads nowhere. */
function attempt<T>(call: () => T, shown: ShownPath): Result<T | undefined> {
  try {
    return success(ifExists(call));
  } catch (error) {
    return failure(systemProblem("io", error, "open", shown));
  }
}
