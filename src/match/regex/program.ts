/**
 * A tree as a list of instructions, in reading order or backwards (Thompson's construction; Russ Cox, "Regular Expression
 * Matching: the Virtual Machine Approach"). Alternatives are ordered: the first one is preferred.
 */
import type { Assertion, Node } from "./ast.ts";
import { characterSet, type CharSet } from "./charset.ts";

/** What an instruction does. `x` and `y` are its operands; `y` is where it goes on. */
export const op = {
  /** Reads one character of set `x`. */
  set: 0,
  /** Goes on at `x`, or else at `y`. */
  split: 1,
  /** Goes on if assertion `x` holds. */
  assert: 2,
  /** Notes the place in slot `x`. */
  save: 3,
  match: 4,
} as const;

export const assertions: readonly Assertion[] = [
  "line_start",
  "line_end",
  "text_start",
  "text_end",
  "boundary",
  "no_boundary",
  "word_half_start",
  "word_half_end",
];

export interface Program {
  readonly ops: Uint8Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly start: number;
  readonly assertions: ReadonlySet<Assertion>;
}

/** The sets of a pattern, numbered; its programs and their alphabet share them. */
export class SetTable {
  readonly sets: CharSet[] = [];
  readonly #numbers = new Map<string, number>();

  number(set: CharSet): number {
    let number = this.#numbers.get(set.key);
    if (number === undefined) {
      number = this.sets.push(set) - 1;
      this.#numbers.set(set.key, number);
    }
    return number;
  }
}

/** `backwards`: for text read from its end; groups are left out. */
export function compileProgram(node: Node, sets: SetTable, backwards: boolean): Program {
  const builder = new Builder(sets, backwards);
  const match = builder.emit(op.match, 0, 0);
  const start = builder.build(node, match);
  return builder.finish(start);
}

class Builder {
  readonly #backwards: boolean;
  readonly #ops: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  readonly #sets: SetTable;
  readonly #characters = new Map<number, number>();
  readonly #assertions = new Set<Assertion>();

  constructor(sets: SetTable, backwards: boolean) {
    this.#sets = sets;
    this.#backwards = backwards;
  }

  emit(code: number, x: number, y: number): number {
    this.#ops.push(code);
    this.#x.push(x);
    return this.#y.push(y) - 1;
  }

  finish(start: number): Program {
    return {
      ops: Uint8Array.from(this.#ops),
      x: Int32Array.from(this.#x),
      y: Int32Array.from(this.#y),
      start,
      assertions: this.#assertions,
    };
  }

  /** Instructions for a node after which it goes on at `next`; returns where they start. */
  build(node: Node, next: number): number {
    switch (node.kind) {
      case "empty":
        return next;
      case "literal":
        return this.#literal(node.text, node.fold, next);
      case "set":
        return this.emit(op.set, this.#sets.number(node.set), next);
      case "assert":
        this.#assertions.add(node.assertion);
        return this.emit(op.assert, assertions.indexOf(node.assertion), next);
      case "group": {
        if (this.#backwards) return this.build(node.node, next);
        const end = this.emit(op.save, node.index * 2 + 1, next);
        return this.emit(op.save, node.index * 2, this.build(node.node, end));
      }
      case "concat": {
        const nodes = this.#backwards ? node.nodes : node.nodes.toReversed();
        return nodes.reduce((after, each) => this.build(each, after), next);
      }
      case "alternate": {
        const starts = node.nodes.map((each) => this.build(each, next));
        return starts.reduceRight((rest, start) => this.emit(op.split, start, rest));
      }
      case "repeat":
        return this.#repeat(node.node, node.min, node.max, node.greedy, next);
    }
  }

  #literal(text: string, fold: boolean, next: number): number {
    const characters = this.#backwards ? [...text] : [...text].toReversed();
    return characters.reduce(
      (after, character) => this.emit(op.set, this.#character(character.codePointAt(0)!, fold), after),
      next,
    );
  }

  #repeat(node: Node, min: number, max: number, greedy: boolean, next: number): number {
    let start = next;
    if (max === Infinity) {
      start = min === 0 ? this.#star(node, greedy, next) : this.#plus(node, greedy, next);
    } else {
      for (let count = min; count < max; count++) start = this.#choice(this.build(node, start), next, greedy);
    }
    const copies = max === Infinity ? min - 1 : min;
    for (let count = 0; count < copies; count++) start = this.build(node, start);
    return start;
  }

  /** A nullable body is tried once before it may be left out, so that `(|a)*` prefers the empty text as `(|a)+` does. */
  #star(node: Node, greedy: boolean, next: number): number {
    if (node.nullable) return this.#choice(this.#plus(node, greedy, next), next, greedy);
    const loop = this.emit(op.split, 0, 0);
    return this.#close(loop, this.build(node, loop), next, greedy);
  }

  #plus(node: Node, greedy: boolean, next: number): number {
    const loop = this.emit(op.split, 0, 0);
    const body = this.build(node, loop);
    this.#close(loop, body, next, greedy);
    return body;
  }

  #close(loop: number, body: number, next: number, greedy: boolean): number {
    this.#x[loop] = greedy ? body : next;
    this.#y[loop] = greedy ? next : body;
    return loop;
  }

  #choice(body: number, next: number, greedy: boolean): number {
    return greedy ? this.emit(op.split, body, next) : this.emit(op.split, next, body);
  }

  #character(codePoint: number, fold: boolean): number {
    const key = fold ? -codePoint - 1 : codePoint;
    let number = this.#characters.get(key);
    if (number === undefined) {
      number = this.#sets.number(characterSet(codePoint, fold));
      this.#characters.set(key, number);
    }
    return number;
  }
}
