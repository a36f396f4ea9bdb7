/** The matcher of a plain text that is compared byte by byte. It does no case folding and knows no CRLF: those go to the automata. */
import type { Spans } from "../model/edit.ts";
import { dismissalBy } from "./dismiss.ts";
import type { Matcher, Piece } from "./engine.ts";
import { kernelFinderOf, viewOf } from "./regex/hits.ts";
import { SpanBuilder } from "./regex/spans.ts";
import { wordAfter, wordBefore } from "./words.ts";

/** `text` is not empty. With `word`, a place next to a word character is passed over and the next one is tried. `warmUp`: bytes that are searched before kernels are built. */
export function literalMatcher(text: string, scope: "line" | "file", word: boolean, warmUp: number): Matcher {
  const needle = Buffer.from(text);
  const ascii = longestAscii(text);
  return {
    scope,
    groupCount: 0,
    groupNames: {},
    dismisses:
      ascii.length > 0 ? dismissalBy(kernelFinderOf({ texts: [`${ascii}`], fold: false }), ascii, warmUp) : undefined,
    // The bytes may be of another encoding, in which only ASCII is the same.
    mayMatch: (bytes, start, end) => ascii.length === 0 || viewOf(bytes, start, end).includes(ascii),
    find: (piece) => find(piece, needle, word),
  };
}

function find(piece: Piece, needle: Buffer, word: boolean): Spans {
  const { bytes, start, end } = piece;
  const view = viewOf(bytes, start, end);
  const found = new SpanBuilder(0);
  for (let at = view.indexOf(needle); at >= 0;) {
    const matchStart = start + at;
    const matchEnd = matchStart + needle.length;
    const apart = !word || !(wordBefore(bytes, start, matchStart) || wordAfter(bytes, matchEnd, end));
    if (apart) found.add(matchStart, matchEnd);
    at = view.indexOf(needle, apart ? at + needle.length : at + 1);
  }
  return found.build();
}

function longestAscii(text: string): Buffer {
  let longest = "";
  for (const run of text.match(/[\x00-\x7f]+/g) ?? []) if (run.length > longest.length) longest = run;
  return Buffer.from(longest);
}
