/** Keeps a caller's paths inside one directory, whatever links, `..` or another case of letters lead out of it. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import { type AbsolutePath, isInside } from "../model/path.ts";
import { type Problem, problem } from "../model/problem.ts";
import { askedPath } from "../host/asked-path.ts";
import { componentsOf } from "./places.ts";

/**
 * Refuses a path that is outside `root` (a real path), or would be if it existed. `..` is followed both as text and as
 * the system does it, behind links.
 */
export function outsideProblem(path: string, root: AbsolutePath, host: Host): Problem | undefined {
  if (path.includes("\0"))
    return problem("invalid_request", `no path holds a NUL, as '${path.replaceAll("\0", "\\0")}' does`);
  const typed = askedPath(path, host.cwd);
  const real = [realPlace(typed, host), realPlace(posix.resolve(typed), host)].find((place) => !isInside(place, root));
  if (real === undefined) return undefined;
  return problem("outside_root", `${path} is outside ${root}, and nothing else is looked at or written`, {
    path,
    suggestion: `Give a path below ${root}, or start another server there.`,
    details: { root },
  });
}

/** Where a path leads, component by component as the system goes: `..` behind a link is the parent of what it points at. */
function realPlace(typed: string, host: Host): AbsolutePath {
  let at = "/";
  for (const component of componentsOf(typed)) {
    if (component === "..") at = posix.dirname(at);
    else if (component !== ".") at = followed(posix.join(at, component), host);
  }
  return at;
}

/** What does not exist leads to itself; a link that leads nowhere still says where. */
function followed(path: AbsolutePath, host: Host): AbsolutePath {
  try {
    return host.fs.realPath(path);
  } catch {
    try {
      return posix.resolve(posix.dirname(path), host.fs.readLink(path));
    } catch {
      return path;
    }
  }
}
