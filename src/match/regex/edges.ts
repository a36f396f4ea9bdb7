/** What stands before and after a piece of text, as symbols of the alphabet. */
import type { Piece } from "../engine.ts";
import { symbol } from "./alphabet.ts";

export function symbolBefore({ first }: Piece): number {
  return first ? symbol.textStart : symbol.newline;
}

export function symbolAfter({ bytes, start, end, last }: Piece): number {
  if (!last) return symbol.pieceEnd;
  return start === end || bytes[end - 1] === 10 ? symbol.afterFinalNewline : symbol.textEnd;
}
