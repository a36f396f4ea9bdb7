/** Loads the ignore files of directories and repositories into the scope of a walk. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { readRegularFile } from "../host/regular-file.ts";
import type { Warning } from "../model/outcome.ts";
import type { AbsolutePath } from "../model/path.ts";
import { showPath } from "../model/show-path.ts";
import { addIgnoreFile } from "./ignore-file.ts";
import type { Repository } from "./repository.ts";
import { repositoryIgnores } from "./repository-ignores.ts";
import { RuleSet } from "./rule-set.ts";
import type { RuleOrigin, Scope } from "./scope.ts";

/** git reads this one only as a regular file, never through a link. */
const gitIgnoreName = ".gitignore";

/** The later named overrules the earlier. */
const ownIgnoreNames = [".ignore", ".swathignore"] as const;

export class IgnoreRules {
  readonly #host: Host;
  readonly #cwd: AbsolutePath;
  readonly #warnings = new Map<AbsolutePath, Warning>();

  constructor(host: Host, cwd: AbsolutePath) {
    this.#host = host;
    this.#cwd = cwd;
  }

  /** Of every ignore file that cannot be read. */
  get warnings(): readonly Warning[] {
    return [...this.#warnings.values()];
  }

  /**
   * The scope at the root of a repository, where the rules of a repository around it end;
   * at the root of a workspace without one, where only the user's own rules come in.
   */
  enterRepository(scope: Scope, repository: Repository | undefined, directory: AbsolutePath): Scope {
    const { config, excludePath, globalPath } = repositoryIgnores(repository, this.#host);
    let next = repository ? scope.withoutRepository(config.ignoreCase) : scope;
    for (const [path, origin] of [
      [excludePath, "git"],
      [globalPath, "global"],
    ] as const) {
      if (path !== undefined) next = next.weaker(this.#read([path], next.fold), origin, directory);
    }
    return next;
  }

  /**
   * Adds the rules of one directory.
   * @param directory absolute, ending in a slash
   * @param present names of the ignore files that are known to be there; looked for when undefined
   */
  enterDirectory(scope: Scope, directory: string, present: ReadonlySet<string> | undefined): Scope {
    if (present?.size === 0) return scope;
    const there = (name: string): boolean => present?.has(name) ?? this.#isThere(directory + name, name);
    const own = ownIgnoreNames.filter(there);
    let next = scope;
    if (there(gitIgnoreName)) next = this.#add(next, [gitIgnoreName], "git", directory);
    if (own.length > 0) next = this.#add(next, own, "own", directory);
    return next;
  }

  #add(scope: Scope, names: readonly string[], origin: RuleOrigin, directory: string): Scope {
    return scope.deeper(
      this.#read(
        names.map((name) => directory + name),
        scope.fold,
      ),
      origin,
      directory,
    );
  }

  #isThere(path: AbsolutePath, name: string): boolean {
    try {
      const { kind } = this.#host.fs.linkStat(path);
      return kind === "file" || (kind === "link" && name !== gitIgnoreName);
    } catch {
      return false;
    }
  }

  #read(paths: readonly AbsolutePath[], fold: boolean): RuleSet {
    const rules = new RuleSet({ unit: "bytes", fold });
    for (const path of paths) {
      try {
        const bytes = readRegularFile(this.#host.fs, path);
        if (bytes) addIgnoreFile(rules, bytes);
      } catch (error) {
        const code = (error as { code?: string }).code ?? "unknown error";
        if (code === "ENOENT" || code === "ENOTDIR" || code === "EISDIR") continue;
        const shown = showPath(posix.normalize(path), this.#cwd);
        const message = `the rules of ${shown} do not hold: the file cannot be read (${code})`;
        this.#warnings.set(path, { code: "ignore_file_unreadable", message, path: shown });
      }
    }
    return rules;
  }
}

/** Whether an entry of a directory is an ignore file that will be read. */
export function isIgnoreFile(name: string, kind: string): boolean {
  if (name === gitIgnoreName) return kind === "file";
  return (name === ".ignore" || name === ".swathignore") && (kind === "file" || kind === "link");
}
