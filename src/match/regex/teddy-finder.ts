/** Finds several texts, or texts with case ignored, by the kernel that looks at sixteen places at once. */
import { glue } from "../../model/glue.ts";
import { longestNeedle, makeTeddy, teddyTextSize, windowSize, type Teddy, type TeddyNeedle } from "../kernels/teddy.ts";
import type { Finder } from "./hits.ts";

/** Of each text at most sixteen bytes are looked for, around the rarest ones. */
export class TeddyFinder implements Finder {
  static {
    glue(this.prototype.open, this.prototype.next);
  }
  readonly #needles: readonly TeddyNeedle[];
  readonly #overlap: number;
  #kernel: Teddy | undefined;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  /** The stretch that the kernel holds. */
  #from = 0;
  #to = 0;

  /** Texts of ASCII, with `fold`, `k` and `s` stand last at most. */
  constructor(texts: readonly string[], fold: boolean) {
    this.#needles = texts.map((text) => needleOf(fold ? text.toLowerCase() : text, fold));
    this.#overlap = Math.max(...this.#needles.map(({ bytes }) => bytes.length)) - 1;
  }

  open(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#from = start;
    this.#to = start;
  }

  /** The place of an occurrence is that of its rarest bytes. */
  next(from: number): number {
    const kernel = (this.#kernel ??= makeTeddy(this.#needles));
    for (let at = from; ; at = Math.max(at, this.#from)) {
      if (at < this.#to) {
        const length = this.#to - this.#from;
        const found = kernel.run(at - this.#from, length);
        if (found < length) return this.#from + found;
      }
      if (this.#to >= this.#end) return -1;
      this.#from = at < this.#to ? this.#to - this.#overlap : Math.max(at, this.#to);
      this.#to = Math.min(this.#from + teddyTextSize, this.#end);
      kernel.text.set(this.#bytes.subarray(this.#from, this.#to));
    }
  }
}

function needleOf(text: string, fold: boolean): TeddyNeedle {
  const rarest = rarestWindow(text, fold);
  const cut = Math.max(0, Math.min(rarest - ((longestNeedle - windowSize) >> 1), text.length - longestNeedle));
  const bytes = Buffer.from(text.slice(cut, cut + longestNeedle));
  return {
    bytes,
    lower: bytes.map((byte) => (fold && isLower(byte) ? 0x20 : 0)),
    counts: bytes.map((byte) => (fold && foldsBeyondAscii(byte) ? 0 : 0xff)),
    window: rarest - cut,
  };
}

function isLower(byte: number): boolean {
  return byte >= 0x61 && byte <= 0x7a;
}

/** `k` is also U+212A and `s` U+017F, whose first byte in UTF-8, as in other encodings, is not ASCII. */
function foldsBeyondAscii(byte: number): boolean {
  return byte === 0x6b || byte === 0x73;
}

/** How rare bytes are in source text by their lower halves, in bits of surprise. */
const surprise: readonly number[] = [2.8, 4.3, 4, 3.6, 3.5, 3.5, 4.8, 5.6, 4.8, 3.4, 4.4, 5.5, 4.6, 4.7, 4.5, 3.5];

/** The last letters of one word and the first of another are seldom met side by side. */
const surpriseOfMeeting = 1.5;

function rarestWindow(text: string, fold: boolean): number {
  const scores = Array.from(Buffer.from(text), (byte) => (fold && foldsBeyondAscii(byte) ? 0 : surprise[byte & 15]!));
  let best = 0;
  let highest = -1;
  for (let at = 0; at === 0 || at + windowSize <= text.length; at++) {
    const meeting = /[^A-Za-z0-9]/.test(text.slice(at + 1, at + windowSize - 1)) ? surpriseOfMeeting : 0;
    const score = scores.slice(at, at + windowSize).reduce((sum, each) => sum + each, meeting);
    if (score > highest) [highest, best] = [score, at];
  }
  return best;
}
