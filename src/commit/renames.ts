/** Renames of files and directories as steps of a transaction: children before their directories, each within the directory it lies in. */
import type { Host } from "../host/host.ts";
import { type AbsolutePath, type NameChange, type ShownPath, foldName, mayCoexist } from "../model/path.ts";
import { type Problem, problem } from "../model/problem.ts";
import { type Result, failure, success } from "../model/result.ts";
import type { Entry } from "./entry.ts";
import { errorCode, ifExists } from "./files.ts";
import type { JournalRename, RenameStep } from "./journal.ts";
import { join, nameOf, parentOf, relativeTo } from "./paths.ts";
import { orderChanges } from "./rename-order.ts";

/** A rename whose source has been resolved. */
export interface ResolvedRename {
  readonly from: AbsolutePath;
  readonly newName: string;
  readonly shownFrom: ShownPath;
  readonly shownTo: ShownPath;
}

/** A step before its inode is known: the file that is renamed may be a new one by then. */
export interface PlannedStep {
  readonly from: string;
  readonly to: string;
  /** Where the renamed file or directory lies before all steps. */
  readonly origin: AbsolutePath;
}

/** The steps in order; `rename_collision` when a new name is taken or wanted twice, also by case. `restores`: the new names are those of before. */
export function planSteps(
  renames: readonly ResolvedRename[],
  workspace: AbsolutePath,
  id: string,
  restores: boolean,
  host: Host,
): Result<PlannedStep[]> {
  const steps: PlannedStep[] = [];
  let temporaries = 0;
  const temporary = (): string => `.swath-${id}-r${temporaries++}`;
  for (const [directory, inside] of byDirectory(renames)) {
    const collision = restores ? findTaken(directory, inside, host) : findCollision(directory, inside, host);
    if (collision) return failure(collision);
    const changes = inside.map(changeOf);
    const viaTemporary = (change: NameChange): boolean => isSameEntry(directory, change, host);
    const origins = new Map(inside.map(({ from }) => [nameOf(from), from]));
    for (const { from, to } of orderChanges(changes, temporary, viaTemporary)) {
      const origin = origins.get(from)!;
      origins.set(to, origin);
      steps.push({
        from: relativeTo(workspace, join(directory, from)),
        to: relativeTo(workspace, join(directory, to)),
        origin,
      });
    }
  }
  return success(steps);
}

/** Adds the inodes by which steps are recognised: of an edited file that of the new one, which waits to take its name. */
export function identifySteps(steps: readonly PlannedStep[], entries: readonly Entry[], host: Host): RenameStep[] {
  if (steps.length === 0) return [];
  const switched = entries.filter(({ way }) => way === "switch");
  const successors = new Map(switched.map(({ target, staged }) => [target, staged]));
  return steps.map(({ from, to, origin }) => {
    const { inode } = host.fs.linkStat(successors.get(origin) ?? origin);
    return { from, to, inode: String(inode) };
  });
}

/**
 * The steps in an order and by paths that hold whichever of them have been carried out: after a power cut a directory may
 * have its new name while what lies in it has not. Outer directories come first, and what lies in them is found there.
 */
export function fromOutside(
  steps: readonly RenameStep[],
  workspace: AbsolutePath,
  relocate: (path: AbsolutePath) => AbsolutePath,
): RenameStep[] {
  const groups = Map.groupBy(steps, ({ from }) => parentOf(join(workspace, from)));
  return [...groups].toReversed().flatMap(([directory, inside]) => {
    const here = (path: string): string => relativeTo(workspace, join(relocate(directory), nameOf(path)));
    return inside.map(({ from, to, ...of }) => ({ from: here(from), to: here(to), ...of }));
  });
}

/** Carries out a step unless it has been. */
export function takeStep(step: RenameStep, workspace: AbsolutePath, host: Host): void {
  moveIfThere(join(workspace, step.from), join(workspace, step.to), step, host);
}

/** Takes a step back unless that has been done or it was never carried out. */
export function takeBackStep(step: RenameStep, workspace: AbsolutePath, host: Host): void {
  moveIfThere(join(workspace, step.to), join(workspace, step.from), step, host);
}

export function isTaken(step: RenameStep, workspace: AbsolutePath, host: Host): boolean {
  return holds(join(workspace, step.to), step, host);
}

/** Where a path lies after all renames. Paths are relative to the workspace. */
export function relocator(renames: readonly JournalRename[]): (path: string) => string {
  return relocatorOf(renames.map(({ from, to }) => [from, to.slice(to.lastIndexOf("/") + 1)]));
}

/** The same from each renamed path and its new last component. */
export function relocatorOf(renames: readonly (readonly [from: string, name: string])[]): (path: string) => string {
  const names = new Map(renames);
  if (names.size === 0) return (path) => path;
  return (path) => {
    let before = "";
    let after = "";
    for (const part of path.split("/")) {
      before = before === "" ? part : `${before}/${part}`;
      after = `${after === "" ? "" : `${after}/`}${names.get(before) ?? part}`;
    }
    return after;
  };
}

/** Deepest directories first: what lies in a directory is renamed before the directory is. */
function byDirectory(renames: readonly ResolvedRename[]): [AbsolutePath, ResolvedRename[]][] {
  const groups = new Map<AbsolutePath, ResolvedRename[]>();
  for (const rename of renames) {
    const directory = parentOf(rename.from);
    const group = groups.get(directory);
    if (group) group.push(rename);
    else groups.set(directory, [rename]);
  }
  return [...groups].toSorted(([left], [right]) => depthOf(right) - depthOf(left));
}

function depthOf(path: AbsolutePath): number {
  return path.split("/").length;
}

function findCollision(directory: AbsolutePath, renames: readonly ResolvedRename[], host: Host): Problem | undefined {
  const leaving = new Set(renames.map(({ from }) => nameOf(from)));
  const staying = new Map<string, string>();
  for (const { name } of host.fs.readDirectory(directory)) if (!leaving.has(name)) staying.set(foldName(name), name);
  const wanted = new Map<string, ResolvedRename[]>();
  for (const rename of renames) {
    const key = foldName(rename.newName);
    const others = wanted.get(key) ?? [];
    wanted.set(key, [...others, rename]);
    const other = others.find((one) => !mayCoexist(changeOf(one), changeOf(rename)));
    if (other) return collision(rename, `${other.shownFrom} becomes ${other.shownTo} too`);
    const stays = staying.get(key);
    if (stays !== undefined) return collision(rename, `${stays} is there and stays`);
  }
  return undefined;
}

/** Names of before stood beside what has stayed, whatever its case: only the entry that such a name leads to now is in the way. */
function findTaken(directory: AbsolutePath, renames: readonly ResolvedRename[], host: Host): Problem | undefined {
  const idOf = (name: string): string | undefined => {
    const stat = ifExists(() => host.fs.linkStat(join(directory, name)));
    return stat && `${stat.device}:${stat.inode}`;
  };
  const names = new Set(host.fs.readDirectory(directory).map(({ name }) => name));
  const leaving = new Set(renames.map(({ from }) => nameOf(from)));
  const leavingIds = new Set([...leaving].map(idOf));
  const taken = renames.find(({ newName }) => {
    if (names.has(newName)) return !leaving.has(newName);
    const there = idOf(newName);
    return there !== undefined && !leavingIds.has(there);
  });
  return taken && collision(taken, `${taken.newName} is there and stays`);
}

function changeOf({ from, newName }: ResolvedRename): NameChange {
  return { from: nameOf(from), to: newName };
}

function collision({ shownFrom, shownTo }: ResolvedRename, because: string): Problem {
  return problem("rename_collision", `${shownFrom} cannot become ${shownTo}: ${because}`, {
    path: shownFrom,
    details: { from: shownFrom, to: shownTo },
  });
}

/** On a file system that ignores case the new name already leads to the same entry. */
function isSameEntry(directory: AbsolutePath, { from, to }: NameChange, host: Host): boolean {
  if (foldName(from) !== foldName(to)) return false;
  const there = ifExists(() => host.fs.linkStat(join(directory, to)));
  const here = host.fs.linkStat(join(directory, from));
  return there !== undefined && there.inode === here.inode && there.device === here.device;
}

function holds(path: AbsolutePath, { inode }: RenameStep, host: Host): boolean {
  const stat = ifExists(() => host.fs.linkStat(path));
  return stat !== undefined && String(stat.inode) === inode;
}

function moveIfThere(from: AbsolutePath, to: AbsolutePath, step: RenameStep, host: Host): void {
  if (!holds(from, step, host) || holds(to, step, host)) return;
  if (host.native.renameNew) {
    try {
      host.native.renameNew(from, to);
      return;
    } catch (error) {
      if (!["EINVAL", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(errorCode(error) ?? "")) throw error;
    }
  }
  if (host.fs.exists(to)) throw Object.assign(new Error(`EEXIST: rename '${from}' -> '${to}'`), { code: "EEXIST" });
  host.fs.rename(from, to);
}
