/** One thread's share of the work: opens each file of a listing, hands it to the processor, and keeps what comes of it. */
import type { FileReader } from "../host/reader.ts";
import type { Dismissal } from "../match/dismiss.ts";
import type { SourceFile } from "../match/engine.ts";
import type { Processor } from "../match/process.ts";
import { glue, glueWhole } from "../model/glue.ts";
import type { Job } from "../model/job.ts";
import type { Listing } from "../model/listing.ts";
import type { FileOutcome, MatchedOutcome } from "../model/outcome.ts";
import { systemProblem } from "../model/problem.ts";
import { RunStopped, WindowFull } from "../model/window.ts";
import { progressAt, type Results } from "./protocol.ts";

/** Most files that are skimmed before whoever drives the consumer is asked whether to pause. */
const skimmedFiles = 16;

export class Consumer {
  static {
    glue(this.prototype.sweep, this.prototype.leave);
  }
  readonly #listing: Listing;
  readonly #reader: FileReader;
  readonly #processor: Processor;
  readonly #progress: Int32Array;
  readonly #warns: boolean;
  readonly #dismisses: Processor["dismisses"];
  readonly #pauses: () => boolean;
  /** The file that `sweep` stopped behind, while a script works on it. */
  pending: Promise<void> | undefined;
  #outcomes: FileOutcome[] = [];
  #filesScanned = 0;
  #unlisted = 0;
  #handedOver = 0;
  #bytesRead = 0;
  #weight = 0;
  #failed = false;

  /** `pauses`: whether whoever drives the consumer wants the thread back after a file. */
  constructor(
    listing: Listing,
    reader: FileReader,
    processor: Processor,
    job: Job,
    progress: Int32Array,
    pauses: () => boolean,
  ) {
    glue(this.#file, this.#search, this.#searched, this.#skim);
    this.#listing = listing;
    this.#reader = reader;
    this.#processor = processor;
    this.#progress = progress;
    this.#dismisses = processor.dismisses;
    this.#pauses = pauses;
    this.#warns = job.verb === "check" || job.verb === "apply";
  }

  /** How much is kept; a measure for when to pass it on. */
  get weight(): number {
    return this.#weight;
  }

  /** Some file has failed. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Files and bytes since the beginning. */
  get progress(): { readonly files: number; readonly bytes: number } {
    return { files: this.#handedOver + this.#filesScanned, bytes: this.#reader.bytesRead };
  }

  /** Searches the files of the listing from number `from` on, until one is pending or it is time to pause. Returns how many are done. */
  sweep(from: number): number {
    const { count } = this.#listing;
    for (let index = from; index < count;) {
      index = this.#dismisses ? this.#skim(index, count, this.#dismisses) : this.#search(index);
      if (this.pending || this.#pauses()) return index;
    }
    return count;
  }

  /** Searches some files, up to the first that takes more than a look. */
  #skim(from: number, count: number, dismisses: Dismissal): number {
    const to = Math.min(from + skimmedFiles, count);
    const index = this.#reader.skim(from, to, dismisses);
    this.#filesScanned += index - from;
    return index === to ? to : this.#search(index);
  }

  /** Searches one file, which may be open. */
  #search(index: number): number {
    this.pending = this.#file(index);
    return index + 1;
  }

  /** A promise only where a script computes replacements, or something has to be loaded first. */
  #file(index: number): Promise<void> | undefined {
    const reader = this.#reader;
    const file = new ListedFile(this.#listing, index);
    try {
      if (!reader.isOpen) {
        if (!this.#processor.accepts(file)) return undefined;
        reader.open(index);
        // What an engine learned of a window holds until it is asked about the next.
        this.#dismisses?.(reader);
      }
      const made = this.#processor.process(reader, file);
      if (made instanceof Promise) return this.#settle(made, file);
      this.#searched(made);
    } catch (error) {
      this.#unread(error, file);
    }
    reader.close();
    return undefined;
  }

  /** Every file of the listing is done. */
  leave(): void {
    this.#reader.leave();
    Atomics.store(this.#progress, progressAt.file, -1);
    this.#tell();
  }

  #tell(): void {
    this.#progress[progressAt.filesScanned] = this.#handedOver + this.#filesScanned;
    this.#progress[progressAt.kilobytesRead] = Math.floor(this.#reader.bytesRead / 1024);
  }

  /** Hands over what has come together. */
  takeResults(): Results {
    const results = {
      outcomes: this.#outcomes,
      filesScanned: this.#filesScanned,
      unlisted: this.#unlisted,
      bytesRead: this.#reader.bytesRead - this.#bytesRead,
    };
    this.#outcomes = [];
    this.#handedOver += this.#filesScanned;
    this.#filesScanned = 0;
    this.#unlisted = 0;
    this.#bytesRead = this.#reader.bytesRead;
    this.#weight = 0;
    return results;
  }

  async #settle(made: Promise<FileOutcome | undefined>, file: SourceFile): Promise<void> {
    try {
      this.#searched(await made);
    } catch (error) {
      this.#unread(error, file);
    } finally {
      this.#reader.close();
      this.#tell();
    }
  }

  #searched(outcome: FileOutcome | undefined): void {
    if (!outcome) {
      this.#filesScanned++;
      return;
    }
    if (isBareCount(outcome)) {
      this.#filesScanned++;
      this.#unlisted += outcome.count;
      return;
    }
    if (outcome.kind === "failed") this.#failed = true;
    else if (outcome.kind !== "skipped") this.#filesScanned++;
    this.#outcomes.push(outcome);
    this.#weight += weightOf(outcome);
  }

  /** The system's errors are outcomes; anything else is a bug and goes on as one. */
  #unread(error: unknown, file: SourceFile): void {
    const { path, named } = file;
    if (error instanceof RunStopped) return;
    if (error instanceof WindowFull) {
      this.#searched({ kind: "skipped", path, reason: "too_large" });
      return;
    }
    if (typeof (error as { syscall?: unknown }).syscall !== "string") throw error;
    const found = systemProblem("io", error, "read", path);
    if (named) this.#searched({ kind: "failed", path, problem: { ...found, remedies: [] } });
    else {
      const warnings = this.#warns ? [{ code: "unreadable", message: found.message, path }] : undefined;
      this.#searched({ kind: "skipped", path, reason: "unreadable", ...(warnings && { warnings }) });
    }
  }
}

/** A file of a listing; its path becomes a string only where it is asked for. */
export class ListedFile implements SourceFile {
  static {
    glueWhole(this);
  }
  readonly #listing: Listing;
  readonly #index: number;
  #path: string | undefined;

  constructor(listing: Listing, index: number) {
    this.#listing = listing;
    this.#index = index;
  }

  get path(): string {
    return (this.#path ??= this.#listing.shownPath(this.#index));
  }

  get named(): boolean {
    return this.#listing.named;
  }
}

glue(weightOf);

/** Nothing can be told of the file but how many matches it holds. */
function isBareCount(outcome: FileOutcome): outcome is MatchedOutcome {
  return outcome.kind === "matched" && outcome.matches.length === 0 && outcome.warnings === undefined;
}

/** Roughly bytes. */
function weightOf(outcome: FileOutcome): number {
  if (outcome.kind === "matched") return 200 + outcome.matches.length * 100;
  if (outcome.kind !== "changed") return 200;
  const { edits, hunks, listed } = outcome.change;
  return 400 + edits.count * 12 + edits.inserted.length + (hunks?.length ?? 0) + (listed?.length ?? 0) * 150;
}
