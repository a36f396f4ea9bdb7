/** Collects matches with their captures into growing typed arrays. */
import type { Spans } from "../../model/edit.ts";
import { glue } from "../../model/glue.ts";

export class SpanBuilder {
  static {
    glue(this, this.prototype.build);
  }
  readonly #groupCount: number;
  #count = 0;
  #starts = new Int32Array(16);
  #ends = new Int32Array(16);
  #groups: Int32Array;

  constructor(groupCount: number) {
    this.#groupCount = groupCount;
    this.#groups = groupCount === 0 ? none : new Int32Array(groupCount * 2 * 16);
  }

  add(start: number, end: number): void {
    const at = this.#count++;
    if (at === this.#starts.length) this.#grow();
    this.#starts[at] = start;
    this.#ends[at] = end;
  }

  /** Slots of the match added last: the whole match, then two for each group. */
  addGroups(slots: Int32Array): void {
    const width = this.#groupCount * 2;
    const at = (this.#count - 1) * width;
    for (let slot = 0; slot < width; slot++) this.#groups[at + slot] = slots[slot + 2]!;
  }

  build(): Spans {
    return {
      count: this.#count,
      starts: this.#starts,
      ends: this.#ends,
      ...(this.#groupCount > 0 && { groups: this.#groups }),
    };
  }

  #grow(): void {
    this.#starts = doubled(this.#starts);
    this.#ends = doubled(this.#ends);
    this.#groups = doubled(this.#groups);
  }
}

const none = new Int32Array(0);

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
