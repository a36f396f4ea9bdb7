/**
 * Slips of the hand: words one insertion, deletion, substitution or transposition away from a text, and near misses in
 * general. They explain why nothing was found and are never applied.
 */

import { alignmentDistance } from "../model/nearest.ts";

export interface Slip {
  /** Offset in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Whole words (or phrases) of `text` exactly one slip away from `wanted`, outside every occurrence of the replacements.
 *
 * One slip leaves at least one third of `wanted` as it is, since a transposition touches at most two neighbouring thirds:
 * so only the surroundings of the thirds are compared, and the cost is linear in the text and the hits.
 */
export function* oneSlipAway(text: string, wanted: string, replacements: readonly string[]): Generator<Slip> {
  const third = Math.floor(wanted.length / 3);
  const reported = new Set<number>();
  for (const offset of [0, third, 2 * third]) {
    const part = wanted.slice(offset, offset === 2 * third ? undefined : offset + third);
    for (let hit = text.indexOf(part); hit >= 0; hit = text.indexOf(part, hit + 1)) {
      const slip = slipAround(text, hit - offset, wanted);
      if (!slip || reported.has(slip.start) || replacements.some((one) => overlaps(text, slip, one))) continue;
      reported.add(slip.start);
      yield slip;
    }
  }
}

/** How alike two texts are, 0 to 1: one minus the share of characters that must change (optimal string alignment distance). */
export function similarity(left: string, right: string, atLeast: number): number {
  const longest = Math.max(left.length, right.length);
  if (longest === 0) return 1;
  const most = Math.floor((1 - atLeast) * longest);
  const distance = alignmentDistance(left, right, most + 1);
  return distance > most ? 0 : 1 - distance / longest;
}

export function isWordUnit(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (Number.isNaN(unit)) return false;
  if (unit < 0x80) {
    return (
      (unit >= 0x61 && unit <= 0x7a) ||
      (unit >= 0x41 && unit <= 0x5a) ||
      (unit >= 0x30 && unit <= 0x39) ||
      unit === 0x5f
    );
  }
  return /[\p{L}\p{M}\p{Nd}\p{Pc}\p{Cs}]/u.test(text[at]!);
}

function slipAround(text: string, around: number, wanted: string): Slip | undefined {
  for (let start = Math.max(0, around - 1); start <= around + 1; start++) {
    if (!isEdge(text, start - 1, start, isWordUnit(wanted, 0))) continue;
    for (let end = start + wanted.length - 1; end <= start + wanted.length + 1; end++) {
      if (end > text.length || !isEdge(text, end, end - 1, isWordUnit(wanted, wanted.length - 1))) continue;
      const candidate = text.slice(start, end);
      if (!candidate.includes("\n") && isOneSlip(candidate, wanted)) return { start, end, text: candidate };
    }
  }
  return undefined;
}

/** Whether a candidate may have an edge here: no word goes on across it, and it starts (or ends) in a word when it should. */
function isEdge(text: string, outside: number, inside: number, inWord: boolean): boolean {
  return inWord ? isWordUnit(text, inside) && !isWordUnit(text, outside) : !isWordUnit(text, inside);
}

function isOneSlip(left: string, right: string): boolean {
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  const shorter = Math.min(left.length, right.length) - head;
  while (tail < shorter && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail++;
  const a = left.slice(head, left.length - tail);
  const b = right.slice(head, right.length - tail);
  if (a.length + b.length === 1) return true;
  if (a.length === 1 && b.length === 1) return true;
  return a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
}

function overlaps(text: string, slip: Slip, replacement: string): boolean {
  if (replacement === "") return false;
  const reach = replacement.length - 1;
  return text.slice(Math.max(0, slip.start - reach), slip.end + reach).includes(replacement);
}
