/** What every stage of a run is handed: the request with all that was built from it. */
import type { Host } from "../host/host.ts";
import type { Engine } from "../match/engine.ts";
import type { Job } from "../model/job.ts";
import type { Request } from "../model/request.ts";
import type { EngineSpec } from "../model/spec.ts";
import type { Where } from "../plan/plan-files.ts";
import type { RunHooks } from "./runner.ts";
import type { TimeLimit } from "./time-limit.ts";

export interface Run {
  readonly request: Request;
  readonly spec: EngineSpec;
  readonly engine: Engine;
  readonly job: Job;
  readonly where: Where;
  readonly host: Host;
  readonly hooks: RunHooks;
  readonly limit: TimeLimit | undefined;
  /** Ends the run, with the problem to tell as its reason. */
  readonly signal: AbortSignal | undefined;
  /** Of `host.elapsed()`. */
  readonly started: number;
}
