/** Paths as they were given, made absolute. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";

export function absolutePath(given: string, host: Host): AbsolutePath {
  return path.resolve(host.cwd, given);
}

/** The same with links resolved, of a file that need not be there. */
export function realPath(given: string, host: Host): AbsolutePath {
  const file = absolutePath(given, host);
  try {
    return host.fs.realPath(file);
  } catch {
    const directory = path.dirname(file);
    return directory === file ? file : path.join(realPath(directory, host), path.basename(file));
  }
}
