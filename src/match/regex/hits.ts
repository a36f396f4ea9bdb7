/** Where required texts occur in bytes: a search at memory speed that the automata are spared by. */
import { windowSize } from "../kernels/teddy.ts";
import type { Required } from "./required.ts";
import { TeddyFinder } from "./teddy-finder.ts";

/** Occurrences in one stretch of bytes, in ascending order. */
export interface Hits {
  /** The first occurrence that starts at `from` or later, counted from the start of the stretch; -1 for none. `from` never falls. */
  next(from: number): number;
}

export interface Finder {
  occurs(bytes: Uint8Array, start: number, end: number): boolean;
  hits(view: Buffer): Hits;
}

/** The kernel, which takes milliseconds to build, is not used for the first `warmUp` bytes. */
export function finderOf(required: Required, warmUp: number): Finder {
  const { fold } = required;
  const texts = fold ? required.texts.map(foldedPart) : required.texts;
  const simple = fold ? new FoldedFinder(texts) : new PlainFinder(texts);
  if (!fold && texts.length === 1) return simple;
  const fits = texts.every((text) => text.length >= windowSize && !(fold && /[ks]./i.test(text)));
  return fits ? new WarmingFinder(simple, new TeddyFinder(texts, fold), warmUp) : simple;
}

export function viewOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

class PlainFinder implements Finder {
  readonly #needles: readonly Buffer[];

  constructor(texts: readonly string[]) {
    this.#needles = texts.map((text) => Buffer.from(text));
  }

  occurs(bytes: Uint8Array, start: number, end: number): boolean {
    const view = viewOf(bytes, start, end);
    return this.#needles.some((needle) => view.includes(needle));
  }

  hits(view: Buffer): Hits {
    const needles = this.#needles;
    if (needles.length === 1) return { next: (from) => view.indexOf(needles[0]!, from) };
    const places = needles.map(() => -1);
    const missing = view.length;
    return {
      next(from) {
        let nearest = missing;
        for (let index = 0; index < needles.length; index++) {
          if (places[index]! < from) {
            const found = view.indexOf(needles[index]!, from);
            places[index] = found < 0 ? missing : found;
          }
          nearest = Math.min(nearest, places[index]!);
        }
        return nearest === missing ? -1 : nearest;
      },
    };
  }
}

/** Spares short runs the building of the kernel. */
class WarmingFinder implements Finder {
  readonly #first: Finder;
  readonly #then: Finder;
  #left: number;

  constructor(first: Finder, then: Finder, warmUp: number) {
    this.#left = warmUp;
    this.#first = first;
    this.#then = then;
  }

  occurs(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#chosen(end - start).occurs(bytes, start, end);
  }

  hits(view: Buffer): Hits {
    return this.#chosen(view.length).hits(view);
  }

  #chosen(length: number): Finder {
    this.#left -= length;
    return this.#left < 0 ? this.#then : this.#first;
  }
}

/** The host's own expressions over the bytes as Latin-1. They only hold plain alternatives, so they cannot backtrack far. */
class FoldedFinder implements Finder {
  readonly #expression: RegExp;

  constructor(texts: readonly string[]) {
    this.#expression = new RegExp(texts.map(foldedSource).join("|"), "g");
  }

  occurs(bytes: Uint8Array, start: number, end: number): boolean {
    this.#expression.lastIndex = 0;
    return this.#expression.test(viewOf(bytes, start, end).toString("latin1"));
  }

  hits(view: Buffer): Hits {
    const text = view.toString("latin1");
    const expression = this.#expression;
    return {
      next(from) {
        expression.lastIndex = from;
        const found = expression.exec(text);
        return found ? found.index : -1;
      },
    };
  }
}

/**
 * The longest part in which a letter that folds beyond ASCII is at most the last one, where it is long enough to be rare; the
 * kernel can do with that.
 */
function foldedPart(text: string): string {
  let longest = "";
  for (const part of text.match(/[^ks]+[ks]?/gi) ?? []) if (part.length > longest.length) longest = part;
  return longest.length >= windowSize ? longest : text;
}

/** RE2 takes U+212A for `k` and U+017F for `s`: whatever is not ASCII may be one of them. */
function foldedSource(text: string): string {
  return [...text]
    .map((character) => {
      const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
      if (lower === upper) return character.replace(/[\\^$.|?*+()[\]{}/-]/, "\\$&");
      return "ks".includes(lower) ? `(?:[${lower}${upper}]|[\\x80-\\xff][^]{0,3})` : `[${lower}${upper}]`;
    })
    .join("");
}
