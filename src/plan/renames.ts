/**
 * Which files and directories get new names. A name is renamed where it stands; nothing ever moves to another directory.
 * It looks into the directories concerned and writes nothing.
 */
import type { Host } from "../host/host.ts";
import { foldName, mayCoexist, type AbsolutePath, type ShownPath, isInside } from "../model/path.ts";
import { comparePaths } from "../model/path-order.ts";
import { problem, type Problem, notEntered } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { showPath } from "../model/show-path.ts";
import { commonAncestor, isVersionControl, withSlash } from "./places.ts";
import type { RenameRoot } from "./rename-roots.ts";
import { repositoryAt } from "./repository.ts";

export interface PathRename {
  readonly from: AbsolutePath;
  /** The whole path after the run, with the new names of its directories. */
  readonly to: AbsolutePath;
  readonly shownFrom: ShownPath;
  readonly shownTo: ShownPath;
}

export interface RenamesRequest {
  /** The considered files, links resolved. */
  readonly files: readonly AbsolutePath[];
  /** Considered directories that may hold none of the files. */
  readonly directories: readonly AbsolutePath[];
  /** The new name of a file or directory; the same where it stays. */
  readonly rename: (name: string) => string;
  /** Directories are renamed only where a root covers them: the directories of the files. */
  readonly roots: readonly RenameRoot[];
  /** Never renamed itself where it is a repository: its name stands outside. */
  readonly workspace: AbsolutePath;
}

/**
 * Files and directories with a new name, in path order. A problem: `rename_collision`, `invalid_request` for a new name that
 * no file can have, `walk` for a directory that cannot be read.
 */
export function planRenames(request: RenamesRequest, host: Host): Result<PathRename[]> {
  const planner = new RenamePlanner(request, host);
  for (const file of request.files) planner.addFile(file);
  for (const directory of request.directories) planner.addDirectory(directory);
  return planner.plan();
}

/** The workspace that holds all names too: without a repository a directory that is named is one, and its own name stands above it. */
export function workspaceOfNames(workspace: AbsolutePath, renames: readonly PathRename[]): AbsolutePath {
  return commonAncestor([workspace, ...renames.map(({ from }) => parentOf(from))]);
}

/** Old names of one directory with the new ones. */
type NewNames = Map<string, string>;

class RenamePlanner {
  readonly #request: RenamesRequest;
  readonly #host: Host;
  readonly #cwd: AbsolutePath;
  /** Directories above which, and at which, names stay. */
  readonly #keeping: readonly AbsolutePath[];
  readonly #byParent = new Map<AbsolutePath, NewNames>();
  readonly #visited = new Set<AbsolutePath>();
  readonly #after = new Map<AbsolutePath, AbsolutePath>();

  constructor(request: RenamesRequest, host: Host) {
    this.#request = request;
    this.#host = host;
    this.#cwd = host.fs.realPath(host.cwd);
    this.#keeping = repositoryAt(request.workspace, host) ? [this.#cwd, request.workspace] : [this.#cwd];
  }

  addFile(file: AbsolutePath): void {
    this.#add(file);
    this.addDirectory(parentOf(file));
  }

  /** And all directories around it. */
  addDirectory(directory: AbsolutePath): void {
    for (let path = directory; path !== "/" && !this.#visited.has(path); path = parentOf(path)) {
      this.#visited.add(path);
      if (this.#mayRename(path)) this.#add(path);
    }
  }

  plan(): Result<PathRename[]> {
    for (const parent of [...this.#byParent.keys()].toSorted(comparePaths)) {
      const refused = this.#settle(parent, this.#byParent.get(parent)!);
      if (refused) return failure(refused);
    }
    const renames = [...this.#byParent].flatMap(([parent, names]) =>
      [...names.keys()].map((name) => this.#renameOf(`${withSlash(parent)}${name}`)),
    );
    return success(renames.toSorted((a, b) => comparePaths(a.shownFrom, b.shownFrom)));
  }

  /** Neither a repository nor a directory that the run stands in. */
  #mayRename(directory: AbsolutePath): boolean {
    if (this.#keeping.some((kept) => isInside(kept, directory))) return false;
    return this.#request.roots.some(({ path, itself }) => isInside(directory, path) && (itself || directory !== path));
  }

  #add(path: AbsolutePath): void {
    const name = nameOf(path);
    const renamed = this.#request.rename(name);
    if (renamed === name) return;
    const parent = parentOf(path);
    const names = this.#byParent.get(parent);
    if (names) names.set(name, renamed);
    else this.#byParent.set(parent, new Map([[name, renamed]]));
  }

  /** Leaves out links and refuses names that cannot be. */
  #settle(parent: AbsolutePath, names: NewNames): Problem | undefined {
    const entries = this.#entries(parent);
    if (!entries.ok) return entries.problem;
    const staying = new Map<string, string>();
    for (const { name, kind } of entries.value) {
      if (kind === "link") names.delete(name);
      if (!names.has(name)) staying.set(foldName(name), name);
    }
    const taken = new Map<string, string[]>();
    for (const [name, renamed] of [...names].toSorted(([a], [b]) => comparePaths(a, b))) {
      const from = this.#shown(parent, name);
      const to = this.#shown(parent, renamed);
      if (!isFileName(renamed))
        return problem("invalid_request", `${from} cannot be named ${JSON.stringify(renamed)}`, { path: from });
      const stays = staying.get(foldName(renamed));
      if (stays !== undefined) return collision(from, to, `${this.#shown(parent, stays)} is there and stays`, [from]);
      const others = taken.get(foldName(renamed)) ?? [];
      const other = others.find((one) => !mayCoexist({ from: one, to: names.get(one)! }, { from: name, to: renamed }));
      if (other !== undefined) {
        const first = this.#shown(parent, other);
        return collision(from, to, `${first} gets that name too`, [first, from]);
      }
      taken.set(foldName(renamed), [...others, name]);
    }
    return undefined;
  }

  #entries(parent: AbsolutePath): Result<ReturnType<Host["fs"]["readDirectory"]>> {
    try {
      return success(this.#host.fs.readDirectory(parent));
    } catch (error) {
      return failure(notEntered(error, showPath(parent, this.#cwd)));
    }
  }

  #renameOf(from: AbsolutePath): PathRename {
    const to = this.#pathAfter(from);
    return { from, to, shownFrom: showPath(from, this.#cwd), shownTo: showPath(to, this.#cwd) };
  }

  #pathAfter(path: AbsolutePath): AbsolutePath {
    if (path === "/") return path;
    const known = this.#after.get(path);
    if (known !== undefined) return known;
    const parent = parentOf(path);
    const name = nameOf(path);
    const after = `${withSlash(this.#pathAfter(parent))}${this.#byParent.get(parent)?.get(name) ?? name}`;
    this.#after.set(path, after);
    return after;
  }

  #shown(parent: AbsolutePath, name: string): ShownPath {
    return showPath(`${withSlash(parent)}${name}`, this.#cwd);
  }
}

/** Names of at most 255 bytes, which no file system of ours exceeds, and none that makes a repository. */
function isFileName(name: string): boolean {
  return (
    !isVersionControl(foldName(name)) &&
    name !== "" &&
    name !== "." &&
    name !== ".." &&
    !/[/\0]/.test(name) &&
    Buffer.byteLength(name) <= 255
  );
}

function collision(from: ShownPath, to: ShownPath, why: string, sources: readonly ShownPath[]): Problem {
  return problem("rename_collision", `${from} cannot become ${to}: ${why}`, {
    path: from,
    details: { sources, target: to },
  });
}

function parentOf(path: AbsolutePath): AbsolutePath {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function nameOf(path: AbsolutePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
