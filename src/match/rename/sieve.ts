/** Whether some of many texts can occur at all: looks for the longest ASCII run of each, so that it holds in any encoding that keeps ASCII. */
import { LiteralSet } from "./literals.ts";

export class LiteralSieve {
  readonly #needles: readonly Buffer[];
  readonly #set: LiteralSet | undefined;
  readonly #open: boolean;

  constructor(texts: readonly string[]) {
    const runs = [...new Set(texts.map(longestAsciiRun))];
    this.#open = runs.includes("");
    const needles = runs.map((run) => Buffer.from(run, "latin1"));
    this.#needles = needles;
    this.#set = needles.length > fewNeedles && !this.#open ? new LiteralSet(needles) : undefined;
  }

  /** False only when none of the texts occurs in `bytes[start, end)`. */
  mayMatch(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#open) return true;
    if (!this.#set) {
      const view = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      return this.#needles.some((needle) => view.includes(needle));
    }
    for (let at = this.#set.next(bytes, start, end); at < end; at = this.#set.next(bytes, at + 1, end)) {
      if (this.#set.matchesAt(bytes, at, end) > 0) return true;
    }
    return false;
  }
}

/** Up to this many, one fast search for each is cheaper than one pass for all. */
const fewNeedles = 12;

function longestAsciiRun(text: string): string {
  let longest = "";
  for (const run of text.match(/[\0-\x7f]+/g) ?? []) if (run.length > longest.length) longest = run;
  return longest;
}
