/** The matcher of a plain text that is compared byte by byte. It does no case folding and knows no CRLF: those go to the automata. */
import type { Spans } from "../model/edit.ts";
import { glue } from "../model/glue.ts";
import { dismissalBy } from "./dismiss.ts";
import type { Matcher, Piece } from "./engine.ts";
import { kernelFinderOf, viewOf } from "./regex/hits.ts";
import type { KernelFinder } from "./regex/kernel-finder.ts";
import { SpanBuilder } from "./regex/spans.ts";
import { wordAfter, wordBefore } from "./words.ts";

/** `text` is not empty. With `word`, a place next to a word character is passed over and the next one is tried. `warmUp`: bytes that are searched before kernels are built. */
export function literalMatcher(text: string, scope: "line" | "file", word: boolean, warmUp: number): Matcher {
  const needle = Buffer.from(text);
  const ascii = longestAscii(text);
  const kernel = ascii.length > 0 ? kernelFinderOf({ texts: [`${ascii}`], fold: false }) : undefined;
  return {
    scope,
    groupCount: 0,
    groupNames: {},
    dismisses: ascii.length > 0 ? dismissalBy(kernel, ascii, warmUp) : undefined,
    // The bytes may be of another encoding, in which only ASCII is the same.
    mayMatch: (bytes, start, end) =>
      ascii.length === 0 || kernel?.knownIn(bytes) !== undefined || viewOf(bytes, start, end).includes(ascii),
    find: (piece) => find(piece, needle, word, kernel),
    count: (piece) => each(piece, needle, word, kernel, undefined),
  };
}

function find(piece: Piece, needle: Buffer, word: boolean, kernel: KernelFinder | undefined): Spans {
  const found = new SpanBuilder(0);
  each(piece, needle, word, kernel, found);
  return found.build();
}

/** How many matches there are; puts them down where that is asked for. */
function each(
  { bytes, start, end }: Piece,
  needle: Buffer,
  word: boolean,
  kernel: KernelFinder | undefined,
  found: SpanBuilder | undefined,
): number {
  // What is known is a place within the first occurrence.
  const from = Math.max(start, (kernel?.knownIn(bytes) ?? 0) - needle.length);
  const view = viewOf(bytes, from, end);
  let count = 0;
  for (let at = view.indexOf(needle); at >= 0;) {
    const matchStart = from + at;
    const matchEnd = matchStart + needle.length;
    const apart = !word || !(wordBefore(bytes, start, matchStart) || wordAfter(bytes, matchEnd, end));
    if (apart) count++;
    if (apart && found) found.add(matchStart, matchEnd);
    at = view.indexOf(needle, apart ? at + needle.length : at + 1);
  }
  return count;
}

glue(find);

function longestAscii(text: string): Buffer {
  let longest = "";
  for (const run of text.match(/[\x00-\x7f]+/g) ?? []) if (run.length > longest.length) longest = run;
  return Buffer.from(longest);
}
