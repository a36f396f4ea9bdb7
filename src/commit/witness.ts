/** Looks at a file so that what it says is not outdated by a writer before the file has lost its name. */
import type { FileStat, Host } from "../host/host.ts";
import type { AbsolutePath } from "../model/path.ts";
import { ifExists, readOpen } from "./files.ts";
import type { ContentTest } from "./preimage.ts";

/** `busy`: somebody has it open for writing and does not let go of it. */
export type Verdict = "same" | "changed" | "busy";

export interface Witness {
  readonly stat: FileStat;
  /** False when somebody has written into the file since, or waits to. */
  isUndisturbed(): boolean;
  /** From now on others may write again. */
  release(): void;
}

const waits = 250;
const waitMs = 2;

/**
 * A witness that the path leads to a file with the content expected.
 *
 * Where the system has leases, none is granted while somebody has the file open for writing, and whoever opens it for
 * writing afterwards waits until the witness is released: what it has seen is what is there. Elsewhere it looks again.
 */
export function witness(path: AbsolutePath, expected: ContentTest, host: Host): Witness | "changed" | "busy" {
  const { fs } = host;
  const file = ifExists(() => fs.open(path, "read"));
  if (file === undefined) return "changed";
  let seen: Witness | undefined;
  try {
    const lease = waitForWriters(file, host);
    if (lease === "busy") return "busy";
    const stat = fs.statOpen(file);
    if (!expected(readOpen(fs, file, lease === "held" ? stat.size : undefined))) return "changed";
    seen = {
      stat,
      isUndisturbed: () => (lease === "held" ? (host.native.leaseHolds?.(file) ?? true) : expected(readOpen(fs, file))),
      release: () => fs.close(file),
    };
    return seen;
  } finally {
    if (!seen) fs.close(file);
  }
}

/** The verdict of the moment. */
export function examine(path: AbsolutePath, expected: ContentTest, host: Host): Verdict {
  const seen = witness(path, expected, host);
  if (typeof seen === "string") return seen;
  seen.release();
  return "same";
}

function waitForWriters(file: number, host: Host): "held" | "busy" | "unavailable" {
  for (let attempt = 0; attempt < waits; attempt++) {
    const lease = host.native.lease?.(file, "read") ?? "unavailable";
    if (lease !== "busy") return lease;
    host.sleep(waitMs);
  }
  return "busy";
}
