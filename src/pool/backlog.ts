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
    glue(this.#takes);
  }

  /** Listings held back here. */
  get held(): number {
    return this.#queue.length - this.#first;
  }

  /** Takes files of one directory. */
  add(directory: Directory, names: readonly string[], named: boolean): void {
    this.files += names.length;
    const units = directory.absolute.length + directory.shown.length;
    let current = this.#current;
    if (current && (current.named !== named || current.directory.absolute !== directory.absolute)) current = undefined;
    for (const name of names) {
      if (!current || !this.#takes(current, name)) {
        this.finish();
        this.#current = current = { directory, names: [], named, units };
      }
      current.names.push(name);
      current.units += name.length;
    }
  }

  #takes({ units, names }: Pending, name: string): boolean {
    return names.length < this.#most && fitsListing(units + name.length, names.length + 1);
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
