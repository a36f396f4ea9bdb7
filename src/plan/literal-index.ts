/** Verdicts on literal names, found without hashing a name that no literal looks like. */

import { glue } from "../model/glue.ts";

/** The last verdict for files and for directories; 0 for none. */
export interface Verdicts {
  file: number;
  directory: number;
}

export class LiteralIndex {
  static {
    glue(this.prototype.find);
  }
  readonly #verdicts = new Map<string, Verdicts>();
  /** For each first character (its low seven bits) the lengths of the literals that start with it (their low five bits). */
  #lengths: Int32Array | undefined;

  get size(): number {
    return this.#verdicts.size;
  }

  /** The entry of a literal, which must not be empty; made when missing. */
  at(literal: string): Verdicts {
    let found = this.#verdicts.get(literal);
    if (!found) {
      this.#verdicts.set(literal, (found = { file: 0, directory: 0 }));
      this.#lengths ??= new Int32Array(128);
      this.#lengths[literal.charCodeAt(0) & 127]! |= 1 << (literal.length & 31);
    }
    return found;
  }

  /** The entry of what follows in `text` from `from` on. */
  find(text: string, from: number): Verdicts | undefined {
    if (!this.#lengths) return undefined;
    const lengths = this.#lengths[text.charCodeAt(from) & 127]!;
    if ((lengths & (1 << ((text.length - from) & 31))) === 0) return undefined;
    return this.#verdicts.get(from === 0 ? text : text.slice(from));
  }
}
