/** Takes a listing and hangs at its second file, in a loop that nothing interrupts. */
import { Listing } from "../../../src/model/listing.ts";
import { Log } from "../../../src/pool/log.ts";
import { progressAt, type DrainTask } from "../../../src/pool/protocol.ts";

export default function hang(task: DrainTask): never {
  const progress = new Int32Array(task.progress);
  Atomics.store(progress, progressAt.started, 1);
  new Log(task.log).take(new Listing(task.listing));
  Atomics.store(progress, progressAt.file, 1);
  for (;;) Math.random();
}
