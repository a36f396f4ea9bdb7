/** Arithmetic on absolute paths. */
import { type AbsolutePath, isInside } from "../model/path.ts";

export function parentOf(path: AbsolutePath): AbsolutePath {
  const slash = path.lastIndexOf("/");
  return slash <= 0 ? "/" : path.slice(0, slash);
}

export function nameOf(path: AbsolutePath): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

export function join(directory: AbsolutePath, name: string): AbsolutePath {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

/** One of the two directories holds the other. */
export function nest(left: AbsolutePath, right: AbsolutePath): boolean {
  return isInside(left, right) || isInside(right, left);
}

/** The directory and all above it, from the inside out. */
export function ancestorsOf(path: AbsolutePath): AbsolutePath[] {
  const found = [path];
  while (path !== "/") found.push((path = parentOf(path)));
  return found;
}

/** A path inside `directory` without it; empty for the directory itself. */
export function relativeTo(directory: AbsolutePath, path: AbsolutePath): string {
  if (path === directory) return "";
  return path.slice(directory === "/" ? 1 : directory.length + 1);
}

/** Takes a relative path with `.` and `..` in it, or an absolute one. */
export function resolvePath(directory: AbsolutePath, path: string): AbsolutePath {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${directory}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
