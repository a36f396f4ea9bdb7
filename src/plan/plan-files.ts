/**
 * The planner: which files a run considers, under its budget of files.
 *
 * A generator, so that its caller can do other work, show progress or stop between two directories.
 */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { counted } from "../model/counted.ts";
import { DroppedFiles } from "../model/dropped-files.ts";
import type { Directory } from "../model/listing.ts";
import type { SkipReason, Warning } from "../model/outcome.ts";
import { type AbsolutePath, type ShownPath, isInside } from "../model/path.ts";
import { inPathOrder } from "../model/path-order.ts";
import { type Problem, problem, notEntered } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";
import { GlobFilter } from "./glob-filter.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { compileTypes, type NameFilter } from "./name-filter.ts";
import { readPathList } from "./path-list.ts";
import { withSlash } from "./places.ts";
import { type GivenGlob, nodeAt, searchedNodeAt } from "./root-tree.ts";
import { resolveRoots, type Roots } from "./roots.ts";
import { walk, type WalkRequest, type WalkVisitor } from "./walk.ts";
import { workspaceOf } from "./workspace.ts";

export interface FileSink {
  /** Called with files of one directory that follow each other. False stops the planner. */
  files(directory: Directory, names: readonly string[], named: boolean): boolean;
  /** Told of every directory entered, with its final slash, where nothing but ignore files says what counts. */
  directory?(path: AbsolutePath): void;
}

/** Where to look and what to leave out: the options of the files group, and PATHS. */
export interface Where {
  /** Files, directories or globs; empty means the working directory. */
  readonly paths: readonly string[];
  /** The content of a list of paths that replaces `paths`. */
  readonly filesFrom?: { readonly bytes: Uint8Array; readonly nullSeparated: boolean } | undefined;
  readonly types: readonly string[];
  readonly typesNot: readonly string[];
  readonly globs: readonly string[];
  readonly hidden: boolean;
  readonly ignore: boolean;
  readonly follow: boolean;
  readonly maxFiles: number;
  /** Keep the first `maxFiles` instead of failing. */
  readonly partial: boolean;
  /** The sink takes files in path order; with `partial` they always come so. */
  readonly inOrder: boolean;
  /** Only these files: absolute real paths, as `gitFiles` returns them. */
  readonly gitFiles?: ReadonlySet<AbsolutePath> | undefined;
  /** An engine's own filter by name, for files that were not named one by one. */
  readonly keep?: NameFilter | undefined;
  /** A path or link that leads out of this directory (a real path) is refused, or not followed. */
  readonly within?: AbsolutePath | undefined;
}

export interface PlanSummary {
  /** Ends the run; what the sink was given up to then is void. */
  readonly problem?: Problem;
  /** Files that passed all filters: handed over, dropped or skipped. */
  readonly considered: number;
  /** In path order. */
  readonly skipped: readonly { readonly reason: SkipReason; readonly path: ShownPath }[];
  /** Roots that a partial run could not enter. */
  readonly errors: readonly { readonly path: ShownPath; readonly problem: Problem }[];
  /** Directories met on the walk and ignore files that cannot be read. */
  readonly warnings: readonly Warning[];
  /** Files beyond `maxFiles`. */
  readonly filesBudgetDropped: number;
  /** The first of them, as many as reports list. */
  readonly firstDropped: readonly ShownPath[];
  /** The sink stopped the walk. */
  readonly stoppedEarly: boolean;
  /** The directory outside of which nothing may be written. */
  readonly workspace: AbsolutePath;
}

export function* planFiles(where: Where, host: Host, sink: FileSink): Generator<void, PlanSummary> {
  const prepared = prepare(where, host);
  if (!prepared.ok) return { ...nothingPlanned, problem: prepared.problem };
  const { request, roots, unreadable } = prepared.value;
  if (where.follow) {
    const problem = yield* reachLinks(request, where.within, host);
    if (problem) return { ...nothingPlanned, problem };
  }
  const plan = new Plan(where, sink);
  for (const path of unreadable) plan.skip("name_not_utf8", path);
  const problem = (yield* walk(request, host, plan)) ?? plan.problem ?? unmatched(roots.globs, plan, where);
  return {
    ...(problem && { problem }),
    considered: plan.planned + plan.dropped.count + plan.skipped.length,
    skipped: inPathOrder(plan.skipped, ({ path }) => path),
    errors: inPathOrder(plan.errors, ({ path }) => path),
    warnings: inPathOrder([...plan.warnings, ...(request.ignore?.warnings ?? [])], ({ path }) => path ?? ""),
    filesBudgetDropped: plan.dropped.count,
    firstDropped: plan.dropped.first,
    stoppedEarly: plan.stopped && !problem,
    workspace: request.workspace.root,
  };
}

const nothingPlanned: PlanSummary = {
  considered: 0,
  skipped: [],
  errors: [],
  warnings: [],
  filesBudgetDropped: 0,
  firstDropped: [],
  stoppedEarly: false,
  workspace: "/",
};

interface Prepared {
  readonly request: WalkRequest;
  readonly roots: Roots;
  /** Entries of the list of files that are not UTF-8. */
  readonly unreadable: readonly ShownPath[];
}

export interface GivenPaths {
  readonly paths: readonly string[];
  /** Paths are taken as they are, never as globs. */
  readonly literal: boolean;
  /** Entries of the list of files that are not UTF-8. */
  readonly unreadable: readonly ShownPath[];
}

/** PATHS, or the list that stands for them. */
export function givenPaths({ paths, filesFrom }: Where): GivenPaths {
  if (filesFrom) return { ...readPathList(filesFrom.bytes, filesFrom.nullSeparated), literal: true };
  return { paths: paths.length === 0 ? ["."] : paths, literal: false, unreadable: [] };
}

function prepare(where: Where, host: Host): Result<Prepared> {
  const cwd = realWorkingDirectory(host);
  if (typeof cwd !== "string") return failure(cwd);
  const types = compileTypes(where.types, where.typesNot);
  if (!types.ok) return types;
  const globs = GlobFilter.compile(where.globs, cwd);
  if (!globs.ok) return globs;
  const { unreadable, ...given } = givenPaths(where);
  const roots = resolveRoots({ ...given, cwd, within: where.within }, host);
  if (!roots.ok) return failure(roots.problem);
  const request: WalkRequest = {
    tree: roots.value.tree,
    cwd,
    workspace: workspaceOf(roots.value.places, host),
    hidden: where.hidden,
    ignore: where.ignore ? new IgnoreRules(host, cwd) : undefined,
    names: both(types.value, where.keep),
    globs: globs.value,
    only: where.gitFiles && { files: where.gitFiles, directories: directoriesOf(where.gitFiles) },
    follow: false,
    partial: where.partial,
    inOrder: where.inOrder || where.partial,
  };
  return success({ request, roots: roots.value, unreadable });
}

function realWorkingDirectory(host: Host): AbsolutePath | Problem {
  try {
    return host.fs.realPath(host.cwd);
  } catch (error) {
    return notEntered(error, host.cwd);
  }
}

/** Counts and keeps to the budget. */
class Plan implements WalkVisitor {
  planned = 0;
  readonly dropped = new DroppedFiles();
  stopped = false;
  problem: Problem | undefined;
  readonly skipped: { reason: SkipReason; path: ShownPath }[] = [];
  readonly errors: { path: ShownPath; problem: Problem }[] = [];
  readonly warnings: Warning[] = [];
  readonly directory?: (path: AbsolutePath) => void;
  readonly #where: Where;
  readonly #sink: FileSink;

  constructor(where: Where, sink: FileSink) {
    this.#where = where;
    this.#sink = sink;
    const { directory } = sink;
    if (directory) this.directory = directory;
  }

  files(directory: Directory, names: readonly string[], named: boolean): boolean {
    const room = this.#where.maxFiles - this.planned;
    const taken = names.length <= room ? names : names.slice(0, room);
    if (taken.length > 0) {
      this.planned += taken.length;
      this.stopped = !this.#sink.files(directory, taken, named);
    }
    if (this.stopped || taken === names) return !this.stopped;
    if (!this.#where.partial) {
      this.problem = tooManyFiles(this.#where.maxFiles);
      return false;
    }
    this.dropped.add(directory, names.slice(room));
    return true;
  }

  link(): void {}

  skip(reason: SkipReason, path: ShownPath): void {
    this.skipped.push({ reason, path });
  }

  unreadable(path: ShownPath, cause: Problem, isRoot: boolean): void {
    this.skip("unreadable", path);
    if (isRoot) this.errors.push({ path, problem: cause });
    else this.warnings.push({ code: "unreadable", message: cause.message, path });
  }
}

/**
 * Makes roots of what the links met on the walk lead to, until no new ones are found. A link that loops, leads
 * out of the workspace or to something special adds nothing.
 */
function* reachLinks(
  request: WalkRequest,
  within: AbsolutePath | undefined,
  host: Host,
): Generator<void, Problem | undefined> {
  for (let grown = true; grown;) {
    grown = false;
    const links: AbsolutePath[] = [];
    const problem = yield* walk({ ...request, follow: true }, host, {
      files: () => true,
      link: (path) => links.push(path),
      skip: () => {},
      unreadable: () => {},
    });
    if (problem) return problem;
    for (const link of links) grown = reachTarget(link, within ?? request.workspace.root, request, host) || grown;
  }
  return undefined;
}

function reachTarget(link: AbsolutePath, within: AbsolutePath, request: WalkRequest, host: Host): boolean {
  try {
    const target = host.fs.realPath(link);
    if (!isInside(target, request.workspace.root) || !isInside(target, within)) return false;
    const { kind } = host.fs.stat(target);
    if (kind === "directory") {
      const node = searchedNodeAt(request.tree, target);
      return !node.directory && (node.directory = "reached") === "reached";
    }
    if (kind === "file") {
      const node = nodeAt(request.tree, target);
      return !node.file && (node.file = "reached") === "reached";
    }
  } catch {
    // A link that leads nowhere names no file.
  }
  return false;
}

function tooManyFiles(maxFiles: number): Problem {
  return problem(
    "too_many_files",
    `there are more than ${counted(maxFiles, "file")} to consider, the most that max_files allows`,
    {
      suggestion: "name fewer paths, limit the run by type or glob, or allow more files with max_files",
      details: { max_files: maxFiles },
    },
  );
}

/** A glob that matched nothing, in a walk that saw all of the tree: with a git set it looks only where that has files. */
function unmatched(globs: readonly GivenGlob[], plan: Plan, where: Where): Problem | undefined {
  const glob = plan.stopped || where.gitFiles ? undefined : globs.find((each) => !each.matched);
  return (
    glob &&
    problem("walk", `no file matches the glob ${glob.text}; ignored and hidden files do not count`, {
      path: glob.text,
      remedies: [],
      suggestion: "name the file itself, or use --hidden or --no-ignore where the files are left out",
    })
  );
}

function both(left: NameFilter | undefined, right: NameFilter | undefined): NameFilter | undefined {
  return left && right ? (name) => left(name) && right(name) : (left ?? right);
}

/** The directories above the files, ending in slashes. */
function directoriesOf(files: ReadonlySet<AbsolutePath>): ReadonlySet<string> {
  const directories = new Set<string>();
  for (const file of files) {
    for (let at = posix.dirname(file); !directories.has(withSlash(at)); at = posix.dirname(at))
      directories.add(withSlash(at));
  }
  return directories;
}
