/**
 * Where the tokens of JavaScript and its kin stand in code that is what it looks like: a `[` that begins the type of an
 * array, a `?` that makes a member optional and a method of the same name are told from those of an expression by the
 * bytes beside them. True means nothing, false is certain: around a doubtful byte anything may stand.
 */
import type { Strictness } from "../../model/spec.ts";
import type { Language } from "../languages.ts";
import type { Node } from "./napi.ts";

/** The name of a function that is called, the `?` of a condition, the `[` of an index. */
export type Place = "callee" | "conditional" | "subscript";

const scripts: ReadonlySet<string> = new Set(["javascript", "tsx", "typescript"]);

/** The place of `children[index]` in a pattern, which is that of its counterpart in every match. */
export function placeOf(
  parent: Node,
  children: readonly Node[],
  index: number,
  { name }: Language,
  strictness: Strictness,
): Place | undefined {
  if (!scripts.has(name) || (strictness !== "smart" && strictness !== "cst")) return undefined;
  const kind = children[index]!.kind();
  switch (parent.kind()) {
    case "call_expression":
      return kind === "identifier" && children.length === 2 && children[1]!.kind() === "arguments"
        ? "callee"
        : undefined;
    case "ternary_expression":
      return kind === "?" ? "conditional" : undefined;
    case "subscript_expression":
      return kind === "[" ? "subscript" : undefined;
    default:
      return undefined;
  }
}

/** Whether the text that stands at `[at, end)` may be in its place. */
export function isPlaced(text: Uint8Array, at: number, end: number, place: Place): boolean {
  switch (place) {
    case "callee":
      return !isMember(text, at) && isCalled(text, end);
    case "conditional":
      return text[at - 1] !== question && mayBeginOperand(text, end);
    case "subscript":
      return mayEndObject(text, at);
    default:
      return place satisfies never;
  }
}

/** A name directly behind a dot that is not the last of three. */
function isMember(text: Uint8Array, at: number): boolean {
  return text[at - 1] === dot && !(text[at - 2] === dot && text[at - 3] === dot);
}

/** An argument list follows, or what may hide one: a comment or a space beyond ASCII. */
function isCalled(text: Uint8Array, end: number): boolean {
  let at = end;
  while (at < text.length && text[at]! <= space) at++;
  const next = text[at];
  return next === openParenthesis || next === slash || next === less || (next !== undefined && next >= 0x80);
}

/** Not a type; `?.` and `??` are tokens of their own, but for the number in `a?.5:b`. */
function mayBeginOperand(text: Uint8Array, end: number): boolean {
  if (text[end] === dot) return isDigit(text[end + 1]);
  let at = end;
  while (text[at] === space || text[at] === tab) at++;
  return text[at] !== colon && text[at] !== question;
}

/** What can be indexed ends before `at`. What stands on the line above may be a comment. */
function mayEndObject(text: Uint8Array, at: number): boolean {
  let before = at - 1;
  while (text[before] === space || text[before] === tab) before--;
  const last = text[before] ?? lineFeed;
  if (last === dot) return text[before - 1] !== dot;
  return !beforeArray.has(last) && !isReserved(text, before + 1);
}

/** A word before `end` that is no name, so that what follows it begins an array or a pattern. */
function isReserved(text: Uint8Array, end: number): boolean {
  let start = end;
  while (start > 0 && end - start <= longestReserved && isLower(text[start - 1])) start--;
  if (start === end || !reserved.has(String.fromCharCode(...text.subarray(start, end)))) return false;
  return !isNamePart(text[start - 1]) && !mayFollowDot(text, start);
}

/** Whether the name at `start` may be a member's: behind a dot, or where a comment may hide one. */
function mayFollowDot(text: Uint8Array, start: number): boolean {
  let before = start - 1;
  let isBelow = false;
  for (; before >= 0 && text[before]! <= space; before--) isBelow ||= isLineEnd(text[before]);
  const last = text[before];
  if (last === undefined) return false;
  return last === dot || last === slash || last >= 0x80 || (isBelow && mayEndInComment(text, before + 1));
}

/** Whether the line that ends here may hold a line comment. */
function mayEndInComment(text: Uint8Array, end: number): boolean {
  const least = Math.max(0, end - longestLine);
  for (let at = end - 1; at >= least; at--) {
    if (isLineEnd(text[at])) return false;
    if (text[at] === slash && text[at - 1] === slash) return true;
  }
  return least > 0;
}

/** In bytes; what is further away is not looked at, so that a long line is not looked through for each of its tokens. */
const longestLine = 200;

const codes = (characters: string): ReadonlySet<number> => new Set(Buffer.from(characters, "latin1"));

const [lineFeed, carriageReturn, tab, space, dot, slash, question, openParenthesis, less, colon] = [
  ...Buffer.from("\n\r\t ./?(<:", "latin1"),
] as [number, number, number, number, number, number, number, number, number, number];

const beforeArray = codes("(,=:;[{&|*%^~@#<\\?");

const reserved: ReadonlySet<string> = new Set(
  `case const default delete do else export extends import in instanceof new return throw typeof var void`.split(" "),
);
const longestReserved = Math.max(...[...reserved].map((word) => word.length));

function isLineEnd(byte: number | undefined): boolean {
  return byte === lineFeed || byte === carriageReturn;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function isLower(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x61 && byte <= 0x7a;
}

/** Letters, digits, `_`, `$`, the `#` of private names, the end of an escape and all beyond ASCII. */
function isNamePart(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  return (
    isLower(byte | 0x20) ||
    isDigit(byte) ||
    byte === 0x5f ||
    byte === 0x23 ||
    byte === 0x24 ||
    byte === 0x7d ||
    byte >= 0x80
  );
}
