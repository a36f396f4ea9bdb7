/** What a worker of the pool does: it takes part in one run. Message in, messages out. */
import { createReader } from "../host/reader.ts";
import { holdsTrees, releaseTrees } from "../match/ast/napi.ts";
import { createProcessor } from "../match/process.ts";
import { Listing } from "../model/listing.ts";
import { internalProblem } from "../model/bug.ts";
import { buildEngine } from "./build.ts";
import { Consumer } from "./consume.ts";
import { Log } from "./log.ts";
import { progressAt, signsOf, type DrainEnd, type DrainTask, type ResultsMessage } from "./protocol.ts";

/** Results of about this many bytes travel in one message. */
const messageWeight = 256 * 1024;

/** What takes results on their way to the thread that asked for them. */
export type Send = (message: ResultsMessage) => void;

/** Takes part in one run until its log is used up. Never throws. */
export async function drain(task: DrainTask, post: Send): Promise<DrainEnd> {
  const progress = new Int32Array(task.progress);
  Atomics.store(progress, progressAt.started, 1);
  try {
    return await takePart(task, progress, post);
  } catch (error) {
    return { messages: progress[progressAt.messages]!, problem: internalProblem(error) };
  }
}

async function takePart(task: DrainTask, progress: Int32Array, post: Send): Promise<DrainEnd> {
  const { job } = task;
  const engine = await buildEngine(job.engine, (line) => void Atomics.store(progress, progressAt.line, line));
  if (!engine.ok) return { messages: 0, problem: engine.problem };
  const log = new Log(task.log);
  const listing = new Listing(task.listing);
  const reader = createReader(listing, { ffi: task.ffi, signs: signsOf(progress) });
  const hasFailed = (): boolean => task.decisive && consumer.failed;
  const stops = (): boolean => log.aborted || hasFailed();
  const pauses = (): boolean => stops() || holdsTrees();
  const send = (): void => {
    post({ worker: task.worker, ...consumer.takeResults() });
    Atomics.add(progress, progressAt.messages, 1);
  };
  const consumer = new Consumer(listing, reader, createProcessor(job, engine.value), job, progress, pauses);
  while (log.take(listing) === "claimed") {
    for (let done = 0; done < listing.count && !stops();) {
      done = consumer.sweep(done);
      if (consumer.pending) {
        await consumer.pending;
        if (task.eager) await turn();
      }
      const release = releaseTrees();
      if (release) await release;
    }
    if (hasFailed()) log.cut();
    if (task.eager || consumer.weight > messageWeight) send();
    consumer.leave();
  }
  send();
  return { messages: progress[progressAt.messages]! };
}

/** What a script left to reject on its own ends the thread in it, at the file that it was left by. */
function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
