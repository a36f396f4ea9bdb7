/** Files on their way from the planner to the consumers: gathered into listings, held back where the shared log is full. */
import { glue } from "../model/glue.ts";
import { fitsListing, type Directory, type Listing } from "../model/listing.ts";
import type { Log } from "./log.ts";

interface Pending {
  readonly directory: Directory;
  readonly names: string[];
  readonly named: boolean;
  /** UTF-16 units of all texts. */
  units: number;
}

export class Backlog {
  static {
    glue(this.prototype.add, this.prototype.publish, this.prototype.claim);
  }
  readonly #queue: Pending[] = [];
  #first = 0;
  #current: Pending | undefined;
  #log: Log | undefined;
  /** Files taken so far. */
  files = 0;
  readonly #most: number;

  /** `most`: files of a listing, where it would hold more. */
  constructor(most = Infinity) {
    this.#most = most;
  }

  /** Listings held back here. */
  get held(): number {
    return this.#queue.length - this.#first;
  }

  add(directory: Directory, name: string, named: boolean): void {
    this.files++;
    const current = this.#current;
    if (
      current &&
      current.named === named &&
      current.names.length < this.#most &&
      (current.directory === directory || current.directory.absolute === directory.absolute) &&
      fitsListing(current.units + name.length, current.names.length + 1)
    ) {
      current.names.push(name);
      current.units += name.length;
      return;
    }
    this.finish();
    const units = directory.absolute.length + directory.shown.length + name.length;
    this.#current = { directory, names: [name], named, units };
  }

  /** The listing that is being gathered is complete. */
  finish(): void {
    if (this.#current) this.#queue.push(this.#current);
    this.#current = undefined;
  }

  /** From now on other threads take part: listings go to the log as far as it has room. */
  share(log: Log): void {
    this.#log = log;
    this.publish();
  }

  publish(): void {
    const log = this.#log;
    if (!log) return;
    while (this.held > 0) {
      const { directory, names, named } = this.#queue[this.#first]!;
      if (!log.append(directory, names, named)) return;
      this.#drop();
    }
  }

  /** Takes one listing for this thread. */
  claim(into: Listing): boolean {
    if (this.#log) {
      this.publish();
      if (this.#log.claim(into) === "claimed") return true;
    }
    if (this.held === 0) return false;
    const { directory, names, named } = this.#queue[this.#first]!;
    into.write(directory, names, named);
    this.#drop();
    return true;
  }

  #drop(): void {
    this.#first++;
    if (this.#first < 1024 && this.#first < this.#queue.length) return;
    this.#queue.splice(0, this.#first);
    this.#first = 0;
  }
}
