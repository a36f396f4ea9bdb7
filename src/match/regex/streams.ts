/**
 * A pattern as operations on bit streams (Parabix: Robert D. Cameron et al., "Bitwise Data Parallelism in Regular Expression
 * Matching", PACT 2014). A stream has one bit for each place of a text; the bits of one stream say where characters of a class
 * stand, those of another where a part of the pattern may have ended. Sixty-four places are worked on at once.
 *
 * What comes out says which lines may hold a match: every line with a match is among them, and few others. Bytes beyond ASCII
 * count as members of each set that holds any of them, and what repeats a longer part repeats any of its characters.
 */
import type { ByteClass, StreamOp, StreamProgram } from "../kernels/streams.ts";
import type { Assertion, Node } from "./ast.ts";
import { characterSet, rangesContain, type CharSet } from "./charset.ts";

type Stream = number;

/** Roughly instructions for each step of sixty-four bytes; costlier patterns are for the automaton. */
const highestCost = 560;
const costs = { class: 36, and: 1, or: 1, xor: 1, without: 1, advance: 5, reach: 9 } as const;

const lf = 10;
const cr = 13;
const newline = { ranges: [lf, lf], negated: false };
const wordRanges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];

/** For a pattern of line scope that does not match the empty text; undefined where the automaton is the better choice. */
export function streamsOf(node: Node): StreamProgram | undefined {
  const builder = new Builder();
  const newlines = builder.class(newline);
  const result = builder.build(node, everywhere, true);
  return result === everywhere || builder.cost > highestCost ? undefined : { ops: builder.ops, newlines, result };
}

/** Instead of a stream: all places. */
const everywhere = -1;
type Places = Stream | typeof everywhere;

class Builder {
  readonly ops: StreamOp[] = [];
  cost = 0;
  readonly #known = new Map<string, Stream>();

  class(of: ByteClass): Stream {
    return this.#add({ kind: "class", of });
  }

  /** Where a node may end that starts at one of `from`. What is `last` in the pattern may end early, since only lines are asked for. */
  build(node: Node, from: Places, last: boolean): Places {
    if (this.cost > highestCost) return from;
    switch (node.kind) {
      case "empty":
        return from;
      case "literal": {
        let at = from;
        for (const character of node.text) at = this.#step(characterSet(character.codePointAt(0)!, node.fold), at);
        return at;
      }
      case "set":
        return this.#step(node.set, from);
      case "assert":
        return this.#assert(node.assertion, from);
      case "group":
        return this.build(node.node, from, last);
      case "concat":
        return node.nodes.reduce(
          (at, each, index) => this.build(each, at, last && index === node.nodes.length - 1),
          from,
        );
      case "alternate":
        return this.#either(node.nodes.map((each) => this.build(each, from, last)));
      case "repeat":
        return this.#repeat(node.node, node.min, node.max, from, last);
    }
  }

  #repeat(node: Node, min: number, max: number, from: Places, last: boolean): Places {
    let at = from;
    for (let count = 1; count <= min && this.cost <= highestCost; count++)
      at = this.build(node, at, last && count === min);
    if (last || max === min) return at;
    // From everywhere on, a longer run of characters ends where a shorter one does too.
    if (from === everywhere && min > 0 && node.kind === "set") return at;
    if (max - min > mostOptional) {
      return at === everywhere ? at : this.#reach(at, this.class(classOf(...setsOf(node))));
    }
    const ends = [at];
    for (let count = min; count < max; count++) ends.push(this.build(node, ends.at(-1)!, false));
    return this.#either(ends);
  }

  #step(set: CharSet, from: Places): Places {
    const at = this.#add({ kind: "advance", of: this.#and(from, this.class(classOf(set))), first: 0 });
    return beyondAscii(set) ? this.#reach(at, this.class(notAscii)) : at;
  }

  #assert(assertion: Assertion, from: Places): Places {
    switch (assertion) {
      case "line_start":
      case "text_start":
        return this.#and(from, this.#add({ kind: "advance", of: this.class(newline), first: 1 }));
      case "line_end":
      case "text_end":
        return this.#and(from, this.class({ ranges: [lf, lf, cr, cr], negated: false }));
      case "boundary":
        return this.#and(from, this.#add({ kind: "xor", ...this.#words() }));
      case "no_boundary": {
        const boundaries = this.#add({ kind: "xor", ...this.#words() });
        return this.#without(from, boundaries);
      }
      case "word_half_start":
        return this.#without(from, this.#words().left);
      case "word_half_end":
        return this.#without(from, this.#words().right);
    }
  }

  /** Places behind a word character and before one. */
  #words(): { readonly left: Stream; readonly right: Stream } {
    const right = this.class({ ranges: wordRanges, negated: false });
    return { left: this.#add({ kind: "advance", of: right, first: 0 }), right };
  }

  #reach(of: Stream, through: Stream): Stream {
    return this.#add({ kind: "reach", of, through });
  }

  #and(left: Places, right: Stream): Stream {
    return left === everywhere ? right : this.#add({ kind: "and", left, right });
  }

  #without(left: Places, right: Stream): Stream {
    if (left !== everywhere) return this.#add({ kind: "without", left, right });
    return this.#add({ kind: "without", left: this.class({ ranges: [], negated: true }), right });
  }

  #either(places: readonly Places[]): Places {
    const [first, ...others] = new Set(places);
    if (first === undefined || first === everywhere || others.includes(everywhere)) return everywhere;
    return others.reduce((left, right) => this.#add({ kind: "or", left, right }), first);
  }

  #add(op: StreamOp): Stream {
    const key = JSON.stringify(op);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.cost += costs[op.kind];
    const stream = this.ops.push(op) - 1;
    this.#known.set(key, stream);
    return stream;
  }
}

/** Repetitions beyond the least number that are written out. */
const mostOptional = 3;
const notAscii: ByteClass = { ranges: [0, 0x7f], negated: true };

/** The bytes that characters of sets consist of. No set holds a newline where only lines are looked at. */
function classOf(...sets: readonly CharSet[]): ByteClass {
  const negated = sets.some(beyondAscii);
  const ranges: number[] = [];
  for (let code = 0; code < 0x80; code++) {
    const member = code !== lf && sets.some((set) => rangesContain(set.ranges, code));
    if (member === negated) continue;
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return { ranges, negated };
}

function beyondAscii(set: CharSet): boolean {
  return set.source !== undefined || set.invalid || (set.ranges.at(-1) ?? 0) >= 0x80;
}

/** All sets whose characters a node may read. */
function setsOf(node: Node): CharSet[] {
  switch (node.kind) {
    case "empty":
    case "assert":
      return [];
    case "literal":
      return Array.from(node.text, (character) => characterSet(character.codePointAt(0)!, node.fold));
    case "set":
      return [node.set];
    case "group":
    case "repeat":
      return setsOf(node.node);
    case "concat":
    case "alternate":
      return node.nodes.flatMap(setsOf);
  }
}
