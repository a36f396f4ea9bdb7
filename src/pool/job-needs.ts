/** What a job asks of the pool, by its kind: where it may run, on which threads, and for how long. */
import * as path from "node:path";
import {
  errorText,
  placeDetails,
  placeInScript,
  scriptName,
  showPlace,
  tookTooLong,
  type MatchPlace,
} from "../match/script/stack.ts";
import type { Job } from "../model/job.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { ScriptSpec } from "../model/spec.ts";
import { BareThreads } from "./bare-threads.ts";
import type { Deadlines } from "./crew.ts";
import { PiscinaThreads } from "./piscina-threads.ts";
import type { Threads, ThreadsOptions } from "./threads.ts";

/** Whether the thread that also hears signals and timers may work on the files of a job. */
export function mayRunInline({ engine }: Job): boolean {
  if (engine.kind === "text") return engine.script === undefined;
  return (engine.kind === "rename" || engine.kind === "rename_map") && engine.lang === undefined;
}

/** Whether this thread may look for what every match must hold in files that workers search. A script may see them all. */
export function maySift({ engine, encoding }: Job): boolean {
  return (
    (engine.kind === "structural" ? engine.script === undefined : engine.kind === "rules") && encoding === undefined
  );
}

/** Seconds a script may take for a file; undefined for a job without one. */
export function scriptTimeout(job: Job): number | undefined {
  return scriptOf(job)?.timeout;
}

function scriptOf({ engine }: Job): ScriptSpec | undefined {
  return engine.kind === "text" || engine.kind === "structural" ? engine.script : undefined;
}

/** Scripts may ask for more of Node than the runtime's own threads have; other jobs may be done before a pool has started. */
export function threadsFor(
  job: Job,
  { module, ...options }: Omit<ThreadsOptions, "module"> & { readonly module: string | undefined },
): Threads {
  if (scriptTimeout(job) === undefined) return new BareThreads({ module: module ?? workerModule("match"), ...options });
  return new PiscinaThreads({ module: module ?? workerModule("script"), ...options });
}

/** In the sources and in a bundle alike, which keeps the folders and is as deep as this file. */
function workerModule(name: "match" | "script"): string {
  return path.join(import.meta.dir, `../../workers/${name}.worker${path.extname(import.meta.path)}`);
}

const startDeadline = 10_000;
const silenceDeadline = 120_000;

export function deadlinesFor(job: Job): Deadlines {
  const seconds = scriptTimeout(job);
  return { start: startDeadline, silence: seconds === undefined ? silenceDeadline : scriptSilence(seconds) };
}

/**
 * A script that runs for too long is ended where it is called, and that names the line; a worker is ended only when that
 * failed, after the two passes that a file may take.
 */
function scriptSilence(seconds: number): number {
  return 2 * seconds * 1000 + 2000;
}

/** A script has cost its worker at a match. `cause`: what ended the worker; undefined for one that gave no sign of life. */
export function lostWorker(job: Job, place: MatchPlace, cause: Error | undefined): Problem {
  const spec = scriptOf(job)!;
  if (cause === undefined) return tookTooLong(spec, place);
  const script = scriptName(spec.file);
  const at = placeInScript(cause, spec.file);
  const shown = at ? `${script}:${at.line}:${at.column}` : script;
  return problem("script_runtime", `${shown} ended its worker: ${errorText(cause)}, at ${showPlace(place)}`, {
    ...place,
    details: { script, ...placeDetails(at) },
  });
}
