/**
 * Finds text when white space and look-alike characters do not count: runs of white space equal one space, and typographic
 * quotes, dashes and full-width forms equal their plain ones. Nothing else is taken for equal; this is no similarity search.
 */
import { sourceText } from "../match/ast/source.ts";

/** Places in the bytes, from left to right and without overlap. */
export function looseMatches(wanted: string, bytes: Uint8Array): { start: number; end: number }[] {
  const pattern = plainForm(wanted).text.trim();
  if (pattern === "") return [];
  const source = sourceText(bytes);
  const { text, places } = plainForm(source.text);
  const found: { start: number; end: number }[] = [];
  for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length)) {
    const end = at + pattern.length;
    found.push({ start: source.byteAt(places[at]!), end: source.byteAt(places[end - 1]! + 1) });
  }
  return found;
}

interface PlainForm {
  readonly text: string;
  /** For each unit of `text` the unit of the original that it stands for: the first of a run. */
  readonly places: Int32Array;
}

function plainForm(original: string): PlainForm {
  const places = new Int32Array(original.length);
  const units: string[] = [];
  let blank = false;
  for (let at = 0; at < original.length; at++) {
    const unit = original[at]!;
    const isBlank = /\s/.test(unit);
    if (isBlank && blank) continue;
    places[units.length] = at;
    units.push(isBlank ? " " : (lookAlikes.get(unit) ?? narrow(unit)));
    blank = isBlank;
  }
  return { text: units.join(""), places };
}

const lookAlikes: ReadonlyMap<string, string> = new Map(
  [
    ["'", "\u2018\u2019\u201a\u201b\u2032\u02bc"],
    ['"', "\u201c\u201d\u201e\u201f\u2033"],
    ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"],
  ].flatMap(([plain, others]) => [...others!].map((other) => [other, plain!] as const)),
);

/** Full-width forms of ASCII stand at a fixed distance from it. */
function narrow(unit: string): string {
  const code = unit.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : unit;
}
