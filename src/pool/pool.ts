/**
 * Runs a job on every file of a source. Files are walked, searched and counted at the same time: the walk goes on between
 * listings, workers take part once there is enough for them, and the calling thread takes part where it can leave again.
 *
 * The answer does not depend on how many threads there are or who searched what; the order of outcomes does.
 */
import { createReader } from "../host/reader.ts";
import type { Engine } from "../match/engine.ts";
import { createProcessor } from "../match/process.ts";
import type { Job } from "../model/job.ts";
import { Listing, listingBytes, type Directory } from "../model/listing.ts";
import type { FileOutcome } from "../model/outcome.ts";
import { stopProblem, type Problem } from "../model/problem.ts";
import { RunStopped } from "../model/window.ts";
import { Backlog } from "./backlog.ts";
import { Breath, progressInterval } from "./breath.ts";
import { Consumer } from "./consume.ts";
import { Crew, type Deadlines, type Loss } from "./crew.ts";
import { deadlinesFor, lostWorker, mayRunInline, maySift, scriptTimeout, threadsFor } from "./job-needs.ts";
import { createLog, Log } from "./log.ts";
import { progressInts, signsOf, type Results } from "./protocol.ts";
import { Sifter } from "./sift.ts";
import { threadCount } from "./thread-count.ts";

/** Takes files of one directory; false tells the planner that no more are wanted. */
export interface FileSink {
  files(directory: Directory, names: readonly string[], named: boolean): boolean;
}

/** Walks and gives its files to the sink. It yields now and then so that others can run; what it returns comes back with the result. */
export type FileSource<Planned> = (sink: FileSink) => Iterator<unknown, Planned>;

export interface PoolOptions<Planned> {
  /** The engine of the job, built on this thread. */
  readonly engine: Engine;
  /** Threads in all, this one included where it takes part. One for each core by default. */
  readonly threads?: number;
  /** False where this thread has to stay free, as in a server. */
  readonly inline?: boolean;
  /** Ends the run; a reason that is a problem becomes the result's. */
  readonly signal?: AbortSignal;
  /** A walk that failed: no file is searched any more. */
  readonly rejects?: (planned: Planned) => boolean;
  /** Files and bytes so far, some ten times a second. */
  readonly onProgress?: (files: number, bytes: number) => void;
  /** Read by system calls where they are bound. */
  readonly ffi?: boolean;
  /** The worker's module instead of the one that ships. */
  readonly module?: string;
  readonly deadlines?: Partial<Deadlines>;
  /** How many files make workers worth their start. */
  readonly worthwhile?: number;
}

export interface PoolResult<Planned> {
  readonly outcomes: readonly FileOutcome[];
  /** Files that were searched. */
  readonly filesScanned: number;
  /** Matches in files that have no outcome, since none of them are listed. */
  readonly unlisted: number;
  readonly bytesRead: number;
  readonly threads: number;
  /** What the walk returned; undefined when it was cut short. */
  readonly planned: Planned | undefined;
  /** Why the run ended early: what is above is what it had until then. */
  readonly problem?: Problem;
}

export function runPool<Planned>(
  job: Job,
  source: FileSource<Planned>,
  options: PoolOptions<Planned>,
): Promise<PoolResult<Planned>> {
  return new PoolRun(job, options).run(source);
}

/** In files. A worker costs some 50 ms of processor time, most of it for code that is compiled again: as much as searching so many. */
const worthwhileFiles = 5_000;
/** In files: binding the system calls costs more than they save on fewer. */
const boundFiles = 1500;
/** Most files that are sifted before workers start: they take no longer than the start of one. */
const siftedFiles = 2000;
/** In milliseconds that this thread would still need alone. */
const worthwhileTime = 250;
/** In milliseconds of searching, after which the time for the rest is guessed: the first files run in cold code. */
const tasteTime = 50;
/** What makes one more worker worth its start where work is parsing: so many files, or so many bytes. */
const workerFiles = 16;
const workerBytes = 256 * 1024;
/** Files of a listing whose work is parsing: a thread that is left with the last one keeps the others waiting. */
const parsedFiles = 4;
/** Listings held back before the walk waits. */
const mostHeld = 4096;

class PoolRun<Planned> {
  readonly #job: Job;
  readonly #options: PoolOptions<Planned>;
  readonly #threads: number;
  readonly #inline: boolean;
  /** Files to be searched; while they are sifted, those that are left. */
  #backlog: Backlog;
  #sifts: boolean;
  readonly #breath: Breath;
  readonly #scripted: boolean;
  readonly #listing = new Listing(new ArrayBuffer(listingBytes));
  readonly #parts: Results[] = [];
  readonly #abandoned: { readonly listing: Listing; readonly file: number }[] = [];
  #consumer: Consumer | undefined;
  #log: Log | undefined;
  #crew: Crew | undefined;
  #hired = 0;
  #problem: Problem | undefined;
  #ended = false;
  #isCut = false;

  constructor(job: Job, options: PoolOptions<Planned>) {
    this.#job = job;
    this.#options = options;
    const threads = threadCount(options.threads);
    this.#threads = threads.ok ? threads.value : 1;
    if (!threads.ok) this.#problem = threads.problem;
    this.#inline = options.inline !== false && mayRunInline(job);
    this.#sifts = options.inline !== false && maySift(job);
    this.#scripted = scriptTimeout(job) !== undefined;
    this.#breath = new Breath(options.onProgress && (() => this.#tellProgress()));
    this.#backlog = this.#newBacklog();
  }

  async run(source: FileSource<Planned>): Promise<PoolResult<Planned>> {
    const { signal } = this.#options;
    const onAbort = (): void => this.#end(stopProblem(signal!));
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort);
    try {
      const planned = await this.#walk(source);
      await this.#drain();
      return this.#result(planned);
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#log?.abort();
      const stopping = this.#crew?.stop();
      if (this.#problem) await stopping;
    }
  }

  async #walk(source: FileSource<Planned>): Promise<Planned | undefined> {
    this.#breath.begin();
    const walk = source({ files: (directory, names, named) => this.#take(directory, names, named) });
    while (!this.#problem) {
      const step = walk.next();
      if (step.done) {
        this.#backlog.finish();
        if (this.#options.rejects?.(step.value)) this.#end();
        return step.value;
      }
      this.#staff();
      this.#backlog.publish();
      if (this.#breath.isDue) await this.#breath.take();
      while (this.#backlog.held > mostHeld && !this.#ended && !this.#isCut) await this.#relieve();
    }
    walk.return?.();
    return undefined;
  }

  #take(directory: Directory, names: readonly string[], named: boolean): boolean {
    this.#backlog.add(directory, names, named);
    return !this.#ended;
  }

  async #drain(): Promise<void> {
    if (this.#sifts && !this.#crew) await this.#sift();
    this.#staff();
    const started = performance.now();
    for (let done = 1; this.#inline && !this.#ended && this.#backlog.claim(this.#listing); done++) {
      if (this.#backlog.held === 0) this.#log?.close();
      await this.#search();
      const spent = performance.now() - started;
      if (!this.#crew && spent > tasteTime && (spent / done) * this.#backlog.held > worthwhileTime)
        this.#hire(this.#threads - 1);
    }
    await this.#leaveToCrew();
    while (this.#abandoned.length > 0 && !this.#ended) {
      this.#takeUp();
      await this.#leaveToCrew();
    }
  }

  async #leaveToCrew(): Promise<void> {
    const ticker = this.#options.onProgress && setInterval(() => this.#tellProgress(), progressInterval);
    try {
      for (;;) {
        this.#backlog.publish();
        if (this.#backlog.held === 0 || this.#ended || this.#isCut) break;
        await pause(1);
      }
      this.#log?.close();
      await this.#crew?.ended(this.#inline ? "begun" : "all");
    } finally {
      clearInterval(ticker);
    }
  }

  /** Asks for as many workers as the files known by now are worth. `bytes`: what is known of their sizes. */
  #staff(bytes = 0): void {
    const { files } = this.#backlog;
    if (this.#inline) {
      if (files > (this.#options.worthwhile ?? worthwhileFiles)) this.#hire(this.#threads - 1);
    } else if (files > (this.#sifts ? siftedFiles : 0)) {
      this.#hire(Math.min(this.#threads, 1 + Math.floor(Math.max(files / workerFiles, bytes / workerBytes))));
    }
  }

  /** Workers start for what is left, and while more is sifted. */
  async #sift(): Promise<void> {
    const waiting = this.#backlog;
    this.#backlog = this.#newBacklog();
    this.#sifts = false;
    const reader = createReader(this.#listing, { ffi: false, signs: signsOf(new Int32Array(progressInts)) });
    const sifter = new Sifter(this.#listing, reader, this.#options.engine, this.#job);
    while (!this.#ended && waiting.claim(this.#listing)) {
      sifter.sift(this.#backlog);
      this.#staff(sifter.bytesLeft);
      this.#backlog.publish();
      if (this.#breath.isDue) await this.#breath.take();
    }
    this.#parts.push(sifter.takeResults());
  }

  #hire(workers: number): void {
    if (workers === 0 || this.#ended || this.#isCut) return;
    if (!this.#crew) {
      const log = createLog();
      this.#log = new Log(log);
      this.#backlog.share(this.#log);
      this.#crew = new Crew({
        job: this.#job,
        log,
        eager: this.#scripted,
        decisive: this.#decisive,
        ffi: this.#options.ffi ?? true,
        threads: (events) => threadsFor(this.#job, { module: this.#options.module, most: this.#threads, ...events }),
        deadlines: { ...deadlinesFor(this.#job), ...this.#options.deadlines },
        onResults: (results) => this.#receive(results),
        onLoss: (loss) => this.#lose(loss),
      });
    }
    for (; this.#hired < workers; this.#hired++) this.#crew.add();
  }

  #newBacklog(): Backlog {
    return this.#inline || this.#scripted ? new Backlog() : new Backlog(parsedFiles);
  }

  /** A script may take its whole time for every file, so that a run which cannot be partial does not look for more failures. */
  get #decisive(): boolean {
    return this.#scripted && !this.#job.partial;
  }

  #receive(results: Results): void {
    this.#parts.push(results);
    if (this.#decisive && results.outcomes.some(({ kind }) => kind === "failed")) this.#cut();
  }

  /** No file is handed out any more; the walk goes on, since what it finds weighs more. */
  #cut(): void {
    this.#isCut = true;
    this.#log?.cut();
  }

  /** Searches the listing that was claimed. */
  async #search(): Promise<void> {
    const consumer = (this.#consumer ??= this.#consume());
    const { count } = this.#listing;
    for (let done = 0; done < count && !this.#ended;) {
      done = consumer.sweep(done);
      if (consumer.pending) await consumer.pending;
      if (this.#breath.isDue) await this.#breath.take();
    }
    consumer.leave();
  }

  #consume(): Consumer {
    const { engine, ffi } = this.#options;
    const progress = new Int32Array(progressInts);
    const reader = createReader(this.#listing, {
      ffi: ffi ?? this.#backlog.files > boundFiles,
      signs: signsOf(progress),
      rest: () => (this.#breath.isDue ? this.#breatheInFile() : undefined),
    });
    const processor = createProcessor(this.#job, engine);
    return new Consumer(this.#listing, reader, processor, this.#job, progress, () => this.#breath.isDue);
  }

  async #relieve(): Promise<void> {
    if (this.#inline && this.#backlog.claim(this.#listing)) await this.#search();
    else await pause(1);
    this.#backlog.publish();
  }

  async #breatheInFile(): Promise<void> {
    await this.#breath.take();
    if (this.#ended) throw new RunStopped("the run has ended");
  }

  #tellProgress(): void {
    const own = this.#consumer?.progress;
    const others = this.#crew?.progress;
    this.#options.onProgress?.((own?.files ?? 0) + (others?.files ?? 0), (own?.bytes ?? 0) + (others?.bytes ?? 0));
  }

  /** The run goes on after a script took its worker with it; any other loss ends it. */
  #lose({ problem: cause, held }: Loss): void {
    if (cause.kind === "thread_pool" && (this.#inline || this.#crew!.working)) return;
    if (!held || !this.#scripted) {
      this.#end(cause);
      return;
    }
    const { listing, file, line, silent, cause: said } = held;
    const path = listing.shownPath(file);
    const failed: FileOutcome = {
      kind: "failed",
      path,
      problem: lostWorker(this.#job, { path, ...(line !== undefined && { line }) }, silent ? undefined : said),
    };
    this.#receive({ outcomes: [failed], filesScanned: 0, unlisted: 0, bytesRead: 0 });
    if (this.#isCut) return;
    this.#abandoned.push({ listing, file });
    this.#crew!.add();
  }

  /** What lost workers held goes through the log once more, without the files that cost them. */
  #takeUp(): void {
    for (const { listing, file } of this.#abandoned.splice(0)) {
      const names = listing.names().filter((_, index) => index !== file);
      this.#backlog.add(listing.directory, names, listing.named);
    }
    this.#backlog.finish();
    this.#log!.reopen();
    this.#crew!.add();
  }

  #end(cause?: Problem): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#problem ??= cause;
    this.#log?.abort();
    void this.#crew?.stop();
  }

  #result(planned: Planned | undefined): PoolResult<Planned> {
    const parts = this.#consumer ? [...this.#parts, this.#consumer.takeResults()] : this.#parts;
    return {
      outcomes: parts.flatMap((part) => part.outcomes),
      filesScanned: parts.reduce((sum, part) => sum + part.filesScanned, 0),
      unlisted: parts.reduce((sum, part) => sum + part.unlisted, 0),
      bytesRead: parts.reduce((sum, part) => sum + part.bytesRead, 0),
      threads: Math.max(this.#hired + (this.#inline ? 1 : 0), 1),
      planned,
      ...(this.#problem && { problem: this.#problem }),
    };
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
