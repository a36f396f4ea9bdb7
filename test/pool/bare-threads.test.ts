/** Threads of the runtime's own Worker: every way one can end is told, and none outlives `stop`. */
import { expect, test } from "bun:test";
import * as path from "node:path";
import { listingBytes } from "../../src/model/listing.ts";
import { BareThreads } from "../../src/pool/bare-threads.ts";
import { createLog, Log } from "../../src/pool/log.ts";
import { progressAt, progressInts, type DrainTask, type ResultsMessage } from "../../src/pool/protocol.ts";
import { jobOf, textSpec } from "./tree.ts";

const modules = path.join(import.meta.dir, "modules/bare");
const real = path.join(import.meta.dir, "../../workers/match.worker.ts");

function taskOver(directory: string, names: readonly string[]): DrainTask {
  const log = createLog();
  const writer = new Log(log);
  writer.append({ absolute: directory, shown: "" }, names, false);
  writer.close();
  const progress = new SharedArrayBuffer(progressInts * 4);
  new Int32Array(progress)[progressAt.file] = -1;
  const listing = new SharedArrayBuffer(listingBytes);
  return { worker: 3, job: jobOf(textSpec("serve")), log, listing, progress, eager: false, decisive: false, ffi: true };
}

function running(module: string): { threads: BareThreads; received: ResultsMessage[] } {
  const received: ResultsMessage[] = [];
  return { threads: new BareThreads({ module, onResults: (message) => received.push(message) }), received };
}

const never = new AbortController().signal;

test("a task runs to its end, and its results arrive before it", async () => {
  const { threads, received } = running(real);
  const end = await threads.run(taskOver(modules, ["exits.ts", "hangs.ts"]), never);
  expect(end).toEqual({ messages: 1 });
  expect(received).toMatchObject([{ worker: 3, filesScanned: 2 }]);
  expect(received[0]!.outcomes.map((outcome) => "path" in outcome && outcome.path)).toEqual(["exits.ts", "hangs.ts"]);
  await threads.stop();
});

const failures = [
  ["does not load", path.join(modules, "../unloadable.ts"), "this module does not load"],
  ["is missing", path.join(modules, "missing.ts"), "missing.ts"],
  ["ends itself", path.join(modules, "exits.ts"), "code 7"],
] as const;
for (const [what, module, message] of failures) {
  test(`a module that ${what} rejects`, async () => {
    const { threads } = running(module);
    await expect(threads.run(taskOver(modules, ["exits.ts", "hangs.ts"]), never)).rejects.toThrow(message);
    await threads.stop();
  });
}

for (const module of ["hangs", "no-answer"]) {
  test(`the signal ends a thread that is ${module === "hangs" ? "in a loop" : "waiting"}`, async () => {
    const { threads } = running(path.join(modules, `${module}.ts`));
    const task = taskOver(modules, ["exits.ts", "hangs.ts"]);
    const stop = new AbortController();
    const run = threads.run(task, stop.signal);
    const started = new Int32Array(task.progress);
    if (module === "hangs") while (Atomics.load(started, progressAt.started) === 0) await Bun.sleep(1);
    stop.abort();
    await expect(run).rejects.toThrow("stopped");
    await threads.stop();
  });
}

test("stop ends what runs", async () => {
  const { threads } = running(path.join(modules, "hangs.ts"));
  const runs = [1, 2].map(() => threads.run(taskOver(modules, ["exits.ts", "hangs.ts"]), never));
  const settled = Promise.allSettled(runs);
  await threads.stop();
  expect((await settled).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
