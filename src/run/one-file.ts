/** Hard links: several names of one file come to one change, under the first name in path order. */
import type { Host } from "../host/host.ts";
import type { ChangedOutcome } from "../model/outcome.ts";
import { absolutePath } from "../host/asked-path.ts";

/** `changed` is in path order. A file that cannot be looked at is left for the commit to tell of. */
export function oncePerFile(changed: readonly ChangedOutcome[], host: Host): readonly ChangedOutcome[] {
  const seen = new Set<string>();
  return changed.filter(({ path }) => {
    const identity = sharedIdentity(absolutePath(path, host), host);
    if (identity === undefined) return true;
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}

/** Tells a file with several names; undefined for the common file with one. */
function sharedIdentity(path: string, host: Host): string | undefined {
  try {
    const { links, device, inode } = host.fs.stat(path);
    return links > 1 ? `${device}:${inode}` : undefined;
  } catch {
    return undefined;
  }
}
