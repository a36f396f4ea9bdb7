/** How long a run took and what it read: the only part of a report that differs from one run to the next. */
import type { Host } from "../host/host.ts";
import type { RunStats } from "../model/report.ts";

/** `started`: what `host.elapsed()` was when the run began. */
export function statsOf(
  started: number,
  { files, bytesRead, threads }: { readonly files: number; readonly bytesRead: number; readonly threads: number },
  host: Host,
): RunStats {
  const elapsed = Math.max(1, Math.round(host.elapsed() - started));
  return {
    elapsed_ms: elapsed,
    bytes_read: bytesRead,
    threads,
    files_per_second: Math.round((files * 1000) / elapsed),
  };
}
