/**
 * Edits out of a match with the matches inside it: one edit for each match, ascending and without overlap.
 *
 * Where captures are copied in their order and as they are, the edits are what lies between them, so that nested calls
 * of any depth cost no more than their text. Where a capture moves, doubles or shifts its lines, the whole match is one
 * piece of new text.
 */
import { joined, type CopiedPart, type ExpandedPart } from "./expand.ts";
import { appendIndented, type IndentedText } from "./layout.ts";
import type { ByteRange } from "./matches.ts";
import type { PlannedMatch } from "./nest.ts";

export interface ComposedEdit extends ByteRange {
  readonly text: Uint8Array;
}

/** Text that one match may grow to. Captures that are used twice double at each level of nesting. */
export const largestReplacement = 64 * 1024 * 1024;

/** The edits of an outer match; undefined when they would grow beyond all measure. */
export function composeEdits(bytes: Uint8Array, outer: PlannedMatch): readonly ComposedEdit[] | undefined {
  if (outer.inner.length === 0) {
    const text = plainText(bytes, outer.parts);
    return Buffer.compare(text, bytes.subarray(outer.start, outer.end)) === 0
      ? []
      : [{ start: outer.start, end: outer.end, text }];
  }
  const budget = { left: largestReplacement };
  const pieces = piecesOf(bytes, outer, budget);
  return pieces === undefined ? undefined : onePerMatch(bytes, pieces);
}

/** New text for a range; those of one owner belong together. */
interface Piece extends ByteRange {
  readonly owner: PlannedMatch;
  readonly texts: Uint8Array[];
  /** Where the other matches start that this text answers for. */
  readonly others: readonly number[];
}

/** Merges later pieces of a match into what stands before them, so that each match has one edit. */
function onePerMatch(bytes: Uint8Array, pieces: readonly Piece[]): readonly ComposedEdit[] {
  const seen = new Set<PlannedMatch>();
  const merged: { start: number; end: number; texts: Uint8Array[]; others: number[] }[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (seen.has(piece.owner) && last !== undefined) {
      last.texts.push(bytes.subarray(last.end, piece.start), ...piece.texts);
      last.end = piece.end;
      for (const other of piece.others) last.others.push(other);
    } else merged.push({ start: piece.start, end: piece.end, texts: [...piece.texts], others: [...piece.others] });
    seen.add(piece.owner);
  }
  return merged.flatMap((edit) => {
    const cuts = cutsFor(bytes, edit, edit.others);
    const bounds = [edit.start, ...cuts, edit.end];
    return bounds.slice(1).map((end, i) => ({
      start: bounds[i]!,
      end,
      text: i === 0 ? joined(edit.texts) : new Uint8Array(0),
    }));
  });
}

/** As many offsets inside the edit as there are other matches in it: their starts, else the next characters. */
function cutsFor(bytes: Uint8Array, edit: ByteRange, others: readonly number[]): readonly number[] {
  const cuts = new Set(others.filter((start) => start > edit.start && start < edit.end));
  for (let at = edit.start + 1; cuts.size < others.length && at < edit.end; at++)
    if ((bytes[at]! & 0xc0) !== 0x80) cuts.add(at);
  return [...cuts].toSorted((a, b) => a - b);
}

interface Visit {
  readonly match: PlannedMatch;
  part: number;
  /** How far the source is dealt with. */
  at: number;
  /** Next of the inner matches. */
  inner: number;
  texts: Uint8Array[];
}

function piecesOf(bytes: Uint8Array, outer: PlannedMatch, budget: { left: number }): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  const stack: Visit[] = [];
  const enter = (match: PlannedMatch): boolean => {
    if (copiesInOrder(match)) {
      stack.push({ match, part: 0, at: match.start, inner: 0, texts: [] });
      return true;
    }
    const text = movedText(bytes, match, budget);
    if (text === undefined) return false;
    if (Buffer.compare(text, bytes.subarray(match.start, match.end)) !== 0)
      pieces.push({ start: match.start, end: match.end, owner: match, texts: [text], others: innerStarts(match) });
    return true;
  };
  if (!enter(outer)) return undefined;
  for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
    const part = visit.match.parts[visit.part];
    const inner = visit.match.inner[visit.inner];
    if (part === undefined) {
      addGap(bytes, pieces, visit, visit.match.end);
      stack.pop();
    } else if (part.kind !== "copy") {
      visit.texts.push(part.bytes);
      visit.part++;
    } else if (inner !== undefined && inner.start >= part.start && inner.end <= part.end) {
      addGap(bytes, pieces, visit, part.start);
      visit.at = part.end;
      visit.inner++;
      if (!enter(inner)) return undefined;
    } else {
      addGap(bytes, pieces, visit, part.start);
      visit.at = part.end;
      visit.part++;
    }
  }
  return pieces;
}

/** New text between two copies, where it differs. `at` is behind `to` once the copy itself has been passed. */
function addGap(bytes: Uint8Array, pieces: Piece[], visit: Visit, to: number): void {
  if (visit.at > to) return;
  const text = joined(visit.texts.length === 0 ? [new Uint8Array(0)] : visit.texts);
  visit.texts = [];
  if (Buffer.compare(text, bytes.subarray(visit.at, to)) === 0) return;
  pieces.push({ start: visit.at, end: to, owner: visit.match, texts: [text], others: [] });
}

function copiesInOrder(match: PlannedMatch): boolean {
  let at = match.start;
  for (const part of match.parts) {
    if (part.kind === "text") continue;
    if (part.kind === "value" || part.shift !== undefined || part.start < at) return false;
    at = part.end;
  }
  return at <= match.end;
}

function innerStarts(match: PlannedMatch): readonly number[] {
  const starts: number[] = [];
  const waiting = [...match.inner];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    starts.push(next.start);
    for (const inner of next.inner) waiting.push(inner);
  }
  return starts;
}

/** Text with ascending ranges of it whose line starts must stay, wherever it is moved to: the inside of string literals. */
type Marked = Pick<IndentedText, "bytes" | "fixed">;

/** The text of a match that is one piece, inner matches first. */
function movedText(bytes: Uint8Array, match: PlannedMatch, budget: { left: number }): Uint8Array | undefined {
  const texts = new Map<PlannedMatch, Marked>();
  const order: PlannedMatch[] = [];
  const waiting = [match];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    for (const inner of next.inner) waiting.push(inner);
  }
  const strings = stringsOf(order.flatMap(({ parts }) => parts));
  for (const next of order.toReversed()) {
    const text = partsText(bytes, next.parts, strings, next.inner, texts);
    budget.left -= text.bytes.length;
    if (budget.left < 0) return undefined;
    texts.set(next, text);
  }
  return texts.get(match)!.bytes;
}

const noBlanks = new Uint8Array(0);

/** The text of expanded parts with nothing inside them rewritten. */
export function plainText(bytes: Uint8Array, parts: readonly ExpandedPart[]): Uint8Array {
  return partsText(bytes, parts, stringsOf(parts), [], new Map()).bytes;
}

/** Each string once, ascending: those of a capture are those of the captures inside it, too. */
function stringsOf(parts: readonly ExpandedPart[]): readonly ByteRange[] {
  const found = new Map<number, ByteRange>();
  for (const part of parts)
    for (const range of (part.kind === "copy" && part.shift?.fixed) || []) found.set(range.start, range);
  return [...found.values()].toSorted((a, b) => a.start - b.start);
}

function partsText(
  bytes: Uint8Array,
  parts: readonly ExpandedPart[],
  strings: readonly ByteRange[],
  inner: readonly PlannedMatch[],
  texts: ReadonlyMap<PlannedMatch, Marked>,
): Marked {
  const text = new MarkedText();
  for (const part of parts) {
    if (part.kind === "text") text.add(part.bytes);
    else if (part.kind === "value") text.addIndented({ bytes: part.bytes, base: noBlanks, fixed: [] }, part.target);
    else addCopy(text, bytes, part, strings, inner, texts);
  }
  return text.whole();
}

function addCopy(
  into: MarkedText,
  bytes: Uint8Array,
  part: CopiedPart,
  strings: readonly ByteRange[],
  matches: readonly PlannedMatch[],
  texts: ReadonlyMap<PlannedMatch, Marked>,
): void {
  const text = new MarkedText();
  let next = firstFrom(strings, part.start);
  let at = part.start;
  const keep = (to: number) => {
    const fixed: [number, number][] = [];
    for (; next < strings.length && strings[next]!.end <= to; next++) {
      const { start, end } = strings[next]!;
      if (start >= at) fixed.push([start - at, end - at]);
    }
    text.add(bytes.subarray(at, to), fixed);
  };
  for (const inner of matches) {
    if (inner.start < part.start || inner.end > part.end) continue;
    keep(inner.start);
    const { bytes: fresh, fixed } = texts.get(inner)!;
    text.add(fresh, fixed);
    at = inner.end;
  }
  keep(part.end);
  const whole = text.whole();
  if (part.shift === undefined) into.add(whole.bytes, whole.fixed);
  else into.addIndented({ ...whole, base: part.shift.base }, part.shift.target);
}

/** The first range that starts at the offset or behind it. */
function firstFrom(ranges: readonly ByteRange[], offset: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

class MarkedText {
  readonly #chunks: Uint8Array[] = [];
  readonly #fixed: [number, number][] = [];
  #length = 0;

  add(bytes: Uint8Array, fixed: IndentedText["fixed"] = []): void {
    for (const [start, end] of fixed) this.#fixed.push([this.#length + start, this.#length + end]);
    this.#append(bytes);
  }

  addIndented(text: IndentedText, target: Uint8Array): void {
    const begin = this.#length;
    const growth = target.length - text.base.length;
    let next = 0;
    let grown = 0;
    const markBefore = (line: number): void => {
      for (; next < text.fixed.length && text.fixed[next]![0] < line; next++) {
        const [start, end] = text.fixed[next]!;
        this.#fixed.push([begin + grown + start, begin + grown + end]);
      }
    };
    const append = (bytes: Uint8Array): void => this.#append(bytes);
    appendIndented(append, text, target, (line) => {
      markBefore(line);
      grown += growth;
    });
    markBefore(Infinity);
  }

  whole(): Marked {
    return { bytes: joined(this.#chunks), fixed: this.#fixed };
  }

  #append(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }
}
