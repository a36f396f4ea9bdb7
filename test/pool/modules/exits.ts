/** Begins and ends its own thread. */
import { progressAt, type DrainTask } from "../../../src/pool/protocol.ts";

export default function exit(task: DrainTask): never {
  Atomics.store(new Int32Array(task.progress), progressAt.started, 1);
  process.exit(7);
}
