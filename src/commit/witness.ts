/** Looks at a file so that what it says cannot be outdated by a writer that already has the file open. */
import type { Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { readOpen } from "./files.ts";
import type { ContentTest } from "./preimage.ts";

/** `busy`: somebody has it open for writing and does not let go of it. */
export type Verdict = "same" | "changed" | "busy";

const waits = 25;
const waitMs = 20;

/**
 * Whether a file that has just lost its name, or is about to be written into, holds what is expected of it.
 * Where the system has leases none is granted while somebody has the file open for writing, so the answer is final;
 * elsewhere it is that of the moment.
 */
export function examine(path: AbsolutePath, expected: ContentTest, host: Host): Verdict {
  const { fs } = host;
  const file = fs.open(path, "read");
  try {
    if (!waitForWriters(file, host)) return "busy";
    return expected(readOpen(fs, file)) ? "same" : "changed";
  } finally {
    fs.close(file);
  }
}

function waitForWriters(file: number, host: Host): boolean {
  for (let attempt = 0; attempt < waits; attempt++) {
    if (host.native.lease?.(file, "read") !== "busy") return true;
    host.sleep(waitMs);
  }
  return false;
}
