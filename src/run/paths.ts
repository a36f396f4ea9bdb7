/** Where the paths that were given lie. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { absolutePath } from "../host/asked-path.ts";

/** Links resolved, of a file that need not be there. */
export function realPath(given: string, host: Host): AbsolutePath {
  const file = absolutePath(given, host);
  try {
    return host.fs.realPath(file);
  } catch {
    const directory = path.dirname(file);
    return directory === file ? file : path.join(realPath(directory, host), path.basename(file));
  }
}
