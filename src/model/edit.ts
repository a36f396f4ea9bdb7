/** Edits and matches of one file, packed into typed arrays: a file may hold a million of them, and they cross threads. */

/** Where matches are. Offsets are bytes, ascending and without overlap; what they count from is said by whoever returns them. */
export interface Spans {
  count: number;
  /** At least `count` long. */
  starts: Int32Array;
  ends: Int32Array;
  /** Captures when they were asked for: for match i and group g (1-based) the pair at `((i * groupCount) + g - 1) * 2`; -1 for a group that took no part. */
  groups?: Int32Array;
}

/** Edits of one file, ascending and without overlap. An edit replaces the bytes `[start, end)`. */
export interface PackedEdits {
  readonly count: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** All inserted texts one after the other. */
  readonly inserted: Uint8Array;
  /** Where the text of each edit ends in `inserted`. */
  readonly insertedEnds: Int32Array;
  /** For each edit, which of the rewriter's labels (rules, variants) it comes from; absent where there is only one. */
  readonly labels?: Uint32Array;
}

export function insertedStart(edits: PackedEdits, index: number): number {
  return index === 0 ? 0 : edits.insertedEnds[index - 1]!;
}

/** Collects edits in ascending order; edits that change nothing are left out by the caller. */
export class EditBuilder {
  #count = 0;
  #starts = new Int32Array(16);
  #ends = new Int32Array(16);
  #insertedEnds = new Int32Array(16);
  #labels: Uint32Array | undefined;
  #inserted = new Uint8Array(256);
  #used = 0;

  get count(): number {
    return this.#count;
  }

  add(start: number, end: number, text: Uint8Array, label?: number): void {
    const at = this.#count++;
    if (at === this.#starts.length) this.#growEdits();
    this.#starts[at] = start;
    this.#ends[at] = end;
    this.#append(text);
    this.#insertedEnds[at] = this.#used;
    if (label !== undefined) {
      this.#labels ??= new Uint32Array(this.#starts.length);
      this.#labels[at] = label;
    }
  }

  build(): PackedEdits {
    const count = this.#count;
    return {
      count,
      starts: this.#starts.slice(0, count),
      ends: this.#ends.slice(0, count),
      inserted: this.#inserted.slice(0, this.#used),
      insertedEnds: this.#insertedEnds.slice(0, count),
      ...(this.#labels && { labels: this.#labels.slice(0, count) }),
    };
  }

  #append(text: Uint8Array): void {
    const needed = this.#used + text.length;
    if (needed > this.#inserted.length) {
      const larger = new Uint8Array(Math.max(needed, this.#inserted.length * 2));
      larger.set(this.#inserted.subarray(0, this.#used));
      this.#inserted = larger;
    }
    this.#inserted.set(text, this.#used);
    this.#used = needed;
  }

  #growEdits(): void {
    const length = this.#starts.length * 2;
    this.#starts = grown(this.#starts, length);
    this.#ends = grown(this.#ends, length);
    this.#insertedEnds = grown(this.#insertedEnds, length);
    if (this.#labels) {
      const labels = new Uint32Array(length);
      labels.set(this.#labels);
      this.#labels = labels;
    }
  }
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
