/** Strings out of bytes of which the same ones are asked for again and again, as the texts of many edits are: one string serves a run of them. */
export class RepeatedText {
  readonly #bytes: Buffer;
  #start = 0;
  #end = 0;
  #text = "";

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  }

  /** The bytes `[start, end)` as text. */
  at(start: number, end: number): string {
    if (!this.#isLast(start, end)) {
      this.#start = start;
      this.#end = end;
      this.#text = this.#bytes.toString("utf8", start, end);
    }
    return this.#text;
  }

  #isLast(start: number, end: number): boolean {
    const length = end - start;
    if (length !== this.#end - this.#start) return false;
    for (let i = 0; i < length; i++) if (this.#bytes[start + i] !== this.#bytes[this.#start + i]) return false;
    return true;
  }
}
