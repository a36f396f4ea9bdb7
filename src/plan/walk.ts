/**
 * The walk: depth first through the tree of roots, every directory once, in path order, ignored directories never entered.
 * Files come in path order where that is asked for, and else before the directories beside them. Directories that only lead to a root are passed through without being read.
 *
 * Decides what is met; counts nothing, keeps no list of files, and opens none but ignore files.
 */
import { posix } from "node:path";
import type { Entry, Host } from "../host/host.ts";
import { glue } from "../model/glue.ts";
import { stateDirectory, stateName } from "../host/state-directory.ts";
import type { Directory } from "../model/listing.ts";
import type { SkipReason } from "../model/outcome.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { compareNames } from "../model/path-order.ts";
import { type Problem, systemProblem } from "../model/problem.ts";
import { showPath } from "../model/show-path.ts";
import { type Coverage, coverageOf, mayCover, nothingCovered } from "./coverage.ts";
import {
  entriesOf,
  isLeftOut,
  nothingToVisit,
  sortNames,
  surveyOf,
  visitOf,
  withUnlisted,
  type Visit,
} from "./entries.ts";
import type { GlobFilter } from "./glob-filter.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { NameFilter } from "./name-filter.ts";
import { componentsOf, withSlash } from "./places.ts";
import { repositoryAt } from "./repository.ts";
import type { RootNode } from "./root-tree.ts";
import { Scope } from "./scope.ts";
import type { Workspace } from "./workspace.ts";

/** What is looked for and what is left out. All paths are real. */
export interface WalkRequest {
  readonly tree: RootNode;
  readonly cwd: AbsolutePath;
  readonly workspace: Workspace;
  readonly hidden: boolean;
  /** Undefined turns all ignore files off. */
  readonly ignore: IgnoreRules | undefined;
  readonly names: NameFilter | undefined;
  readonly globs: GlobFilter | undefined;
  /** Only these files, and only the directories above them. */
  readonly only: { readonly files: ReadonlySet<string>; readonly directories: ReadonlySet<string> } | undefined;
  /** The visitor wants to know of links. */
  readonly follow: boolean;
  /** A root that cannot be read is passed over like any other directory. */
  readonly partial: boolean;
  /** Files come in path order. */
  readonly inOrder: boolean;
}

export interface WalkVisitor {
  /** Files of one directory that follow each other, at least one. False ends the walk. */
  files(directory: Directory, names: readonly string[], named: boolean): boolean;
  /** A directory that is entered where nothing but ignore files filters, with its final slash. */
  directory?(path: AbsolutePath): void;
  /** A symbolic link that passed the filters, when links are followed. */
  link(path: AbsolutePath): void;
  skip(reason: SkipReason, path: ShownPath): void;
  /** A directory that cannot be read: met on the walk, or a root of a partial run. */
  unreadable(path: ShownPath, cause: Problem, isRoot: boolean): void;
}

/** Yields once for each directory; returns a problem when a root cannot be entered. */
export function* walk(request: WalkRequest, host: Host, visitor: WalkVisitor): Generator<void, Problem | undefined> {
  const walker = new Walker(request, host, visitor);
  const stack = inShownOrder(walker.descend());
  while (!walker.problem) {
    const frame = stack.at(-1);
    if (!frame) return undefined;
    const next = walker.proceed(frame);
    if (next === "stopped") return undefined;
    if (next === "finished") {
      stack.pop();
      continue;
    }
    yield;
    const opened = walker.open(frame, frame.visit.names[frame.at - 1]!);
    if (opened) stack.push(opened);
  }
  return walker.problem;
}

/**
 * A stack that visits the working directory and those above it (from `/` down) in the order of shown paths: what lies
 * outside begins with `..`, a name among the others at every level.
 */
function inShownOrder(chain: readonly Frame[]): Frame[] {
  const above = (name: string): boolean => compareNames(name, "..") < 0;
  const before = chain.map((frame) => withNames(frame, above));
  const after = chain.map((frame) => withNames(frame, (name) => !above(name)));
  return [...after.toReversed(), ...before];
}

function withNames(frame: Frame, keeps: (name: string) => boolean): Frame {
  const { first, names, directories } = frame.visit;
  return { ...frame, visit: { first: first.filter(keeps), names: names.filter(keeps), directories } };
}

interface Frame {
  readonly directory: Directory;
  visit: Visit;
  /** How far the visit is in the names; -1 before what comes first. */
  at: number;
  readonly scope: Scope;
  readonly inRepository: boolean;
  readonly globs: GlobFilter | undefined;
  /** Roots here and below. */
  readonly node: RootNode | undefined;
  readonly coverage: Coverage;
  /** Sub-directories that are left out themselves and only lead to roots. */
  passages: Set<string> | undefined;
}

class Walker {
  problem: Problem | undefined;
  readonly #request: WalkRequest;
  readonly #host: Host;
  readonly #visitor: WalkVisitor;
  /** Nothing but ignore files filters, and the visitor wants to know. */
  readonly #tellsDirectories: boolean;

  constructor(request: WalkRequest, host: Host, visitor: WalkVisitor) {
    this.#request = request;
    this.#host = host;
    this.#visitor = visitor;
    const { names, globs, only } = request;
    this.#tellsDirectories = visitor.directory !== undefined && !names && !globs && !only;
    glue(this.open, this.proceed, this.#read, this.#rules, this.#visited, this.#visits, this.#enters, this.#run);
  }

  /** Opens the directories from `/` towards the working directory, as far as they are visited; none is left to another. */
  descend(): Frame[] {
    const chain: Frame[] = [];
    let frame = this.open(undefined, "");
    for (const name of componentsOf(this.#request.cwd)) {
      if (!frame) return chain;
      const leads: boolean = frame.visit.directories.has(name);
      chain.push(withNames(frame, (other) => other !== name || !leads));
      frame = leads ? this.open(frame, name) : undefined;
    }
    return frame ? [...chain, frame] : chain;
  }

  /** Hands over files up to the next directory, and passes that. */
  proceed(frame: Frame): "directory" | "finished" | "stopped" {
    const { first, names, directories } = frame.visit;
    if (frame.at < 0) {
      frame.at = 0;
      if (first.length > 0 && !this.#run(frame, first)) return "stopped";
    }
    while (frame.at < names.length) {
      const from = frame.at;
      if (directories.has(names[from]!)) {
        frame.at++;
        return "directory";
      }
      if (directories.size === 0) frame.at = names.length;
      else while (frame.at < names.length && !directories.has(names[frame.at]!)) frame.at++;
      const run = frame.at - from === names.length ? names : names.slice(from, frame.at);
      if (!this.#run(frame, run)) return "stopped";
    }
    return "finished";
  }

  /** Hands over files that follow each other; those that were named are told apart. */
  #run({ directory, node }: Frame, names: readonly string[]): boolean {
    const { only } = this.#request;
    if (!only && !node) return this.#visitor.files(directory, names, false);
    for (const name of names) {
      if (only && !only.files.has(directory.absolute + name)) continue;
      const named = node?.children.get(name)?.file === "named";
      if (!this.#visitor.files(directory, [name], named)) return false;
    }
    return true;
  }

  /** Opens a sub-directory (of nothing: `/`); undefined when there is nothing to visit. */
  open(parent: Frame | undefined, name: string): Frame | undefined {
    const absolute = parent ? `${parent.directory.absolute}${name}/` : "/";
    const node = parent ? parent.node?.children.get(name) : this.#request.tree;
    const coverage = coverageOf(!parent || parent.passages?.has(name) ? nothingCovered : parent.coverage, name, node);
    const read = coverage.all || coverage.globs.length > 0;
    const found = read ? this.#read(absolute, node) : entriesOf(node);
    if (!found) return undefined;
    const rules = this.#rules(parent, name, absolute, node, read ? found : undefined);
    const frame: Frame = {
      directory: { absolute, shown: this.#shownDirectory(absolute) },
      visit: nothingToVisit,
      at: -1,
      scope: rules.scope,
      inRepository: rules.inRepository,
      globs: this.#request.globs && this.#globs(parent, name, absolute),
      node,
      coverage,
      passages: undefined,
    };
    frame.visit = read ? this.#visited(frame, found) : visitOf(found);
    if (read && node) frame.visit = withUnlisted(frame.visit, node);
    if (coverage.all && this.#tellsDirectories) this.#visitor.directory?.(absolute);
    return frame;
  }

  /** What there is to visit of a listing. Most files are met by nothing but ignore rules and types: they are asked for those alone. */
  #visited(frame: Frame, found: readonly Entry[]): Visit {
    const { directory, scope, node, globs, coverage } = frame;
    const { hidden, names: accepts, only, inOrder } = this.#request;
    const isPlain = !node && !only && !globs && coverage.globs.length === 0;
    const first: string[] = [];
    const names: string[] = [];
    let directories: Set<string> | undefined;
    for (const entry of found) {
      const { name, kind } = entry;
      const visits =
        isPlain && kind === "file" && !entry.notUtf8
          ? !isLeftOut(name, hidden) && (!accepts || accepts(name)) && !scope.ignores(directory.absolute, name, false)
          : this.#visits(frame, entry);
      if (!visits) continue;
      if (kind === "directory") (directories ??= new Set()).add(name);
      (inOrder || kind === "directory" ? names : first).push(name);
    }
    return { first, names: sortNames(names), directories: directories ?? nothingToVisit.directories };
  }

  #read(absolute: string, node: RootNode | undefined): Entry[] | undefined {
    try {
      return this.#host.fs.readDirectory(absolute);
    } catch (error) {
      const shown = showPath(absolute === "/" ? absolute : absolute.slice(0, -1), this.#request.cwd);
      const cause = systemProblem("walk", error, "enter", shown);
      const isRoot = node !== undefined && (node.directory === "named" || node.globs.length > 0);
      if (isRoot && !this.#request.partial) {
        this.problem = cause;
        return undefined;
      }
      if (!isRoot && (error as { code?: string }).code === "ENOENT") return undefined;
      this.#visitor.unreadable(shown, cause, isRoot);
      return node ? entriesOf(node) : undefined;
    }
  }

  #rules(
    parent: Frame | undefined,
    name: string,
    absolute: string,
    node: RootNode | undefined,
    found: readonly Entry[] | undefined,
  ): { scope: Scope; inRepository: boolean } {
    const { ignore, workspace } = this.#request;
    let inRepository = parent?.inRepository ?? false;
    if (!ignore || !(found || node?.searched)) return { scope: Scope.empty, inRepository };
    let scope = parent ? parent.scope.enter(name) : Scope.empty;
    const directory = absolute === "/" ? absolute : absolute.slice(0, -1);
    const survey = found && surveyOf(found);
    const repository = survey?.repository === false ? undefined : repositoryAt(directory, this.#host);
    if (repository || (directory === workspace.root && !workspace.repository))
      scope = ignore.enterRepository(scope, repository, absolute);
    inRepository ||= repository !== undefined;
    if (!found && workspace.repository && !inRepository) return { scope, inRepository };
    return { scope: ignore.enterDirectory(scope, absolute, survey?.ignoreFiles), inRepository };
  }

  #globs(parent: Frame | undefined, name: string, absolute: string): GlobFilter | undefined {
    const filter = parent ? parent.globs : this.#request.globs;
    if (absolute === withSlash(this.#request.cwd)) return filter?.enterWorkingDirectory(name);
    return parent ? filter?.enter(name) : filter;
  }

  /** Whether an entry is a file to hand over or a directory to open; what is skipped or a link is told to the visitor. */
  #visits(frame: Frame, entry: Entry): boolean {
    const { name, kind } = entry;
    const { directory, scope, coverage } = frame;
    const { hidden, names, only, follow } = this.#request;
    const node = frame.node?.children.get(name);
    if (kind === "directory") {
      const entered = this.#enters(frame, entry);
      if (node && !entered) (frame.passages ??= new Set()).add(name);
      return entered || node !== undefined;
    }
    const inGlobs = coverage.globs.length > 0;
    if (node?.file === "named") {
      if (inGlobs) this.#matchesGlobRoot(frame, name);
      return true;
    }
    const forced = node?.file === "reached";
    if (!forced && isLeftOut(name, hidden)) return false;
    const isLink = kind === "link";
    if (isLink && !follow) return false;
    if (isLink && this.#leadsToDirectory(directory.absolute + name)) {
      if (this.#enters(frame, entry)) this.#visitor.link(directory.absolute + name);
      return false;
    }
    if (inGlobs && !this.#matchesGlobRoot(frame, name) && !coverage.all && !forced) return false;
    if (names && !names(name)) return false;
    if (only && !isLink && !only.files.has(directory.absolute + name)) return false;
    if (frame.globs && !frame.globs.acceptsFile(name)) return false;
    if (!forced && scope.ignores(directory.absolute, name, false)) return false;
    if (isLink) this.#visitor.link(directory.absolute + name);
    if (kind === "special") this.#skip("special", directory, name);
    if (kind !== "file") return false;
    return !entry.notUtf8 || this.#skip("name_not_utf8", directory, name);
  }

  /** Whether a directory, or a link to one, passes the filters. A rule for directories does not match a link. */
  #enters(frame: Frame, entry: Entry): boolean {
    const { name } = entry;
    const isDirectory = entry.kind === "directory";
    const { directory, coverage } = frame;
    const { hidden, only } = this.#request;
    if (isLeftOut(name, hidden)) return false;
    if (name === stateName && this.#isState(directory.absolute + name)) return false;
    if (only && isDirectory && !only.directories.has(`${directory.absolute}${name}/`)) return false;
    if (frame.globs && !frame.globs.acceptsDirectory(name)) return false;
    if (!mayCover(coverage, name)) return false;
    if (frame.scope.ignores(directory.absolute, name, isDirectory)) return false;
    return !entry.notUtf8 || this.#skip("name_not_utf8", directory, name);
  }

  /** Old contents lie in the user's directory of records, where a home directory is walked: to edit them would be to lose them. */
  #isState(path: AbsolutePath): boolean {
    try {
      return this.#host.fs.realPath(stateDirectory(this.#host)) === path;
    } catch {
      return false;
    }
  }

  #leadsToDirectory(link: AbsolutePath): boolean {
    try {
      return this.#host.fs.stat(link).kind === "directory";
    } catch {
      return false;
    }
  }

  /** A glob root counts as matched by entries that other filters leave out, but not by ignored ones. */
  #matchesGlobRoot(frame: Frame, name: string): boolean {
    let matched = false;
    for (const { root, nodes } of frame.coverage.globs) {
      if (root.rest.match(name, false, nodes) === 0) continue;
      matched = true;
      if (!root.glob.matched) root.glob.matched = !frame.scope.ignores(frame.directory.absolute, name, false);
    }
    return matched;
  }

  #skip(reason: SkipReason, directory: Directory, name: string): false {
    this.#visitor.skip(reason, directory.shown + name);
    return false;
  }

  #shownDirectory(absolute: string): ShownPath {
    const cwd = withSlash(this.#request.cwd);
    return absolute.startsWith(cwd) ? absolute.slice(cwd.length) : `${posix.relative(cwd, absolute)}/`;
  }
}
