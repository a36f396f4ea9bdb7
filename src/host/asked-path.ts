/** Paths as people write them. Behind a link, `..` leads where the system goes: above what the link points at. */
import { posix } from "node:path";
import type { AbsolutePath } from "../model/path.ts";
import type { Host } from "./host.ts";

/** The path that the system is asked for, with all that is in it. */
export function askedPath(given: string, cwd: AbsolutePath): string {
  return posix.isAbsolute(given) ? given : `${cwd}/${given}`;
}

/** The same place without `.` and `..`; links that no `..` stands behind stay in it. */
export function absolutePath(given: string, host: Host): AbsolutePath {
  const plain = posix.resolve(host.cwd, given);
  if (!climbsBack.test(given)) return plain;
  const asked = askedPath(given, host.cwd);
  const head = /^.*\/\.\.(?=\/|$)/s.exec(asked)![0];
  const above = ifThere(head, host);
  if (above === undefined || above === ifThere(posix.resolve(head), host)) return plain;
  return posix.join(above, asked.slice(head.length));
}

/** `..` behind a name, which may be that of a link. */
const climbsBack = /(?:^|\/)(?!\.\.?\/)[^/]+\/(?:\.?\/)*\.\.(?:\/|$)/;

function ifThere(path: string, host: Host): AbsolutePath | undefined {
  try {
    return host.fs.realPath(path);
  } catch {
    return undefined;
  }
}
