/** Finds several texts, or texts with case ignored, by the kernel that looks at sixteen places at once. */
import { allow, bucketCount, makeTeddy, teddyTextSize, windowSize, type Teddy } from "../kernels/teddy.ts";
import type { Finder, Hits } from "./hits.ts";

interface Needle {
  /** In lower case when case is ignored. */
  readonly bytes: Uint8Array;
  /** Where the rarest bytes of the text begin, which the kernel looks for. */
  readonly window: number;
}

export class TeddyFinder implements Finder {
  readonly #fold: boolean;
  readonly #needles: readonly Needle[];
  #kernel: Teddy | undefined;

  /** Texts of ASCII, each at least as long as the kernel's window; with `fold`, `k` and `s` stand last at most. */
  constructor(texts: readonly string[], fold: boolean) {
    this.#fold = fold;
    this.#needles = texts.map((text) => ({
      bytes: Buffer.from(fold ? text.toLowerCase() : text),
      window: rarestWindow(text, fold),
    }));
  }

  occurs(bytes: Uint8Array, start: number, end: number): boolean {
    return this.hits(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start)).next(0) >= 0;
  }

  /** The place of an occurrence is that of its rarest bytes. */
  hits(view: Buffer): Hits {
    this.#kernel ??= this.#prepared();
    const kernel = this.#kernel;
    let base = -1;
    let length = 0;
    return {
      next: (from) => {
        for (let at = from; at < view.length;) {
          if (base < 0 || at < base || at >= base + length) {
            base = at;
            length = Math.min(view.length - base, teddyTextSize);
            kernel.text.set(view.subarray(base, base + length));
          }
          const found = base + kernel.run(at - base, length);
          if (found >= base + length) {
            if (base + length >= view.length) return -1;
            at = base + length - windowSize + 1;
            base = -1;
          } else if (this.#verified(view, found)) {
            return found;
          } else {
            at = found + 1;
          }
        }
        return -1;
      },
    };
  }

  #prepared(): Teddy {
    const kernel = makeTeddy();
    this.#needles.forEach(({ bytes, window }, index) => {
      for (let place = 0; place < windowSize; place++) {
        const byte = bytes[window + place]!;
        allow(kernel.masks, place, byte, index % bucketCount);
        if (this.#fold && isLower(byte)) allow(kernel.masks, place, byte - 0x20, index % bucketCount);
        if (this.#fold && foldsBeyondAscii(byte))
          for (let other = 0x80; other < 0x100; other++) allow(kernel.masks, place, other, index % bucketCount);
      }
    });
    return kernel;
  }

  #verified(view: Buffer, at: number): boolean {
    for (const { bytes, window } of this.#needles) {
      const start = at - window;
      if (start < 0 || start + bytes.length > view.length) continue;
      let same = 0;
      while (same < bytes.length && this.#equal(view[start + same]!, bytes[same]!)) same++;
      if (same === bytes.length) return true;
    }
    return false;
  }

  #equal(byte: number, wanted: number): boolean {
    if (byte === wanted) return true;
    return this.#fold && ((isLower(wanted) && byte === wanted - 0x20) || (byte >= 0x80 && foldsBeyondAscii(wanted)));
  }
}

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** `k` is also U+212A and `s` U+017F, whose first byte in UTF-8, as in other encodings, is not ASCII. */
function foldsBeyondAscii(byte: number): boolean {
  return byte === 0x6b || byte === 0x73;
}

/** Characters of source text by how rare they are, in bits of surprise from 4 on; what is not listed is rarer. */
const commonest = [
  "etrsina_o \t",
  "cldupf",
  "mh()g;*b,",
  "-k=vyE.w>/Tx",
  'NAIRSLOPC"{}0&:FUMD',
  "qGzB1#\\24!+|<$'",
] as const;

function surprise(character: string): number {
  const bits = commonest.findIndex((characters) => characters.includes(character));
  return 4 + (bits < 0 ? commonest.length : bits);
}

function rarestWindow(text: string, fold: boolean): number {
  const characters = fold ? text.toLowerCase() : text;
  let best = 0;
  let highest = -1;
  for (let at = 0; at + windowSize <= text.length; at++) {
    let score = 0;
    for (let place = 0; place < windowSize; place++) score += surprise(characters[at + place]!);
    if (score > highest) [highest, best] = [score, at];
  }
  return best;
}
