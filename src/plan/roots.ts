/** Turns PATHS, or a list of files, into the tree of roots: files, directories and globs, with links resolved. */
import { posix } from "node:path";
import type { Entry, EntryKind, Host } from "../host/host.ts";
import { nearestNames } from "../model/nearest.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { type Problem, problem, notEntered } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";
import { showPath } from "../model/show-path.ts";
import { outsideProblem } from "./confine.ts";
import { absolutePath, askedPath } from "../host/asked-path.ts";
import { componentsOf, isVersionControl } from "./places.ts";
import { childOf, type GivenGlob, nodeAt, type RootNode, rootNode, searchedNodeAt } from "./root-tree.ts";
import { RuleSet } from "./rule-set.ts";
import { expandGlob, isGlob } from "./user-glob.ts";
import type { RootPlace } from "./workspace.ts";

export interface Roots {
  readonly tree: RootNode;
  readonly globs: readonly GivenGlob[];
  readonly places: readonly RootPlace[];
}

export interface RootRequest {
  readonly paths: readonly string[];
  /** Paths are taken as they are, never as globs. */
  readonly literal: boolean;
  /** The working directory with links resolved. */
  readonly cwd: AbsolutePath;
  /** A path that leads out of this directory (a real path) is refused. */
  readonly within?: AbsolutePath | undefined;
}

export function resolveRoots(request: RootRequest, host: Host): Result<Roots> {
  const resolver = new Resolver(request, host);
  for (const path of request.paths) {
    const wrong = resolver.add(path);
    if (wrong) return failure(wrong);
  }
  return success(resolver);
}

/** The directory of named files. */
interface Parent extends RootPlace {
  readonly node: RootNode;
  asked: number;
  kinds?: ReadonlyMap<string, EntryKind>;
  placed: boolean;
}

/** The listing of a directory is read when this many of its entries have been named. */
const listedFrom = 4;

const mostSimilar = 5;
/** Names of one directory that are compared with a missing one. */
const mostCompared = 10_000;

class Resolver implements Roots {
  readonly tree = rootNode();
  readonly globs: GivenGlob[] = [];
  readonly places: RootPlace[] = [];
  readonly #request: RootRequest;
  readonly #host: Host;
  readonly #parents = new Map<string, Parent>();

  constructor(request: RootRequest, host: Host) {
    this.#request = request;
    this.#host = host;
  }

  add(path: string): Problem | undefined {
    if (path === "" || path.includes("\0"))
      return problem("walk", `cannot enter '${path.replaceAll("\0", "\\0")}': no path looks like this`, {
        path,
        remedies: [],
      });
    const outside =
      this.#request.within === undefined ? undefined : outsideProblem(path, this.#request.within, this.#host);
    if (outside) return outside;
    const typed = askedPath(path, this.#host.cwd);
    try {
      const kind = this.#kindOf(typed);
      if (kind === "file") this.#addFile(typed);
      else if (kind === "directory") return this.#addDirectory(path, typed);
      else if (kind === "link") return this.#addLink(path, typed);
      else return this.#notRegular(typed);
      return undefined;
    } catch (error) {
      if (!isMissing(error)) return notEntered(error, this.#show(typed));
      if (!this.#request.literal && isGlob(path)) return this.#addGlob(path);
      return this.#missing(error, typed);
    }
  }

  /** Without following a link. Where many files of one directory are named, its listing is read instead. */
  #kindOf(typed: string): EntryKind {
    if (!this.#request.literal) return this.#host.fs.linkStat(typed).kind;
    const { parent, name } = this.#split(typed);
    if (++parent.asked === listedFrom) parent.kinds = kindsIn(this.#host.fs.readDirectory(posix.dirname(typed)));
    return parent.kinds?.get(name) ?? this.#host.fs.linkStat(typed).kind;
  }

  #addFile(typed: string): void {
    const { parent, name } = this.#split(typed);
    childOf(parent.node, name).file = "named";
    this.#place(parent);
  }

  #addDirectory(path: string, typed: string): Problem | undefined {
    if (entersVersionControl(path)) return forbidden(this.#show(typed));
    const real = this.#host.fs.realPath(typed);
    searchedNodeAt(this.tree, real).directory = "named";
    this.places.push({ named: posix.resolve(typed), real });
    return undefined;
  }

  /** The run is about what the link leads to; the workspace, about where the link lies. */
  #addLink(path: string, typed: string): Problem | undefined {
    const { kind } = this.#host.fs.stat(typed);
    if (kind === "directory") return this.#addDirectory(path, typed);
    if (kind === "special") return this.#notRegular(typed);
    nodeAt(this.tree, this.#host.fs.realPath(typed)).file = "named";
    this.#place(this.#split(typed).parent);
    return undefined;
  }

  #notRegular(typed: string): Problem {
    const path = this.#show(typed);
    return problem("io", `cannot read ${path}: it is not a regular file`, { path, remedies: [] });
  }

  #addGlob(text: string): Problem | undefined {
    const expanded = expandGlob(text);
    if (!expanded.ok) return expanded.problem;
    const glob: GivenGlob = { text, matched: false };
    this.globs.push(glob);
    for (const alternative of expanded.value) {
      const { head, rest, directoryOnly } = splitGlob(alternative);
      const outside =
        this.#request.within === undefined ? undefined : outsideProblem(head, this.#request.within, this.#host);
      if (outside) return outside;
      if (entersVersionControl(head)) return forbidden(head);
      const named = posix.resolve(this.#host.cwd, head);
      this.places.push({ named, real: named });
      const typed = askedPath(head, this.#host.cwd);
      if (!this.#isDirectory(typed)) continue;
      const real = this.#host.fs.realPath(typed);
      this.places[this.places.length - 1] = { named, real };
      const rules = new RuleSet({ unit: "text", fold: false });
      rules.add({ pattern: `/${rest}`, negated: false, directoryOnly });
      const node = searchedNodeAt(this.tree, real);
      node.globs = [...node.globs, { rest: rules, glob }];
    }
    return undefined;
  }

  #missing(error: unknown, typed: string): Problem {
    const shown = this.#show(typed);
    if (this.#request.literal && isQuotedByGit(posix.relative(this.#host.cwd, typed)))
      return {
        ...notEntered(error, shown),
        suggestion: "git has put this name in quotes: let it list with -z, and read the list with --null-separated",
      };
    const similar = this.#similar(typed);
    return {
      ...notEntered(error, shown),
      ...(similar.length > 0 && { similar_paths: similar, suggestion: `name ${similar[0]} instead` }),
    };
  }

  /** Existing paths that differ from a missing one in its first missing component. */
  #similar(typed: string): ShownPath[] {
    let directory = "/";
    const missing = componentsOf(posix.normalize(typed));
    while (missing.length > 0 && this.#isDirectory(posix.join(directory, missing[0]!)))
      directory = posix.join(directory, missing.shift()!);
    const [name, ...rest] = missing;
    if (name === undefined) return [];
    try {
      const names = this.#host.fs
        .readDirectory(directory)
        .slice(0, mostCompared)
        .map((entry) => entry.name);
      const isSame = (near: string): boolean => near === name && rest.length === 0 && !typed.endsWith("/");
      const alike = nearestNames(name, names.toSorted(), mostSimilar);
      return alike
        .filter((near) => !isSame(near))
        .map((near) => {
          const whole = posix.join(directory, near, ...rest);
          return this.#show(this.#host.fs.exists(whole) ? whole : posix.join(directory, near));
        });
    } catch {
      return [];
    }
  }

  #isDirectory(path: AbsolutePath): boolean {
    try {
      return this.#host.fs.stat(path).kind === "directory";
    } catch {
      return false;
    }
  }

  #split(typed: string): { parent: Parent; name: string } {
    const slash = typed.lastIndexOf("/");
    const directory = typed.slice(0, slash) || "/";
    let parent = this.#parents.get(directory);
    if (!parent) {
      const real = this.#host.fs.realPath(directory);
      parent = { named: posix.resolve(directory), real, node: nodeAt(this.tree, real), asked: 0, placed: false };
      this.#parents.set(directory, parent);
    }
    return { parent, name: typed.slice(slash + 1) };
  }

  #place(parent: Parent): void {
    if (!parent.placed) this.places.push(parent);
    parent.placed = true;
  }

  #show(typed: string): ShownPath {
    return showPath(absolutePath(typed, this.#host), this.#host.cwd);
  }
}

/** git quotes names with bytes that need an escape, unless its lists end in NULs. */
function isQuotedByGit(path: string): boolean {
  return /^".*\\.*"$/.test(path);
}

function kindsIn(entries: readonly Entry[]): ReadonlyMap<string, EntryKind> {
  return new Map(entries.map((entry) => [entry.name, entry.kind]));
}

/** Cuts a glob into its head without wildcards and the rest, which holds at least one component. */
function splitGlob(glob: string): { head: string; rest: string; directoryOnly: boolean } {
  const directoryOnly = glob.endsWith("/");
  const components = (directoryOnly ? glob.slice(0, -1) : glob)
    .split("/")
    .filter((part, i) => part !== "." && (part !== "" || i === 0));
  let fixed = components.findIndex((component) => /[*?[\\]/.test(component));
  if (fixed < 0) fixed = components.length - 1;
  const head = components.slice(0, fixed).join("/");
  return {
    head: head === "" ? (glob.startsWith("/") ? "/" : ".") : head,
    rest: components.slice(fixed).join("/"),
    directoryOnly,
  };
}

function entersVersionControl(path: string): boolean {
  return posix.normalize(path).split("/").some(isVersionControl);
}

function forbidden(shown: ShownPath): Problem {
  return problem("walk", `cannot enter ${shown}: the data of version control is never searched`, {
    path: shown,
    remedies: [],
  });
}

function isMissing(error: unknown): boolean {
  const code = (error as { code?: string }).code;
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}
