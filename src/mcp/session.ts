/** Opens a root for a server: what its calls share from then on. */
import type { Host } from "../host/host.ts";
import { problem, notEntered } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { absolutePath } from "../host/asked-path.ts";
import type { Session } from "./context.ts";
import { Gate } from "./gate.ts";
import { PlanStore } from "./plan-store.ts";
import { Turns } from "./turns.ts";

/** Runs that search at the same time; each has all threads. */
const searchesAtOnce = 2;

/** The working directory when no root is given. */
export function openSession(given: string | undefined, host: Host): Result<Session> {
  const path = absolutePath(given ?? ".", host);
  try {
    const root = host.fs.realPath(path);
    if (host.fs.stat(root).kind !== "directory")
      return failure(problem("walk", `cannot serve ${path}: it is no directory`, { path, remedies: [] }));
    const rooted = Object.create(host, { cwd: { value: root, enumerable: true } }) as Host;
    const plans = new PlanStore(root, rooted);
    return success({ root, host: rooted, plans, turns: new Turns(), searching: new Gate(searchesAtOnce) });
  } catch (error) {
    return failure(notEntered(error, path));
  }
}
