/**
 * The number of the line that a part of a large file begins with. Most large files hold no match, and then their lines
 * need not be counted: what has passed is counted when it is asked for, by reading it once more where that can be done.
 */
import type { Content } from "../model/content.ts";
import type { FileWindow } from "../model/window.ts";
import { countNewlines } from "../text/newlines.ts";

const readBytes = 256 * 1024;

export class LineCount {
  readonly #window: FileWindow;
  #line = 1;
  /** Bytes of the file as stored that have passed, and how many of them are counted. */
  #passed = 0;
  #counted = 0;
  /** Once a line was asked for, more will be: what passes is counted at once. */
  #wanted = false;

  constructor(window: FileWindow) {
    this.#window = window;
  }

  /** A part of so many stored bytes has passed. Only text that is stored as it is can be counted later. */
  pass({ bytes, stored }: Content, length: number): void {
    if (!stored || this.#wanted || !this.#window.readAgain) {
      this.#count();
      this.#line += countNewlines(bytes, 0, bytes.length);
      this.#counted += length;
    }
    this.#passed += length;
  }

  /** Number of the first line that has not passed. */
  get line(): number {
    this.#wanted = true;
    this.#count();
    return this.#line;
  }

  #count(): void {
    if (this.#counted === this.#passed) return;
    const memory = new Uint8Array(readBytes);
    while (this.#counted < this.#passed) {
      const part = memory.subarray(0, Math.min(readBytes, this.#passed - this.#counted));
      const length = this.#window.readAgain?.(part, this.#counted) ?? 0;
      if (length === 0) break;
      this.#line += countNewlines(part, 0, length);
      this.#counted += length;
    }
    // A file that became shorter meanwhile has no lines there any more.
    this.#counted = this.#passed;
  }
}
