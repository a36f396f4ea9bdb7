import { posix } from "node:path";
import type { AbsolutePath, ShownPath } from "./path.ts";

/** A path as reports show it: relative to the working directory, which is itself `.`. */
export function showPath(absolute: AbsolutePath, cwd: AbsolutePath): ShownPath {
  return absolute.startsWith(`${cwd}/`) ? absolute.slice(cwd.length + 1) : posix.relative(cwd, absolute) || ".";
}
