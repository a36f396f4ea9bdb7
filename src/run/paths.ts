/** Paths as they were given, made absolute. */
import * as path from "node:path";
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";

export function absolutePath(given: string, host: Host): AbsolutePath {
  return path.resolve(host.cwd, given);
}
