/**
 * The alphabet of one pattern: characters that no set of the pattern tells apart are one symbol, so that automata have small
 * tables and are exact for every character. A line ending (with `eol` auto CRLF too), a byte outside UTF-8 and the edges of
 * the text are symbols as well.
 */
import { re2ClassContains } from "../re2.ts";
import { isWordCharacter } from "../words.ts";
import type { Assertion } from "./ast.ts";
import { rangesContain, type CharSet } from "./charset.ts";
import { charAt, charBefore, lengthOf } from "./utf8.ts";

/** What assertions ask of a neighbour, as bits. */
export const trait = {
  newline: 1,
  /** An ASCII word character, as `\b` means it. */
  word: 2,
  /** A Unicode word character, as word mode means it. */
  unicodeWord: 4,
  textStart: 8,
  textEnd: 16,
  /** What follows is no line of this text: the place after a final newline, or the next piece. */
  noLine: 32,
} as const;

/** Symbols with a fixed number. */
export const symbol = {
  textStart: 0,
  /** After the last character of the text. */
  textEnd: 1,
  /** After a final newline, and in an empty text. */
  afterFinalNewline: 2,
  /** The end of a piece that is not the last one. */
  pieceEnd: 3,
  invalid: 4,
  newline: 5,
} as const;

/** `next` and `previous` give `symbol * stepFactor + length in bytes`. */
export const stepFactor = 8;

/** In the table of bytes: not ASCII, or a CR whose next byte decides. */
const undecided = 0xffff;

const cr = 13;
const lf = 10;

export interface AlphabetOptions {
  /** No set holds a newline. */
  readonly lineMode: boolean;
  /** CRLF is one newline. */
  readonly joinCrlf: boolean;
  /** Unicode word characters are told from others. */
  readonly unicodeWords: boolean;
  /** ASCII word characters are told from others. */
  readonly words: boolean;
}

export class Alphabet {
  readonly #sets: readonly CharSet[];
  readonly #options: AlphabetOptions;
  readonly #rows: Uint8Array[] = [];
  readonly #traits: number[] = [];
  readonly #bySignature = new Map<string | number, number>();
  readonly #wide = new Map<number, number>();
  /** Symbol of each byte, or `undecided`. */
  readonly #bytes = new Uint16Array(256).fill(undecided);
  readonly #carriageReturn: number;

  constructor(sets: readonly CharSet[], options: AlphabetOptions) {
    this.#sets = sets;
    this.#options = options;
    this.#fixed("textStart", trait.textStart, () => false);
    this.#fixed("textEnd", trait.textEnd, () => false);
    this.#fixed("afterFinalNewline", trait.textEnd | trait.noLine, () => false);
    this.#fixed("pieceEnd", trait.noLine, () => false);
    this.#fixed("invalid", 0, (set) => set.invalid);
    this.#fixed("newline", trait.newline, (set) => !options.lineMode && rangesContain(set.ranges, lf));
    for (let byte = 0; byte < 0x80; byte++) if (byte !== lf) this.#bytes[byte] = this.#classify(byte);
    this.#bytes[lf] = symbol.newline;
    this.#carriageReturn = this.#bytes[cr]!;
    if (options.joinCrlf) this.#bytes[cr] = undecided;
  }

  /** How many symbols there are so far; characters beyond ASCII may add some later. */
  get size(): number {
    return this.#rows.length;
  }

  /** Symbol of each byte; 0xFFFF where `next` and `previous` have to be asked. */
  get bytes(): Uint16Array {
    return this.#bytes;
  }

  traits(of: number): number {
    return this.#traits[of]!;
  }

  /** For each set 1 where it holds the symbol. */
  row(of: number): Uint8Array {
    return this.#rows[of]!;
  }

  /** The character that starts at `at`, which lies before `end`. */
  next(bytes: Uint8Array, at: number, end: number): number {
    const byte = bytes[at]!;
    const known = this.#bytes[byte]!;
    if (known !== undecided) return known * stepFactor + 1;
    if (byte === cr)
      return at + 1 < end && bytes[at + 1] === lf
        ? symbol.newline * stepFactor + 2
        : this.#carriageReturn * stepFactor + 1;
    return this.#wideStep(charAt(bytes, at, end));
  }

  /** The character that ends at `at`, which lies after `start`. */
  previous(bytes: Uint8Array, start: number, at: number): number {
    const byte = bytes[at - 1]!;
    if (byte === lf) {
      const joined = this.#options.joinCrlf && at - 2 >= start && bytes[at - 2] === cr;
      return symbol.newline * stepFactor + (joined ? 2 : 1);
    }
    const known = this.#bytes[byte]!;
    if (known !== undecided) return known * stepFactor + 1;
    if (byte === cr) return this.#carriageReturn * stepFactor + 1;
    return this.#wideStep(charBefore(bytes, start, at));
  }

  #wideStep(codePoint: number): number {
    if (codePoint < 0) return symbol.invalid * stepFactor + 1;
    let found = this.#wide.get(codePoint);
    if (found === undefined) {
      found = this.#classify(codePoint);
      this.#wide.set(codePoint, found);
    }
    return found * stepFactor + lengthOf(codePoint);
  }

  #fixed(name: keyof typeof symbol, traits: number, member: (set: CharSet) => boolean): void {
    this.#add(name, this.#row(member), traits);
  }

  #classify(codePoint: number): number {
    const row = this.#row((set) => contains(set, codePoint));
    const word = this.#options.words && codePoint < 0x80 && isWordCharacter(codePoint) ? trait.word : 0;
    const unicodeWord = this.#options.unicodeWords && isWordCharacter(codePoint) ? trait.unicodeWord : 0;
    const signature = signatureOf(row, word | unicodeWord);
    return this.#bySignature.get(signature) ?? this.#add(signature, row, word | unicodeWord);
  }

  #row(member: (set: CharSet) => boolean): Uint8Array {
    const row = new Uint8Array(this.#sets.length);
    for (let index = 0; index < row.length; index++) if (member(this.#sets[index]!)) row[index] = 1;
    return row;
  }

  #add(signature: string | number, row: Uint8Array, traits: number): number {
    const number = this.#rows.length;
    this.#rows.push(row);
    this.#traits.push(traits);
    this.#bySignature.set(signature, number);
    return number;
  }
}

/** Whether an assertion holds between two neighbours, given by their traits. */
export function holds(assertion: Assertion, left: number, right: number): boolean {
  switch (assertion) {
    case "line_start":
      return (left & (trait.textStart | trait.newline)) !== 0 && (right & trait.noLine) === 0;
    case "line_end":
      return (right & trait.newline) !== 0 || ((right & trait.textEnd) !== 0 && (right & trait.noLine) === 0);
    case "text_start":
      return (left & trait.textStart) !== 0;
    case "text_end":
      return (right & trait.textEnd) !== 0;
    case "boundary":
      return ((left ^ right) & trait.word) !== 0;
    case "no_boundary":
      return ((left ^ right) & trait.word) === 0;
    case "word_half_start":
      return (left & trait.unicodeWord) === 0;
    case "word_half_end":
      return (right & trait.unicodeWord) === 0;
  }
}

/** Equal for characters that nothing in the pattern tells apart; a number where that will do, which is quicker. */
function signatureOf(row: Uint8Array, traits: number): string | number {
  if (row.length > 24) return `${traits},${row.join("")}`;
  let bits = 1;
  for (let index = 0; index < row.length; index++) bits = (bits << 1) | row[index]!;
  return bits * 64 + traits;
}

function contains(set: CharSet, codePoint: number): boolean {
  if (set.source !== undefined && codePoint >= 0x80) return re2ClassContains(set.source, codePoint);
  return rangesContain(set.ranges, codePoint);
}
