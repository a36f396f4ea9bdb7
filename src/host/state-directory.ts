/** The user's own directory for what swath remembers: locks, records of applies outside of repositories, and plans of servers. */
import { posix } from "node:path";
import type { Host } from "./host.ts";

export const stateName = "swath";

export function stateDirectory({ env, home }: Pick<Host, "env" | "home">): string {
  const given = env["XDG_STATE_HOME"];
  return given?.startsWith("/") ? posix.resolve(given, stateName) : posix.resolve("/", home, ".local/state", stateName);
}
