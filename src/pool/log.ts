/**
 * The files still to be searched, in memory that all threads share: a ring of listings that one planner appends to and
 * any number of consumers claim from. Claiming takes a copy and frees the slot, so that the planner never waits for work
 * in progress; a full ring pushes back. Nothing is sent from thread to thread.
 */
import { glue } from "../model/glue.ts";
import { Listing, listingBytes, type Directory } from "../model/listing.ts";

/** What another thread needs to take part. */
export interface SharedLog {
  readonly control: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
}

export type Claim = "claimed" | "empty" | "over";

const slotCount = 512;

const at = { tail: 0, head: 1, state: 2, released: 3 } as const;
const state = { open: 0, closed: 1, aborted: 2, cut: 3 } as const;

export function createLog(): SharedLog {
  const control = new SharedArrayBuffer((at.released + slotCount) * 4);
  const log: SharedLog = { control, slots: new SharedArrayBuffer(slotCount * listingBytes) };
  const ints = new Int32Array(control);
  for (let slot = 0; slot < slotCount; slot++) ints[at.released + slot] = slot;
  return log;
}

/** One thread's hold on the log. */
export class Log {
  static {
    glue(this.prototype.append, this.prototype.claim);
  }
  readonly #control: Int32Array;
  readonly #memory: SharedArrayBuffer;
  readonly #slots: (Listing | undefined)[] = [];

  constructor(shared: SharedLog) {
    this.#control = new Int32Array(shared.control);
    this.#memory = shared.slots;
    glue(this.#slot);
  }

  /** Listings appended and not claimed yet. */
  get waiting(): number {
    return Math.max(0, Atomics.load(this.#control, at.tail) - Atomics.load(this.#control, at.head));
  }

  get aborted(): boolean {
    return Atomics.load(this.#control, at.state) === state.aborted;
  }

  /** Appends one listing; false when the ring is full. Only one thread may append. */
  append(directory: Directory, names: readonly string[], named: boolean): boolean {
    const control = this.#control;
    const ticket = control[at.tail]!;
    const slot = ticket % slotCount;
    if (Atomics.load(control, at.released + slot) !== ticket) return false;
    this.#slot(slot).write(directory, names, named);
    Atomics.store(control, at.tail, ticket + 1);
    Atomics.notify(control, at.tail, 1);
    return true;
  }

  /** Nothing more will be appended. */
  close(): void {
    Atomics.compareExchange(this.#control, at.state, state.open, state.closed);
    Atomics.notify(this.#control, at.tail);
  }

  /** Takes back `close`, for work that has to be done again. */
  reopen(): void {
    Atomics.compareExchange(this.#control, at.state, state.closed, state.open);
  }

  /** Every consumer stops after the file it is at. */
  abort(): void {
    Atomics.store(this.#control, at.state, state.aborted);
    Atomics.notify(this.#control, at.tail);
  }

  /** What is not claimed yet is left; consumers finish what they hold. As listings are claimed in order, it all comes later. */
  cut(): void {
    for (const from of [state.open, state.closed]) Atomics.compareExchange(this.#control, at.state, from, state.cut);
    Atomics.notify(this.#control, at.tail);
  }

  /** Takes the next listing, if there is one, into the consumer's own. */
  claim(into: Listing): Claim {
    const control = this.#control;
    for (;;) {
      const current = Atomics.load(control, at.state);
      if (current === state.aborted || current === state.cut) return "over";
      const head = Atomics.load(control, at.head);
      if (head >= Atomics.load(control, at.tail)) return current === state.closed ? "over" : "empty";
      if (Atomics.compareExchange(control, at.head, head, head + 1) !== head) continue;
      const slot = head % slotCount;
      into.copyFrom(this.#slot(slot));
      Atomics.store(control, at.released + slot, head + slotCount);
      return "claimed";
    }
  }

  /** Claims, and blocks the thread while the log is empty. */
  take(into: Listing): "claimed" | "over" {
    for (;;) {
      const tail = Atomics.load(this.#control, at.tail);
      const claim = this.claim(into);
      if (claim !== "empty") return claim;
      // Closing does not move the tail: the short wait makes a wake-up that came too early harmless.
      Atomics.wait(this.#control, at.tail, tail, 20);
    }
  }

  #slot(index: number): Listing {
    return (this.#slots[index] ??= new Listing(this.#memory, index * listingBytes));
  }
}
