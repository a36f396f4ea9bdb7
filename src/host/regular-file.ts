/** Reads files that a run comes across unasked. A pipe or a device in such a place would hold the run up for ever. */
import type { FileSystem } from "./host.ts";

/** The bytes of a regular file, through links; undefined for anything else. Throws the system's error. */
export function readRegularFile(fs: FileSystem, path: string): Uint8Array | undefined {
  return fs.stat(path).kind === "file" ? fs.readFile(path) : undefined;
}
