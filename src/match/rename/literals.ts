/**
 * Many byte strings of UTF-8 looked for at once: a trie whose branching nodes are rows of one table (one column for each byte that
 * occurs), and whose tails are compared in place. One walk from an offset finds every string that starts there.
 */

/** Entries of the table: 0 none, positive the row of a branching node, negative `-(string + 1)` for a tail. */
export class LiteralSet {
  /** Strings that start at the offset last asked for, shortest first: the first `matchesAt()` entries. */
  readonly found: Int32Array;
  /** 1 for each pair of bytes (the first times 256, and the second) that some string starts with. */
  readonly #starts = new Uint8Array(0x10000);
  readonly #strings: readonly Uint8Array[];
  readonly #columns = new Uint8Array(256);
  readonly #width: number;
  #table: Int32Array;
  /** For each row the string that ends there, and one; 0 for none. */
  #ends: Int32Array;
  #rows = 0;

  /** The strings must be distinct and not empty. */
  constructor(strings: readonly Uint8Array[]) {
    this.#strings = strings;
    let width = 1;
    for (const string of strings) {
      if (string.length === 1) this.#starts.fill(1, string[0]! << 8, (string[0]! + 1) << 8);
      else this.#starts[(string[0]! << 8) | string[1]!] = 1;
      for (const byte of string) if (this.#columns[byte] === 0) this.#columns[byte] = width++;
    }
    this.#width = width;
    this.#table = new Int32Array(16 * width);
    this.#ends = new Int32Array(16);
    this.#addRow();
    for (let i = 0; i < strings.length; i++) this.#insert(i);
    this.found = new Int32Array(strings.reduce((longest, { length }) => Math.max(longest, length), 1));
  }

  /** The first offset in `[at, end)` at which some string may start; `end` where there is none. */
  next(bytes: Uint8Array, at: number, end: number): number {
    if (at >= end) return end;
    const starts = this.#starts;
    const last = end - 1;
    let pair = bytes[at]!;
    for (let i = at; i < last; i++) {
      pair = ((pair << 8) | bytes[i + 1]!) & 0xffff;
      if (starts[pair] !== 0) return i;
    }
    return this.matchesAt(bytes, last, end) > 0 ? last : end;
  }

  /** How many strings start at this offset and end by `end`; `found` names them. */
  matchesAt(bytes: Uint8Array, at: number, end: number): number {
    let row = 0;
    let count = 0;
    for (let i = at; i < end; i++) {
      const column = this.#columns[bytes[i]!]!;
      if (column === 0) return count;
      const next = this.#table[row * this.#width + column]!;
      if (next === 0) return count;
      if (next < 0) return this.#endsWith(bytes, at, end, -next - 1) ? this.#push(count, -next - 1) : count;
      row = next;
      const ending = this.#ends[row]!;
      if (ending !== 0) count = this.#push(count, ending - 1);
    }
    return count;
  }

  #push(count: number, string: number): number {
    this.found[count] = string;
    return count + 1;
  }

  #endsWith(bytes: Uint8Array, at: number, end: number, string: number): boolean {
    const wanted = this.#strings[string]!;
    if (at + wanted.length > end) return false;
    for (let i = wanted.length - 1; i > 0; i--) if (bytes[at + i] !== wanted[i]) return false;
    return true;
  }

  #insert(index: number): void {
    const string = this.#strings[index]!;
    let row = 0;
    for (let depth = 0; depth < string.length; depth++) {
      const cell = row * this.#width + this.#columns[string[depth]!]!;
      const next = this.#table[cell]!;
      if (next === 0) {
        this.#table[cell] = -index - 1;
        return;
      }
      row = next > 0 ? next : this.#split(cell, -next - 1, depth + 1);
    }
    this.#ends[row] = index + 1;
  }

  /** Turns the tail in a cell into a branching node after `depth` bytes, and returns its row. */
  #split(cell: number, tail: number, depth: number): number {
    const row = this.#addRow();
    this.#table[cell] = row;
    const string = this.#strings[tail]!;
    if (string.length === depth) this.#ends[row] = tail + 1;
    else this.#table[row * this.#width + this.#columns[string[depth]!]!] = -tail - 1;
    return row;
  }

  #addRow(): number {
    const row = this.#rows++;
    if (row === this.#ends.length) {
      this.#table = doubled(this.#table);
      this.#ends = doubled(this.#ends);
    }
    return row;
  }
}

function doubled(array: Int32Array): Int32Array {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}
