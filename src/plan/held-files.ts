/** What directories hold that a version control would know of. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { resolveRoots } from "./roots.ts";
import { walk, type WalkRequest } from "./walk.ts";
import { workspaceOf } from "./workspace.ts";

/** Files and links at any depth, hidden ones too; without those that are ignored, if `ignore` says so. */
export function heldFiles(directories: readonly AbsolutePath[], ignore: boolean, host: Host): AbsolutePath[] {
  const cwd = host.fs.realPath(host.cwd);
  const roots = resolveRoots({ paths: directories, literal: true, cwd, within: undefined }, host);
  if (!roots.ok) return [];
  const request: WalkRequest = {
    tree: roots.value.tree,
    cwd,
    workspace: workspaceOf(roots.value.places, host),
    hidden: true,
    ignore: ignore ? new IgnoreRules(host, cwd) : undefined,
    names: undefined,
    globs: undefined,
    only: undefined,
    follow: true,
    partial: true,
    inOrder: true,
  };
  const found: AbsolutePath[] = [];
  const steps = walk(request, host, {
    files(directory, names) {
      for (const name of names) found.push(directory.absolute + name);
      return true;
    },
    link: (path) => void found.push(path),
    skip: () => {},
    unreadable: () => {},
  });
  while (!steps.next().done);
  return found;
}
