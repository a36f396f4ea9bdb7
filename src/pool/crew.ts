/**
 * The workers of one run, each with one long task on a thread of its own: draining the log.
 *
 * Nothing waits for a worker to start unless it alone may do the work. A worker that cannot be loaded, dies, or gives no
 * sign of life ends as data, and what it held is told apart from what it had handed over.
 */
import { problem, type Problem } from "../model/problem.ts";
import type { Job } from "../model/job.ts";
import { Listing, listingBytes } from "../model/listing.ts";
import type { SharedLog } from "./log.ts";
import { progressAt, progressInts, type DrainTask, type Results, type ResultsMessage } from "./protocol.ts";
import type { Threads, ThreadsOptions } from "./threads.ts";

export interface CrewOptions {
  readonly job: Job;
  readonly log: SharedLog;
  readonly eager: boolean;
  /** The first file that fails ends the run. */
  readonly decisive: boolean;
  readonly ffi: boolean;
  readonly threads: (events: Pick<ThreadsOptions, "onResults" | "onError">) => Threads;
  readonly deadlines: Deadlines;
  readonly onResults: (results: Results) => void;
  /** A worker is gone before its time. */
  readonly onLoss: (loss: Loss) => void;
}

/** In milliseconds. */
export interface Deadlines {
  /** From being asked for until a worker begins. */
  readonly start: number;
  /** Without a sign of life in the middle of a file. */
  readonly silence: number;
}

export interface Loss {
  readonly problem: Problem;
  /** What the worker was at, when it was at something. */
  readonly held?: {
    readonly listing: Listing;
    readonly file: number;
    /** Of the match that a script was called for last; undefined before the first. */
    readonly line: number | undefined;
    readonly silent: boolean;
    /** What ended the worker. */
    readonly cause: Error;
  };
}

interface Member {
  readonly index: number;
  readonly listing: SharedArrayBuffer;
  readonly progress: Int32Array;
  readonly stop: AbortController;
  readonly asked: number;
  received: number;
  lastBeat: number;
  lastSign: number;
  silent: boolean;
  /** Why it could not begin. */
  cause: string | undefined;
}

const watchInterval = 25;
/** How long messages that were sent may take to arrive after their worker has ended. */
const lateMessages = 1000;
/** How long stopping the workers may take before the run goes on without waiting. */
const stopDeadline = 250;

export class Crew {
  readonly #options: CrewOptions;
  readonly #members = new Set<Member>();
  /** The shared numbers of every worker there was. */
  readonly #all: Int32Array[] = [];
  readonly #watch: Timer;
  readonly #threads: Threads;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(options: CrewOptions) {
    this.#options = options;
    this.#threads = options.threads({
      onResults: (message) => this.#receive(message),
      onError: (error) => this.#notLoaded(error),
    });
    this.#watch = setInterval(() => this.#lookAfter(), watchInterval);
  }

  /** Some worker has begun and not ended, or may still begin. */
  get working(): boolean {
    return this.#members.size > 1;
  }

  /** Files and bytes of all workers so far. */
  get progress(): { readonly files: number; readonly bytes: number } {
    let files = 0;
    let kilobytes = 0;
    for (const progress of this.#all) {
      files += progress[progressAt.filesScanned]!;
      kilobytes += progress[progressAt.kilobytesRead]!;
    }
    return { files, bytes: kilobytes * 1024 };
  }

  /** Asks for one more worker; it begins when it begins. */
  add(): void {
    const member = this.#member();
    this.#members.add(member);
    void this.#run(member).then(() => {
      this.#members.delete(member);
      this.#wake();
    });
  }

  /** Resolves when every worker has ended; with `begun`, those that have not begun by now do not count. */
  async ended(which: "all" | "begun"): Promise<void> {
    while (this.#waitsFor(which)) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Stops all workers, whatever they are at. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#watch);
    this.#wake();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, stopDeadline);
    await Promise.race([this.#threads.stop(), promise]);
    clearTimeout(timer);
  }

  #waitsFor(which: "all" | "begun"): boolean {
    if (this.#stopped) return false;
    for (const { progress } of this.#members)
      if (which === "all" || Atomics.load(progress, progressAt.started) === 1) return true;
    return false;
  }

  #member(): Member {
    const progress = new Int32Array(new SharedArrayBuffer(progressInts * 4));
    progress[progressAt.file] = -1;
    const now = performance.now();
    return {
      index: this.#all.push(progress) - 1,
      listing: new SharedArrayBuffer(listingBytes),
      progress,
      stop: new AbortController(),
      asked: now,
      received: 0,
      lastBeat: 0,
      lastSign: now,
      silent: false,
      cause: undefined,
    };
  }

  async #run(member: Member): Promise<void> {
    try {
      const end = await this.#threads.run(this.#task(member), member.stop.signal);
      await this.#arrived(member, end.messages);
      if (end.problem) this.#options.onLoss({ problem: end.problem });
    } catch (error) {
      if (!this.#stopped) await this.#lost(member, error as Error);
    }
  }

  #task(member: Member): DrainTask {
    const { job, log, eager, decisive, ffi } = this.#options;
    const { listing, progress } = member;
    const shared = progress.buffer as SharedArrayBuffer;
    return { worker: member.index, job, log, listing, progress: shared, eager, decisive, ffi };
  }

  /** A module that does not load ends its thread without an answer to the task, and would end the next one too. */
  #notLoaded(error: Error): void {
    for (const member of this.#members) {
      if (Atomics.load(member.progress, progressAt.started) === 1) continue;
      member.cause = error.message;
      member.stop.abort();
    }
  }

  #receive(message: ResultsMessage): void {
    for (const member of this.#members) if (member.index === message.worker) member.received++;
    this.#options.onResults(message);
    this.#wake();
  }

  /** Messages and the end of the task travel on different ways. */
  async #arrived(member: Member, messages: number): Promise<void> {
    const until = performance.now() + lateMessages;
    while (member.received < messages && performance.now() < until && !this.#stopped)
      await new Promise((resolve) => setTimeout(resolve, 1));
    if (member.received < messages && !this.#stopped)
      this.#options.onLoss({ problem: problem("worker_crashed", "a worker ended before its results arrived") });
  }

  async #lost(member: Member, error: Error): Promise<void> {
    const { progress } = member;
    if (Atomics.load(progress, progressAt.started) === 0) {
      this.#options.onLoss({ problem: startProblem(member.cause ?? error.message) });
      return;
    }
    await this.#arrived(member, Atomics.load(progress, progressAt.messages));
    const file = Atomics.load(progress, progressAt.file);
    const line = Atomics.load(progress, progressAt.line) || undefined;
    const held =
      file < 0 ? undefined : { listing: new Listing(member.listing), file, line, silent: member.silent, cause: error };
    this.#options.onLoss({ problem: lossProblem(member, error, held), ...(held && { held }) });
  }

  #lookAfter(): void {
    const now = performance.now();
    for (const member of this.#members) {
      const { progress } = member;
      if (Atomics.load(progress, progressAt.started) === 0) {
        if (now - member.asked > this.#options.deadlines.start) {
          member.cause = `it did not begin within ${this.#options.deadlines.start} ms`;
          member.stop.abort();
        }
        continue;
      }
      const beat = Atomics.load(progress, progressAt.beat);
      if (beat !== member.lastBeat || Atomics.load(progress, progressAt.file) < 0) {
        member.lastBeat = beat;
        member.lastSign = now;
      } else if (now - member.lastSign > this.#options.deadlines.silence) {
        member.silent = true;
        member.stop.abort();
      }
    }
  }
}

function startProblem(cause: string): Problem {
  return problem("thread_pool", `a worker could not be started: ${cause}`, {
    suggestion: "Run with one thread (threads 1).",
  });
}

function lossProblem(member: Member, error: Error, held: Loss["held"]): Problem {
  const cause = member.silent ? "gave no sign of life" : `ended before its work was done (${error.message})`;
  if (!held) return problem("worker_crashed", `a worker ${cause}`);
  const path = held.listing.shownPath(held.file);
  return problem("worker_crashed", `a worker ${cause} at ${path}`, { path });
}
