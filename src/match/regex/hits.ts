/** Where required texts occur in bytes: a search at memory speed that the automata are spared by. */
import { glue } from "../../model/glue.ts";
import { mostNeedles } from "../kernels/teddy.ts";
import type { Finder } from "./finder.ts";
import { KernelFinder } from "./kernel-finder.ts";
import type { Required } from "./required.ts";

/** Shorter texts are met too often for the kernel. */
const shortestText = 3;

/** Undefined for texts that kernels cannot look for. */
export function kernelFinderOf({ texts, fold }: Pick<Required, "texts" | "fold">): KernelFinder | undefined {
  const sought = fold ? texts.map(foldedPart) : texts;
  const fits =
    sought.length <= mostNeedles &&
    sought.every((text) => text.length >= shortestText && !(fold && /[ks]./i.test(text)));
  return fits ? new KernelFinder(sought, fold) : undefined;
}

/** The kernel, which takes milliseconds to build, is not used for the first `warmUp` bytes. */
export function finderOf({ texts, fold }: Required, kernel: KernelFinder | undefined, warmUp: number): Finder {
  const simple = fold ? new FoldedFinder(texts.map(foldedPart)) : new PlainFinder(texts);
  const isSimplest = !fold && texts.length === 1;
  return kernel && !isSimplest ? new WarmingFinder(simple, kernel, warmUp) : simple;
}

export function viewOf(bytes: Uint8Array, start: number, end: number): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
}

class PlainFinder implements Finder {
  static {
    glue(this.prototype.open, this.prototype.next);
  }
  readonly #needles: readonly Buffer[];
  /** Where each of them stands next, counted from the start of the stretch; its length for one that is not to come. */
  readonly #places: number[];
  #view = viewOf(new Uint8Array(0), 0, 0);
  #start = 0;

  constructor(texts: readonly string[]) {
    this.#needles = texts.map((text) => Buffer.from(text));
    this.#places = texts.map(() => -1);
  }

  open(bytes: Uint8Array, start: number, end: number): void {
    this.#view = viewOf(bytes, start, end);
    this.#start = start;
    this.#places.fill(-1);
  }

  next(from: number): number {
    const missing = this.#view.length;
    const least = from - this.#start;
    let nearest = missing;
    for (let index = 0; index < this.#needles.length; index++) {
      if (this.#places[index]! < least) {
        const found = this.#view.indexOf(this.#needles[index]!, least);
        this.#places[index] = found < 0 ? missing : found;
      }
      nearest = Math.min(nearest, this.#places[index]!);
    }
    return nearest === missing ? -1 : this.#start + nearest;
  }
}

/** Spares short runs the building of the kernel. */
class WarmingFinder implements Finder {
  static {
    glue(this.prototype.open, this.prototype.next);
  }
  readonly #first: Finder;
  readonly #then: KernelFinder;
  #left: number;
  #chosen: Finder;

  constructor(first: Finder, then: KernelFinder, warmUp: number) {
    this.#left = warmUp;
    this.#first = first;
    this.#then = then;
    this.#chosen = first;
  }

  open(bytes: Uint8Array, start: number, end: number): void {
    this.#left -= end - start;
    this.#chosen = this.#left < 0 && KernelFinder.isThere ? this.#then : this.#first;
    this.#chosen.open(bytes, start, end);
  }

  next(from: number): number {
    return this.#chosen.next(from);
  }
}

/** The host's own expressions over the bytes as Latin-1. They only hold plain alternatives, so they cannot backtrack far. */
class FoldedFinder implements Finder {
  static {
    glue(this.prototype.open, this.prototype.next);
  }
  readonly #expression: RegExp;
  #text = "";
  #start = 0;

  constructor(texts: readonly string[]) {
    this.#expression = new RegExp(texts.map(foldedSource).join("|"), "g");
  }

  open(bytes: Uint8Array, start: number, end: number): void {
    this.#text = viewOf(bytes, start, end).toString("latin1");
    this.#start = start;
  }

  next(from: number): number {
    this.#expression.lastIndex = from - this.#start;
    const found = this.#expression.exec(this.#text);
    return found ? this.#start + found.index : -1;
  }
}

/**
 * The longest part in which a letter that folds beyond ASCII is at most the last one, where it is long enough to be rare; the
 * kernel can do with that.
 */
function foldedPart(text: string): string {
  let longest = "";
  for (const part of text.match(/[^ks]+[ks]?/gi) ?? []) if (part.length > longest.length) longest = part;
  return longest.length >= shortestText ? longest : text;
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
