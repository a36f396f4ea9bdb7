/** A worker of piscina, for jobs with a script: one task for each call. */
import { writeSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { refuseExit } from "../src/host/shelter.ts";
import { printToStandardError } from "../src/match/script/console.ts";
import { drain } from "../src/pool/drain.ts";
import type { DrainEnd, DrainTask } from "../src/pool/protocol.ts";

/** Would end the thread without a word about the place: a script that calls it fails there, as by anything it throws. */
refuseExit();

export default function run(task: DrainTask): Promise<DrainEnd> {
  if (task.eager) printToStandardError(writeNow);
  return drain(task, (message) => parentPort!.postMessage(message));
}

/** What goes through the streams of a worker is lost when it ends before the main thread has passed it on. */
function writeNow(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(2, bytes, at);
    } catch (error) {
      if ((error as { code?: string }).code !== "EAGAIN") return;
      Atomics.wait(pause, 0, 0, 1);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));
