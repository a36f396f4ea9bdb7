/**
 * Matches inside the captures of other matches become part of their replacement; those that share other text with an
 * outer match cannot be made. Works in one pass over the matches from left to right, outer before inner.
 */
import type { CopiedPart, ExpandedPart } from "./expand.ts";
import type { ByteRange } from "./matches.ts";

export interface PlannedMatch extends ByteRange {
  readonly parts: readonly ExpandedPart[];
  /** Captured text, whether it is copied or not. */
  captures(): readonly ByteRange[];
  /** Matches in what is copied, left to right. */
  readonly inner: PlannedMatch[];
}

/**
 * `outer`: a match of its own. `inner`: part of an outer match. `same`: its replacement is the text it stands for.
 * `gone`: in captured text that the outer replacement leaves out. `overlap`: it shares text with an outer match that is
 * not captured.
 */
export type Placement =
  { readonly kind: "outer"; readonly planned: PlannedMatch } | { readonly kind: "inner" | "same" | "gone" | "overlap" };

export type Plan = () => Pick<PlannedMatch, "parts" | "captures">;

export class Nesting {
  readonly #bytes: Uint8Array;
  readonly #open: PlannedMatch[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether an outer match reaches over this offset. */
  reachesOver(offset: number): boolean {
    while (this.#open.length > 0 && this.#open.at(-1)!.end <= offset) this.#open.pop();
    return this.#open.length > 0;
  }

  /** Matches must be added in order of their starts, the longer first. */
  add(match: ByteRange, plan: Plan): Placement {
    const outer = this.reachesOver(match.start) ? this.#open.at(-1) : undefined;
    const copied = outer?.parts.some((part) => part.kind === "copy" && contains(part, match));
    if (outer !== undefined && !copied)
      return { kind: outer.captures().some((range) => contains(range, match)) ? "gone" : "overlap" };
    const planned: PlannedMatch = { start: match.start, end: match.end, ...plan(), inner: [] };
    if (changesNothing(this.#bytes, planned)) return { kind: "same" };
    this.#open.push(planned);
    if (outer === undefined) return { kind: "outer", planned };
    outer.inner.push(planned);
    return { kind: "inner" };
  }
}

function contains(outer: ByteRange, inner: ByteRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function movesLines(bytes: Uint8Array, { shift, start, end }: CopiedPart): boolean {
  return shift !== undefined && bytes.subarray(start, end).includes(0x0a);
}

/** Whether a replacement is the very text it stands for. */
export function changesNothing(bytes: Uint8Array, planned: ByteRange & Pick<PlannedMatch, "parts">): boolean {
  let at = planned.start;
  for (const part of planned.parts) {
    if (part.kind === "copy") {
      if (part.start !== at || movesLines(bytes, part)) return false;
      at = part.end;
    } else {
      const end = at + part.bytes.length;
      if (end > planned.end || Buffer.compare(bytes.subarray(at, end), part.bytes) !== 0) return false;
      at = end;
    }
  }
  return at === planned.end;
}
