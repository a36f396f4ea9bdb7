/** Turns PATHS, or a list of files, into the tree of roots: files, directories and globs, with links resolved. */
import { posix } from "node:path";
import type { EntryKind, Host } from "../host/host.ts";
import { nearestNames } from "../model/nearest.ts";
import type { AbsolutePath, ShownPath } from "../model/path.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import { failure, type Result, success } from "../model/result.ts";
import { componentsOf, isVersionControl, showPath } from "./places.ts";
import { type GivenGlob, nodeAt, type RootNode, rootNode } from "./root-tree.ts";
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
}

export function resolveRoots(request: RootRequest, host: Host): Result<Roots> {
  const resolver = new Resolver(request, host);
  for (const path of request.paths) {
    const wrong = resolver.add(path);
    if (wrong) return failure(wrong);
  }
  return success(resolver);
}

const mostSimilar = 5;
/** Names of one directory that are compared with a missing one. */
const mostCompared = 10_000;

class Resolver implements Roots {
  readonly tree = rootNode();
  readonly globs: GivenGlob[] = [];
  readonly places: RootPlace[] = [];
  readonly #request: RootRequest;
  readonly #host: Host;
  readonly #real = new Map<string, AbsolutePath>();

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
    const typed = posix.isAbsolute(path) ? path : `${this.#host.cwd}/${path}`;
    const shown = this.#show(typed);
    try {
      return this.#addExisting(path, typed, shown);
    } catch (error) {
      if (!isMissing(error)) return systemProblem("walk", error, "enter", shown);
      if (!this.#request.literal && isGlob(path)) return this.#addGlob(path);
      return this.#missing(error, typed, shown);
    }
  }

  #addExisting(path: string, typed: string, shown: ShownPath): Problem | undefined {
    const { fs } = this.#host;
    let kind: EntryKind = fs.linkStat(typed).kind;
    const isLink = kind === "link";
    if (isLink) kind = fs.stat(typed).kind;
    if (kind === "special")
      return problem("io", `cannot read ${shown}: it is not a regular file`, { path: shown, remedies: [] });
    const named = posix.resolve(typed);
    if (kind === "directory") {
      if (entersVersionControl(path)) return forbidden(shown);
      const real = fs.realPath(typed);
      nodeAt(this.tree, real).directory = true;
      this.places.push({ named, real });
      return undefined;
    }
    const directory = this.#realDirectory(posix.dirname(typed));
    nodeAt(this.tree, isLink ? fs.realPath(typed) : posix.join(directory, posix.basename(typed))).file = "named";
    this.places.push({ named: posix.dirname(named), real: directory });
    return undefined;
  }

  #addGlob(text: string): Problem | undefined {
    const expanded = expandGlob(text);
    if (!expanded.ok) return expanded.problem;
    const glob: GivenGlob = { text, matched: false };
    this.globs.push(glob);
    for (const alternative of expanded.value) {
      const { head, rest, directoryOnly } = splitGlob(alternative);
      if (entersVersionControl(head)) return forbidden(head);
      const named = posix.resolve(this.#host.cwd, head);
      this.places.push({ named, real: named });
      if (!this.#isDirectory(named)) continue;
      const real = this.#host.fs.realPath(named);
      this.places[this.places.length - 1] = { named, real };
      const rules = new RuleSet({ unit: "text", fold: false });
      rules.add({ pattern: `/${rest}`, negated: false, directoryOnly });
      nodeAt(this.tree, real).globs.push({ rest: rules, glob });
    }
    return undefined;
  }

  #missing(error: unknown, typed: string, shown: ShownPath): Problem {
    const similar = this.#similar(typed);
    return {
      ...systemProblem("walk", error, "enter", shown),
      remedies: [],
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
      return nearestNames(name, names.toSorted(), mostSimilar).map((near) => {
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

  #realDirectory(directory: string): AbsolutePath {
    let real = this.#real.get(directory);
    if (real === undefined) this.#real.set(directory, (real = this.#host.fs.realPath(directory)));
    return real;
  }

  #show(typed: string): ShownPath {
    return showPath(posix.resolve(typed), this.#host.cwd);
  }
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
