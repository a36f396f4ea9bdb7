/**
 * Looks for what every match must hold in files that only workers may search, and leaves to them those that have it. Where
 * few files have, or none, that is done before a worker could have started.
 */
import type { FileReader } from "../host/reader.ts";
import type { Engine } from "../match/engine.ts";
import { isRuledOut } from "../match/process.ts";
import type { Job } from "../model/job.ts";
import type { Listing } from "../model/listing.ts";
import type { Backlog } from "./backlog.ts";
import { ListedFile } from "./consume.ts";
import type { Results } from "./protocol.ts";

/** In files, after which it shows whether sifting is worth it: whether it rules out half of them. */
const taste = 128;

export class Sifter {
  readonly #listing: Listing;
  readonly #reader: FileReader;
  readonly #engine: Engine;
  readonly #job: Job;
  /** What may match a text that holds nothing rules no text out. */
  readonly #rulesOut: boolean;
  #seen = 0;
  #left = 0;
  #filesScanned = 0;
  #bytesLeft = 0;

  constructor(listing: Listing, reader: FileReader, engine: Engine, job: Job) {
    this.#listing = listing;
    this.#reader = reader;
    this.#engine = engine;
    this.#job = job;
    this.#rulesOut = !engine.mayMatch(new Uint8Array(0), 0, 0);
  }

  /** Leaves files of the listing to whoever claims from the backlog. */
  sift(into: Backlog): void {
    const { directory, named, count } = this.#listing;
    const all = this.#seen >= taste && this.#left * 2 > this.#seen;
    this.#seen += count;
    const left = this.#listing.names().filter((_, index) => all || !this.#isDone(index));
    this.#left += left.length;
    into.add(directory, left, named);
    this.#reader.leave();
    into.finish();
  }

  /** Bytes of the files left, as far as they were read. */
  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  takeResults(): Results {
    return { outcomes: [], filesScanned: this.#filesScanned, unlisted: 0, bytesRead: this.#reader.bytesRead };
  }

  /** Nothing is left to do with the file. What fails here fails again in a worker, which tells of it. */
  #isDone(index: number): boolean {
    if (!this.#engine.accepts(new ListedFile(this.#listing, index))) return true;
    if (!this.#rulesOut) return false;
    try {
      this.#reader.open(index);
      const done = isRuledOut(this.#job, this.#engine, this.#reader);
      if (done) this.#filesScanned++;
      else this.#bytesLeft += this.#reader.length;
      return done;
    } catch {
      return false;
    } finally {
      this.#reader.close();
    }
  }
}
