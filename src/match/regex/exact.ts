/**
 * Patterns that match a few texts and nothing else, as lists of words do: their matches are found by comparing texts where one of
 * them was seen, and no automaton runs.
 */
import { glue } from "../../model/glue.ts";
import type { Piece } from "../engine.ts";
import type { Node } from "./ast.ts";
import type { Finder } from "./finder.ts";
import { isLowerLetter, k, kelvin, longS, s } from "./letters.ts";

/** Everything that a pattern matches, what it prefers first. */
export interface ExactTexts {
  /** Of ASCII, none empty. */
  readonly texts: readonly string[];
  /** Upper and lower case alike. */
  readonly fold: boolean;
}

const mostTexts = 16;
const longestText = 64;

/** Undefined for a pattern that matches something else, more or longer texts, or that has groups. */
export function exactTexts(node: Node): ExactTexts | undefined {
  const folds = new Set<boolean>();
  const texts = textsOf(node, folds);
  if (!texts || texts.includes("") || folds.size > 1) return undefined;
  return { texts: [...new Set(texts)], fold: folds.has(true) };
}

/** Whether case counts in what has letters is left in `folds`. */
function textsOf(node: Node, folds: Set<boolean>): readonly string[] | undefined {
  switch (node.kind) {
    case "empty":
      return [""];
    case "literal":
      if (!isPlain(node.text) || node.text.length > longestText) return undefined;
      if (/[A-Za-z]/.test(node.text)) folds.add(node.fold);
      return [node.text];
    case "alternate":
      return within(node.nodes.map((each) => textsOf(each, folds)).reduce(joined, []));
    case "concat":
      return node.nodes.map((each) => textsOf(each, folds)).reduce(followed, [""]);
    default:
      return undefined;
  }
}

type Texts = readonly string[] | undefined;

function joined(first: Texts, second: Texts): Texts {
  return first && second && [...first, ...second];
}

function followed(heads: Texts, tails: Texts): Texts {
  if (!heads || !tails || heads.length * tails.length > mostTexts) return undefined;
  return within(heads.flatMap((head) => tails.map((tail) => head + tail)));
}

function within(texts: Texts): Texts {
  return texts && texts.length <= mostTexts && texts.every((text) => text.length <= longestText) ? texts : undefined;
}

/** A carriage return may be hidden by the line ending that it belongs to. */
function isPlain(text: string): boolean {
  return /^[\x00-\x09\x0b\x0c\x0e-\x7f]*$/.test(text);
}

/** No letter that is met with case ignored takes more bytes than U+212A. */
const widest = 3;

/** Finds the leftmost-first match that starts at a place or later. */
export class TextSearcher {
  static {
    glue(this.prototype.open, this.prototype.search);
  }
  readonly #finder: Finder;
  readonly #fold: boolean;
  /** For each byte the texts that can begin with it, in lower case where case is ignored. */
  readonly #texts: (readonly Uint8Array[])[] = Array.from({ length: 256 }, () => none);
  /** How far behind the start of a match a place in it can be. */
  readonly #longest: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #end = 0;
  matchStart = 0;
  matchEnd = 0;

  /** The finder's places are within matches, and every match has one. */
  constructor({ texts, fold }: ExactTexts, finder: Finder) {
    glue(this.#endOf);
    this.#finder = finder;
    this.#fold = fold;
    this.#longest = Math.max(...texts.map((text) => text.length)) * (fold ? widest : 1);
    for (const text of texts.map((each) => Buffer.from(fold ? each.toLowerCase() : each)))
      for (const byte of firstBytes(text[0]!, fold)) this.#texts[byte] = [...this.#texts[byte]!, text];
  }

  open({ bytes, start, end }: Piece): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#finder.open(bytes, start, end);
  }

  search(from: number): boolean {
    const bytes = this.#bytes;
    for (let at = from, place = this.#finder.next(from); place >= 0; place = this.#finder.next(at)) {
      // Whatever starts earlier would have been found by an earlier place.
      for (at = Math.max(at, place - this.#longest); at <= place; at++) {
        const texts = this.#texts[bytes[at]!]!;
        for (let index = 0; index < texts.length; index++) {
          const end = this.#endOf(texts[index]!, at);
          if (end < 0) continue;
          this.matchStart = at;
          this.matchEnd = end;
          return true;
        }
      }
    }
    return false;
  }

  /** Where a text ends that starts at a place; -1 where it does not. */
  #endOf(text: Uint8Array, start: number): number {
    const bytes = this.#bytes;
    let at = start;
    for (let index = 0; index < text.length; index++) {
      const wanted = text[index]!;
      const byte = at < this.#end ? bytes[at]! : -1;
      if (byte === wanted || (this.#fold && isLowerLetter(wanted) && byte === wanted - 0x20)) at++;
      else if (!this.#fold) return -1;
      else if (wanted === k && standsAt(bytes, at, this.#end, kelvin)) at += kelvin.length;
      else if (wanted === s && standsAt(bytes, at, this.#end, longS)) at += longS.length;
      else return -1;
    }
    return at;
  }
}

const none: readonly Uint8Array[] = [];

function firstBytes(byte: number, fold: boolean): readonly number[] {
  if (!fold || !isLowerLetter(byte)) return [byte];
  const beyond = byte === k ? [kelvin[0]] : byte === s ? [longS[0]] : [];
  return [byte, byte - 0x20, ...beyond];
}

function standsAt(bytes: Uint8Array, at: number, end: number, text: readonly number[]): boolean {
  return at + text.length <= end && text.every((byte, index) => bytes[at + index] === byte);
}
