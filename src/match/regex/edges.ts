/** What stands before and after a piece of text, as symbols of the alphabet. */
import { glue } from "../../model/glue.ts";
import type { Piece } from "../engine.ts";
import { symbol } from "./alphabet.ts";

export interface Edges {
  readonly before: number;
  readonly after: number;
}

export function edgesOf(piece: Piece): Edges {
  const { bytes, start, end, first, last } = piece;
  const before = first ? symbol.textStart : symbol.newline;
  if (!last) return { before, after: symbol.pieceEnd };
  const endsLine = start === end || bytes[end - 1] === 10;
  return { before, after: endsLine ? symbol.afterFinalNewline : symbol.textEnd };
}

glue(edgesOf);
