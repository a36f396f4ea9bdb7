/** Memory for results of any size, each of which is used up before the next one is made. */

/** In bytes; most source files are smaller. */
const usualSize = 256 * 1024;

export class Room {
  #bytes = unfilled(0);

  /** So many bytes of any content, good until the next call. */
  bytes(length: number): Uint8Array<ArrayBuffer> {
    if (length > this.#bytes.length) this.#bytes = unfilled(Math.max(length, 2 * this.#bytes.length, usualSize));
    return this.#bytes.subarray(0, length);
  }
}

function unfilled(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer as ArrayBuffer, 0, length);
}
