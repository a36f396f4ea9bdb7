/** Globs over names, sorted by what a name must begin or end with, so that a name meets few of them. */
import { glue } from "../model/glue.ts";
import { endsOf, type Glob, matchGlob } from "./glob.ts";
import type { Verdicts } from "./literal-index.ts";

interface Ruled extends Verdicts {
  readonly glob: Glob;
  /** The longest run of ASCII characters that every match holds. */
  readonly run: string;
}

export class GlobIndex {
  static {
    glue(this.prototype.find, lastMatch);
  }
  readonly #byFirst = new Map<number, Ruled[]>();
  readonly #byLast = new Map<number, Ruled[]>();
  readonly #others: Ruled[] = [];
  size = 0;

  /** Adds a glob; verdicts must grow from one to the next. */
  add(glob: Glob, verdicts: Verdicts): void {
    const { first, last, run } = endsOf(glob);
    const ruled = { glob, run, ...verdicts };
    this.size++;
    if (first !== undefined) append(this.#byFirst, first, ruled);
    else if (last !== undefined) append(this.#byLast, last, ruled);
    else this.#others.push(ruled);
  }

  /** The highest verdict above `atLeast` of a glob that matches; 0 when there is none. `text` is the name as globs see it. */
  find(text: string, isDirectory: boolean, atLeast: number): number {
    let best = atLeast;
    const first = this.#byFirst.get(text.charCodeAt(0));
    if (first) best = lastMatch(first, text, isDirectory, best);
    const last = this.#byLast.get(text.charCodeAt(text.length - 1));
    if (last) best = lastMatch(last, text, isDirectory, best);
    if (this.#others.length > 0) best = lastMatch(this.#others, text, isDirectory, best);
    return best;
  }
}

function lastMatch(rules: readonly Ruled[], text: string, isDirectory: boolean, atLeast: number): number {
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]!;
    const verdict = isDirectory ? rule.directory : rule.file;
    if (verdict > atLeast && (rule.run === "" || text.includes(rule.run)) && matchGlob(rule.glob, text)) return verdict;
  }
  return atLeast;
}

function append(map: Map<number, Ruled[]>, key: number, ruled: Ruled): void {
  const list = map.get(key);
  if (list) list.push(ruled);
  else map.set(key, [ruled]);
}
