/**
 * Reads RE2's syntax (https://github.com/google/re2/wiki/Syntax) into a tree. Everything RE2 accepts is accepted, `(?<name>`
 * too; what it refuses is refused with its place in the pattern and, where there is one, the way without it.
 * `\C` is refused as well, since it could split a character. Multi-line anchors are on unless the pattern turns them off.
 */
import { failure, success, type Result } from "../../model/result.ts";
import {
  alternateNode,
  assertNode,
  concatNode,
  groupNode,
  literalNode,
  repeatNode,
  setNode,
  type Node,
} from "./ast.ts";
import { anyButNewline, anyCharacter } from "./charset.ts";
import { parseClass, parseClassEscape, type ParsedSet } from "./class.ts";
import { parseEscape } from "./escape.ts";
import { parseGroupOpening, type Flags } from "./group.ts";
import { ForeignSyntax, Refusal, refusalProblem, shown } from "./refusal.ts";

export interface ParsedPattern {
  readonly node: Node;
  readonly groupCount: number;
  readonly groupNames: Readonly<Record<string, number>>;
  /** The pattern names a newline: `\n`, its code or the character itself, but not in a negated class. */
  readonly namesNewline: boolean;
  /** `(?s)` stands somewhere in the pattern. */
  readonly setsDotall: boolean;
  /** An upper-case letter stands for itself; escapes do not count. */
  readonly upperCase: boolean;
}

export interface ParseOptions {
  readonly ignoreCase: boolean;
  readonly dotall: boolean;
}

export function parseRegex(pattern: string, options: ParseOptions): Result<ParsedPattern> {
  try {
    return success(new Parser(pattern, options).parse());
  } catch (refusal) {
    if (refusal instanceof Refusal) return failure(refusalProblem(pattern, refusal));
    throw refusal;
  }
}

/** RE2 allows as many repetitions, nested ones multiplied. */
const mostCounts = 1000;
const deepestNesting = 1000;
/** Instructions of the automaton. */
const largestPattern = 2_000_000;

/** An open group: alternatives already complete, and the items of the one being read. */
interface Frame {
  readonly alternatives: Node[];
  items: Node[];
  readonly flagsOutside: Flags;
  /** Group number; undefined for a group that does not capture and for the pattern as a whole. */
  readonly group: number | undefined;
  readonly at: number;
}

class Parser {
  readonly #pattern: string;
  #at = 0;
  #flags: Flags;
  #frames: Frame[] = [];
  #frame: Frame;
  /** Where the repetition operator just read begins, so that a second one right after it is refused. */
  #repeated: number | undefined;
  #groupCount = 0;
  readonly #groupNames: Record<string, number> = Object.create(null) as Record<string, number>;
  #namesNewline = false;
  #setsDotall = false;
  #upperCase = false;

  constructor(pattern: string, options: ParseOptions) {
    this.#pattern = pattern;
    this.#flags = { fold: options.ignoreCase, dotall: options.dotall, multiline: true, ungreedy: false };
    this.#frame = { alternatives: [], items: [], flagsOutside: this.#flags, group: undefined, at: 0 };
  }

  parse(): ParsedPattern {
    while (this.#at < this.#pattern.length) this.#step();
    if (this.#frames.length > 0)
      throw new Refusal(this.#frame.at, "a group that is not closed", "write `\\(` for a parenthesis");
    const node = closed(this.#frame);
    if (node.size > largestPattern)
      throw new Refusal(0, `the pattern is too large (${node.size} steps once its counts are written out)`);
    return {
      node,
      groupCount: this.#groupCount,
      groupNames: this.#groupNames,
      namesNewline: this.#namesNewline,
      setsDotall: this.#setsDotall,
      upperCase: this.#upperCase,
    };
  }

  #step(): void {
    const pattern = this.#pattern;
    const at = this.#at;
    const character = pattern[at]!;
    const repeated = this.#repeated;
    this.#repeated = undefined;
    switch (character) {
      case "(":
        return this.#open();
      case ")":
        return this.#close();
      case "|":
        this.#at++;
        this.#frame.alternatives.push(concatNode(this.#frame.items));
        this.#frame.items = [];
        return;
      case "*":
        return this.#repeat(0, Infinity, at + 1, repeated);
      case "+":
        return this.#repeat(1, Infinity, at + 1, repeated);
      case "?":
        return this.#repeat(0, 1, at + 1, repeated);
      case "{":
        return this.#count(repeated);
      case "^":
        return this.#push(assertNode(this.#flags.multiline ? "line_start" : "text_start"), at + 1);
      case "$":
        return this.#push(assertNode(this.#flags.multiline ? "line_end" : "text_end"), at + 1);
      case ".":
        return this.#push(setNode(this.#flags.dotall ? anyCharacter : anyButNewline), at + 1);
      case "[":
        return this.#pushSet(parseClass(pattern, at, this.#flags.fold));
      case "\\":
        return this.#escape();
      default:
        return this.#plainText();
    }
  }

  /** A run of ordinary characters; the last one stays apart when a repetition follows. */
  #plainText(): void {
    const pattern = this.#pattern;
    const at = this.#at;
    let end = nextSpecial(pattern, at + 1);
    if (end - at > 1 && "*+?{".includes(pattern[end] ?? " ")) {
      const low = pattern.charCodeAt(end - 1);
      end -= low >= 0xdc00 && low <= 0xdfff ? 2 : 1;
    }
    if (end <= at) end = at + (pattern.codePointAt(at)! > 0xffff ? 2 : 1);
    this.#literal(pattern.slice(at, end), end, true);
  }

  #literal(text: string, end: number, asTyped: boolean): void {
    if (text.includes("\n")) this.#namesNewline = true;
    if (asTyped && !this.#upperCase && /\p{Uppercase}/u.test(text)) this.#upperCase = true;
    this.#push(literalNode(text, this.#flags.fold), end);
  }

  #push(node: Node, end: number): void {
    this.#frame.items.push(node);
    this.#at = end;
  }

  #pushSet(parsed: ParsedSet): void {
    this.#namesNewline ||= parsed.newline;
    this.#upperCase ||= parsed.upperCase;
    this.#push(setNode(parsed.set), parsed.end);
  }

  #escape(): void {
    const pattern = this.#pattern;
    const at = this.#at;
    switch (pattern[at + 1]) {
      case "A":
        return this.#push(assertNode("text_start"), at + 2);
      case "z":
        return this.#push(assertNode("text_end"), at + 2);
      case "b":
        return this.#push(assertNode("boundary"), at + 2);
      case "B":
        return this.#push(assertNode("no_boundary"), at + 2);
      case "Q":
        return this.#quotation();
    }
    const set = parseClassEscape(pattern, at, this.#flags.fold);
    if (set) return this.#pushSet(set);
    const escaped = parseEscape(pattern, at);
    this.#literal(String.fromCodePoint(escaped.codePoint), escaped.end, false);
  }

  /** `\Q...\E`, or to the end of the pattern. A repetition after it applies to its last character. */
  #quotation(): void {
    const found = this.#pattern.indexOf("\\E", this.#at + 2);
    const end = found < 0 ? this.#pattern.length : found;
    const text = this.#pattern.slice(this.#at + 2, end);
    const after = found < 0 ? end : end + 2;
    this.#at = after;
    if (text === "") return;
    const last = String.fromCodePoint(text.codePointAt(lastCharacterAt(text))!);
    if (text.length > last.length) this.#literal(text.slice(0, -last.length), after, true);
    this.#literal(last, after, true);
  }

  #count(repeated: number | undefined): void {
    const found = /^\{(\d+)(,(\d*))?\}/.exec(this.#pattern.slice(this.#at, this.#at + 64));
    if (!found) return this.#plainText();
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === "" ? Infinity : Number(found[3]);
    if (min > mostCounts || (max !== Infinity && max > mostCounts)) throw this.#tooMany(found[0], this.#at);
    if (min > max)
      throw new Refusal(this.#at, `the count ${shown(found[0])} runs backwards`, "put the lower end first");
    const at = this.#at;
    this.#repeat(min, max, at + found[0].length, repeated);
    if (this.#frame.items.at(-1)!.counts > mostCounts) throw this.#tooMany(found[0], at);
  }

  #tooMany(text: string, at: number): Refusal {
    return new Refusal(
      at,
      `the count ${shown(text)} asks for more than ${mostCounts} repetitions, nested ones multiplied`,
      "write it as several counts one after the other, or leave the upper end open",
    );
  }

  #repeat(min: number, max: number, after: number, repeated: number | undefined): void {
    const operator = this.#pattern.slice(this.#at, after);
    if (repeated !== undefined) throw this.#doubled(repeated, operator);
    const node = this.#frame.items.pop();
    if (!node)
      throw new Refusal(
        this.#at,
        `nothing before ${shown(operator)} to repeat`,
        `write ${shown(`\\${operator}`)} for the text`,
      );
    const lazy = this.#pattern[after] === "?";
    this.#repeated = this.#at;
    this.#push(repeatNode(node, min, max, lazy === this.#flags.ungreedy), after + (lazy ? 1 : 0));
  }

  #doubled(first: number, operator: string): Refusal {
    const both = this.#pattern.slice(first, this.#at) + operator;
    if (operator === "+")
      return new ForeignSyntax(
        first,
        `the possessive repetition ${shown(both)} is not in RE2's syntax`,
        `write ${shown(this.#pattern.slice(first, this.#at))}, which never backtracks here`,
      );
    return new Refusal(
      first,
      `two repetitions in a row: ${shown(both)}`,
      `put the first into a group: ${shown(`(?:x${this.#pattern.slice(first, this.#at)})${operator}`)}`,
    );
  }

  #open(): void {
    const opening = parseGroupOpening(this.#pattern, this.#at, this.#flags);
    if (opening.flags.dotall && !this.#flags.dotall) this.#setsDotall = true;
    if (opening.kind === "flags") {
      this.#flags = opening.flags;
      this.#at = opening.end;
      return;
    }
    if (this.#frames.length >= deepestNesting)
      throw new Refusal(this.#at, `groups nested more than ${deepestNesting} deep`);
    const group = opening.kind === "capture" ? ++this.#groupCount : undefined;
    if (opening.name !== undefined) this.#nameGroup(opening.name, group!);
    this.#frames.push(this.#frame);
    this.#frame = { alternatives: [], items: [], flagsOutside: this.#flags, group, at: this.#at };
    this.#flags = opening.flags;
    this.#at = opening.end;
  }

  #nameGroup(name: string, group: number): void {
    if (name in this.#groupNames)
      throw new Refusal(this.#at, `two groups have the name ${shown(name)}`, "give each group a name of its own");
    this.#groupNames[name] = group;
  }

  #close(): void {
    const outer = this.#frames.pop();
    if (!outer) throw new Refusal(this.#at, "a closing parenthesis without an opening one", "write `\\)` for the text");
    const node = closed(this.#frame);
    const { group, flagsOutside } = this.#frame;
    this.#frame = outer;
    this.#flags = flagsOutside;
    // An empty group still is something that a repetition can apply to.
    this.#push(group === undefined ? node : groupNode(group, node), this.#at + 1);
  }
}

function closed(frame: Frame): Node {
  const last = concatNode(frame.items);
  return frame.alternatives.length === 0 ? last : alternateNode([...frame.alternatives, last]);
}

/** Index of the next character with a meaning of its own. */
function nextSpecial(pattern: string, from: number): number {
  const special = /[\\^$.|?*+()[{]/g;
  special.lastIndex = from;
  return special.exec(pattern)?.index ?? pattern.length;
}

function lastCharacterAt(text: string): number {
  const last = text.length - 1;
  const code = text.charCodeAt(last);
  return last > 0 && code >= 0xdc00 && code <= 0xdfff ? last - 1 : last;
}
