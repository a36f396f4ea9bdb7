/**
 * A slow matcher written from the contract alone: it cuts the text into characters, each line ending one of them, and tries
 * every way through a tree in order of preference. It shares nothing with the engines it judges.
 */
import type { Tree } from "./tree.ts";

export interface ReferenceOptions {
  readonly wholeFile: boolean;
  readonly eol: "auto" | "raw";
  readonly word: boolean;
  readonly ignoreCase: boolean;
}

/** Start and end of the match and of each group; -1 for a group that took no part. */
export type ReferenceMatch = readonly number[];

interface Unit {
  /** -1 for a byte that is not UTF-8. */
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

interface Flags {
  readonly i: boolean;
  readonly s: boolean;
  readonly m: boolean;
  readonly U: boolean;
}

/** Thrown when a sample would take too long to be worth it. */
export class TooSlow extends Error {}

export function referenceMatches(tree: Tree, bytes: Uint8Array, options: ReferenceOptions): ReferenceMatch[] {
  const units = cut(bytes, options.eol);
  const found: ReferenceMatch[] = [];
  const groupCount = countGroups(tree);
  let budget = 200_000;
  let previousEnd = -1;
  const endsWithNewline = units.length === 0 || units.at(-1)!.code === 10;
  const offset = (at: number): number => units[at]?.start ?? bytes.length;

  let limit = 0;
  const step = (): void => {
    if (--budget < 0) throw new TooSlow();
  };
  const isWord = (code: number | undefined): boolean =>
    code !== undefined && code >= 0 && /^[0-9A-Za-z_]$/.test(String.fromCodePoint(code));
  const isUnicodeWord = (code: number | undefined): boolean =>
    code !== undefined && code >= 0 && /^[\p{L}\p{M}\p{Nd}\p{Pc}]$/u.test(String.fromCodePoint(code));
  /** No line starts here: the place after a final newline, or in an empty file. */
  const noLine = (at: number): boolean => at === units.length && endsWithNewline;

  type Next = (at: number, groups: readonly number[], anchored: boolean) => readonly number[] | undefined;

  const run = (
    tree: Tree,
    at: number,
    groups: readonly number[],
    anchored: boolean,
    flags: Flags,
    group: { next: number },
    next: Next,
  ): readonly number[] | undefined => {
    step();
    const one = (matches: (code: number) => boolean): readonly number[] | undefined => {
      if (at >= limit) return undefined;
      const { code } = units[at]!;
      if (code === 10 && !options.wholeFile) return undefined;
      return matches(code) ? next(at + 1, groups, anchored) : undefined;
    };
    switch (tree.kind) {
      case "char":
        return one((code) => sameCharacter(code, tree.char.codePointAt(0)!, flags.i));
      case "dot":
        return one((code) => code !== 10 || flags.s);
      case "escape":
        return one((code) => inEscape(code, tree.letter, flags.i));
      case "property":
        return one((code) => inProperty(code, tree.name, flags.i) !== tree.negated);
      case "class":
        return one(
          (code) =>
            tree.members.some((member) =>
              member.kind === "escape"
                ? inEscape(code, member.letter, flags.i)
                : inRange(code, member.low.codePointAt(0)!, member.high.codePointAt(0)!, flags.i),
            ) !== tree.negated,
        );
      case "assert": {
        const before = units[at - 1]?.code;
        const after = units[at]?.code;
        switch (tree.text) {
          case "^":
            if (!flags.m) return at === 0 ? next(at, groups, anchored || units.length === 0) : undefined;
            return (at === 0 || before === 10) && !noLine(at) ? next(at, groups, anchored) : undefined;
          case "$":
            if (!flags.m) return at === units.length ? next(at, groups, true) : undefined;
            return (at === units.length || after === 10) && !noLine(at) ? next(at, groups, anchored) : undefined;
          case "\\A":
            return at === 0 ? next(at, groups, anchored || units.length === 0) : undefined;
          case "\\z":
            return at === units.length ? next(at, groups, true) : undefined;
          case "\\b":
            return isWord(before) !== isWord(after) ? next(at, groups, anchored) : undefined;
          case "\\B":
            return isWord(before) === isWord(after) ? next(at, groups, anchored) : undefined;
        }
        return undefined;
      }
      case "group": {
        const number = group.next;
        const inner = { next: number + 1 };
        return run(tree.tree, at, set(groups, number * 2, at), anchored, flags, inner, (end, after, anchoredAfter) =>
          next(end, set(after, number * 2 + 1, end), anchoredAfter),
        );
      }
      case "flags": {
        const changed = { ...flags };
        const on = !tree.flags.startsWith("-");
        changed[tree.flags.at(-1) as keyof Flags] = on as never;
        return run(tree.tree, at, groups, anchored, changed, group, next);
      }
      case "cat": {
        const from = (index: number, first: number): Next => {
          if (index === tree.trees.length) return next;
          const each = tree.trees[index]!;
          return (place, after, anchoredAfter) =>
            run(each, place, after, anchoredAfter, flags, { next: first }, from(index + 1, first + countGroups(each)));
        };
        return from(0, group.next)(at, groups, anchored);
      }
      case "alt": {
        let first = group.next;
        for (const each of tree.trees) {
          const result = run(each, at, groups, anchored, flags, { next: first }, next);
          if (result) return result;
          first += countGroups(each);
        }
        return undefined;
      }
      case "repeat": {
        const lazy = tree.lazy !== flags.U;
        const first = group.next;
        const body = (place: number, after: readonly number[], anchoredAfter: boolean, then: Next) =>
          run(tree.tree, place, after, anchoredAfter, flags, { next: first }, then);
        // Of a repetition without upper end, a round that took nothing is not followed by another one.
        const more = (
          place: number,
          after: readonly number[],
          anchoredAfter: boolean,
          count: number,
          tookNothing: boolean,
        ): readonly number[] | undefined => {
          const again = (): readonly number[] | undefined =>
            count >= tree.max || tookNothing
              ? undefined
              : body(place, after, anchoredAfter, (end, then, anchoredThen) =>
                  more(
                    end,
                    then,
                    anchoredThen,
                    count + 1,
                    tree.max === Infinity && count + 1 >= tree.min && end === place,
                  ),
                );
          if (count < tree.min) return again();
          const leave = (): readonly number[] | undefined => next(place, after, anchoredAfter);
          return lazy ? (leave() ?? again()) : (again() ?? leave());
        };
        return more(at, groups, anchored, 0, false);
      }
    }
  };

  const matchAt = (at: number): readonly number[] | undefined => {
    if (options.word && isUnicodeWord(units[at - 1]?.code)) return undefined;
    const flags: Flags = { i: options.ignoreCase, s: false, m: true, U: false };
    const none = Array.from({ length: (groupCount + 1) * 2 }, () => -1);
    return run(tree, at, set(none, 0, at), false, flags, { next: 1 }, (end, groups, anchored) => {
      if (options.word && isUnicodeWord(units[end]?.code)) return undefined;
      if (at === end && noLine(end) && !anchored) return undefined;
      return set(groups, 1, end);
    });
  };

  for (let at = 0; at <= units.length;) {
    limit = options.wholeFile ? units.length : lineEnd(units, at);
    const match = matchAt(at);
    if (!match) {
      at++;
      continue;
    }
    const end = match[1]!;
    if (end > at || at !== previousEnd) {
      found.push(match.map((place) => (place < 0 ? -1 : offset(place))));
      previousEnd = end;
    }
    at = end > at ? end : at + 1;
  }
  return found;
}

function lineEnd(units: readonly Unit[], from: number): number {
  const end = units.findIndex((unit, index) => index >= from && unit.code === 10);
  return end < 0 ? units.length : end;
}

/** Characters of the text; with `auto` a CRLF is one newline. */
function cut(bytes: Uint8Array, eol: "auto" | "raw"): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < bytes.length;) {
    const crlf = eol === "auto" && bytes[at] === 13 && bytes[at + 1] === 10;
    const [code, length] = crlf ? [10, 2] : character(bytes, at);
    units.push({ code, start: at, end: at + length });
    at += length;
  }
  return units;
}

function character(bytes: Uint8Array, at: number): [code: number, length: number] {
  for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.subarray(at, at + length));
      return [text.codePointAt(0)!, length];
    } catch {
      continue;
    }
  }
  return [-1, 1];
}

function countGroups(tree: Tree): number {
  switch (tree.kind) {
    case "group":
      return 1 + countGroups(tree.tree);
    case "flags":
    case "repeat":
      return countGroups(tree.tree);
    case "cat":
    case "alt":
      return tree.trees.reduce((total, each) => total + countGroups(each), 0);
    default:
      return 0;
  }
}

/** The characters that are one with this character when case is ignored, itself included. */
function folds(code: number): number[] {
  const char = String.fromCodePoint(code);
  const others = [code];
  for (const each of [
    char.toLowerCase(),
    char.toUpperCase(),
    ...("kK".includes(char) ? ["\u212a"] : []),
    ...("sS".includes(char) ? ["\u017f"] : []),
  ])
    if ([...each].length === 1) others.push(each.codePointAt(0)!);
  if (code === 0x212a) others.push(0x4b, 0x6b);
  if (code === 0x17f) others.push(0x53, 0x73);
  return others;
}

function sameCharacter(code: number, wanted: number, fold: boolean): boolean {
  return code >= 0 && (fold ? folds(code).includes(wanted) || folds(wanted).includes(code) : code === wanted);
}

function inRange(code: number, low: number, high: number, fold: boolean): boolean {
  if (code < 0) return false;
  return (fold ? folds(code) : [code]).some((each) => low <= each && each <= high);
}

function inEscape(code: number, letter: string, fold: boolean): boolean {
  if (letter < "a") return !inEscape(code, letter.toLowerCase(), fold);
  const members = letter === "d" ? /[0-9]/ : letter === "w" ? /[0-9A-Za-z_]/ : /[\t\n\f\r ]/;
  return code >= 0 && (fold ? folds(code) : [code]).some((each) => members.test(String.fromCodePoint(each)));
}

function inProperty(code: number, name: string, fold: boolean): boolean {
  const members = new RegExp(name === "Greek" ? "\\p{Script=Greek}" : `\\p{${name}}`, "u");
  return code >= 0 && (fold ? folds(code) : [code]).some((each) => members.test(String.fromCodePoint(each)));
}

function set(groups: readonly number[], at: number, value: number): readonly number[] {
  const changed = [...groups];
  changed[at] = value;
  return changed;
}
