/** A growing buffer that bytes are appended to. It may be cleared and used again. */
export class ByteSink {
  #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(capacity = 256) {
    this.#bytes = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** Forgets the content; views taken before are overwritten by what comes next. */
  clear(): void {
    this.#length = 0;
  }

  byte(value: number): void {
    if (this.#length === this.#bytes.length) this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /** Appends `bytes[start, end)`. */
  append(bytes: Uint8Array, start = 0, end = bytes.length): void {
    const count = end - start;
    this.#reserve(count);
    if (count < shortCopy) {
      for (let i = start, at = this.#length; i < end; i++, at++) this.#bytes[at] = bytes[i];
    } else {
      this.#bytes.set(bytes.subarray(start, end), this.#length);
    }
    this.#length += count;
  }

  /** A view of what was appended, good until the next append or clear. */
  view(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** A copy of what was appended. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

/** Below this many bytes a loop is quicker than a call that copies. */
export const shortCopy = 64;
