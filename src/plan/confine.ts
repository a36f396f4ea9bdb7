/** Keeps a caller's paths inside one directory, whatever links, `..` or another case of letters lead out of it. */
import { posix } from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { type Problem, problem } from "../model/problem.ts";
import { isWithin } from "./places.ts";

/**
 * Refuses a path that is outside `root` (a real path), or would be if it existed. `..` is followed both as text and as
 * the system does it, behind links.
 */
export function outsideProblem(path: string, root: AbsolutePath, host: Host): Problem | undefined {
  const typed = posix.isAbsolute(path) ? path : `${host.cwd}/${path}`;
  const real = [realPlace(typed, host), realPlace(posix.resolve(typed), host)].find((place) => !isWithin(place, root));
  if (real === undefined) return undefined;
  return problem("outside_root", `${path} is outside ${root}, and nothing else is looked at or written`, {
    path,
    suggestion: `Give a path below ${root}, or start another server there.`,
    details: { root },
  });
}

/** Where a path leads: with links resolved as far as it exists. */
function realPlace(typed: string, host: Host): AbsolutePath {
  const missing: string[] = [];
  for (let at = typed; ;) {
    try {
      return posix.resolve(host.fs.realPath(at), ...missing);
    } catch {
      if (danglingTarget(at, host) !== undefined) return posix.resolve(danglingTarget(at, host)!, ...missing);
    }
    const cut = at.replace(/\/+$/, "").lastIndexOf("/");
    if (cut < 0) return posix.resolve("/", at, ...missing);
    missing.unshift(at.slice(cut + 1));
    at = cut === 0 ? "/" : at.slice(0, cut);
  }
}

/** A link that leads nowhere still says where it leads. */
function danglingTarget(path: string, host: Host): AbsolutePath | undefined {
  try {
    return host.fs.linkStat(path).kind === "link"
      ? posix.resolve(posix.dirname(path), host.fs.readLink(path))
      : undefined;
  } catch {
    return undefined;
  }
}
