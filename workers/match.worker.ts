/** A worker of piscina: one task for each call. */
import { parentPort } from "node:worker_threads";
import { drain } from "../src/pool/drain.ts";
import type { DrainEnd, DrainTask } from "../src/pool/protocol.ts";

export default function run(task: DrainTask): Promise<DrainEnd> {
  return drain(task, (message) => parentPort!.postMessage(message));
}
