/** The ignore rules that belong to a repository as a whole. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { globalExcludesPath, type IgnoreConfig, readIgnoreConfig } from "./git-config.ts";
import type { Repository } from "./repository.ts";

export interface RepositoryIgnores {
  readonly config: IgnoreConfig;
  /** `info/exclude`; undefined outside a repository. */
  readonly excludePath: AbsolutePath | undefined;
  /** The user's global excludes. */
  readonly globalPath: AbsolutePath | undefined;
}

/** Where the rules lie that belong to a repository as a whole; without one, the user's alone. */
export function repositoryIgnores(repository: Repository | undefined, host: Host): RepositoryIgnores {
  const configFiles = repository
    ? [posix.join(repository.commonDirectory, "config"), posix.join(repository.gitDirectory, "config.worktree")]
    : [];
  const config = readIgnoreConfig(host, configFiles, repository);
  const globalPath = globalExcludesPath(host, config);
  return {
    config,
    excludePath: repository && posix.join(repository.commonDirectory, "info/exclude"),
    globalPath: globalPath && posix.resolve(repository?.root ?? host.cwd, globalPath),
  };
}
