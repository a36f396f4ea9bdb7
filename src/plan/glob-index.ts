/** Globs over names, sorted by what a name must begin or end with, so that a name meets few of them. */
import { glue } from "../model/glue.ts";
import { type Glob, matchGlob, traitsOf } from "./glob.ts";
import type { Verdicts } from "./literal-index.ts";

interface Ruled extends Verdicts {
  readonly glob: Glob;
  /** The longest run of ASCII characters that every match holds. */
  readonly run: string;
}

/** Turns a name into the text that globs are compared with; leaves ASCII as it is. */
type Subject = (name: string) => string;

export class GlobIndex {
  static {
    glue(this.prototype.find, this.prototype.canMatch, lastMatch);
  }
  readonly #subject: Subject;
  readonly #byFirst = new Map<number, Ruled[]>();
  readonly #byLast = new Map<number, Ruled[]>();
  readonly #byDot = new Map<number, Ruled[]>();
  readonly #others: Ruled[] = [];
  /** A bit for each ASCII character that a match of `#byFirst` begins with, or one of `#byLast` ends with. */
  readonly #firsts = new Int32Array(4);
  readonly #lasts = new Int32Array(4);
  /** How many dots a match of any other glob holds at least. */
  #leastDots = Infinity;
  size = 0;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /** Adds a glob; verdicts must grow from one to the next. */
  add(glob: Glob, verdicts: Verdicts): void {
    const { first, last, afterDot, run, dots } = traitsOf(glob);
    const ruled = { glob, run, ...verdicts };
    this.size++;
    if (first !== undefined) {
      append(this.#byFirst, first, ruled);
      mark(this.#firsts, first);
    } else if (last !== undefined) {
      append(this.#byLast, last, ruled);
      mark(this.#lasts, last);
    } else {
      this.#leastDots = Math.min(this.#leastDots, dots);
      if (afterDot !== undefined) append(this.#byDot, afterDot, ruled);
      else this.#others.push(ruled);
    }
  }

  /** False when no glob matches any name with this first and last character and so many dots. */
  canMatch(first: number, last: number, dots: number): boolean {
    return (
      dots >= this.#leastDots || (first | last) > 0x7f || isMarked(this.#firsts, first) || isMarked(this.#lasts, last)
    );
  }

  /** The highest verdict above `atLeast` of a glob that matches; `atLeast` when there is none. */
  find(name: string, isDirectory: boolean, atLeast: number): number {
    const ends = name.charCodeAt(0) | name.charCodeAt(name.length - 1);
    const subject = ends > 0x7f ? undefined : this.#subject;
    const text = subject ? name : this.#subject(name);
    let best = atLeast;
    const first = this.#byFirst.get(text.charCodeAt(0));
    if (first) best = lastMatch(first, text, subject, isDirectory, best);
    const last = this.#byLast.get(text.charCodeAt(text.length - 1));
    if (last) best = lastMatch(last, text, subject, isDirectory, best);
    if (this.#byDot.size > 0) {
      for (let dot = text.indexOf("."); dot >= 0; dot = text.indexOf(".", dot + 1)) {
        const after = this.#byDot.get(text.charCodeAt(dot + 1));
        if (after) best = lastMatch(after, text, subject, isDirectory, best);
      }
    }
    if (this.#others.length > 0) best = lastMatch(this.#others, text, subject, isDirectory, best);
    return best;
  }
}

/** @param subject undefined when `text` has been through it already */
function lastMatch(
  rules: readonly Ruled[],
  text: string,
  subject: Subject | undefined,
  isDirectory: boolean,
  atLeast: number,
): number {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]!;
    const verdict = isDirectory ? rule.directory : rule.file;
    if (verdict <= atLeast || (rule.run !== "" && !text.includes(rule.run))) continue;
    if (matchGlob(rule.glob, subject ? subject(text) : text)) return verdict;
  }
  return atLeast;
}

function mark(bits: Int32Array, code: number): void {
  if (code < 128) bits[code >> 5]! |= 1 << (code & 31);
}

function isMarked(bits: Int32Array, code: number): boolean {
  return (bits[code >> 5]! & (1 << (code & 31))) !== 0;
}

function append(map: Map<number, Ruled[]>, key: number, ruled: Ruled): void {
  const list = map.get(key);
  if (list) list.push(ruled);
  else map.set(key, [ruled]);
}
