/** The syntax of replacement text: `$` variables, escapes and case operators, read into pieces or refused with the way to write them. */
import { problem } from "../model/problem.ts";
import { failure, success, type Failure, type Result } from "../model/result.ts";
import type { CaseOperator } from "./case-writer.ts";

export interface TemplateOptions {
  /** Plain text: nothing is expanded, though newlines still follow the line ending. */
  readonly literal: boolean;
  readonly eol: "auto" | "raw";
  /** What the pattern offers. */
  readonly groupCount: number;
  readonly groupNames: Readonly<Record<string, number>>;
}

/** Group 0 is the whole match. Neighbouring texts are one piece. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "group"; readonly number: number }
  | { readonly kind: "case"; readonly operator: CaseOperator };

export function readTemplate(text: string, options: TemplateOptions): Result<readonly Piece[]> {
  if (options.literal) return success(text === "" ? [] : [{ kind: "text", text }]);
  const pieces: Piece[] = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const character = text[at];
    if (character !== "$" && character !== "\\") {
      plain += character;
      at++;
      continue;
    }
    const token = character === "$" ? readVariable(text, at, options) : readEscape(text, at, options);
    if ("problem" in token) return options.groupCount > 0 ? withoutLiteral(token) : token;
    if ("text" in token) plain += token.text;
    else {
      if (plain !== "") pieces.push({ kind: "text", text: plain });
      plain = "";
      pieces.push(token.piece);
    }
    at += token.length;
  }
  if (plain !== "") pieces.push({ kind: "text", text: plain });
  return success(pieces);
}

/** `length` counts UTF-16 units of the template. */
type Token = { readonly length: number } & ({ readonly text: string } | { readonly piece: Piece });

function readVariable(template: string, at: number, options: TemplateOptions): Token | Failure {
  const rest = template.slice(at + 1, at + 1 + longestName);
  if (rest[0] === "$") return { length: 2, text: "$" };
  if (rest[0] === "&") return { length: 2, piece: { kind: "group", number: 0 } };
  if (rest[0] === "{") return readBraces(template, at, options);
  const number = /^(?:0|[1-9]\d?)/.exec(rest)?.[0];
  if (number !== undefined) return numberedGroup(template, at, number, options);
  const name = /^[A-Za-z_]\w*/.exec(rest)?.[0];
  if (name === undefined) return { length: 1, text: "$" };
  const group = groupNamed(name, options);
  if (group !== undefined) return { length: 1 + name.length, piece: { kind: "group", number: group } };
  const known = Object.keys(options.groupNames).filter((each) => name.startsWith(each));
  const longest = known.toSorted((a, b) => b.length - a.length)[0];
  const instead =
    longest === undefined
      ? `write $$${name} for the text $${name}`
      : `write \${${longest}}${name.slice(longest.length)} for the group ${longest} followed by ${name.slice(longest.length)}`;
  return refuse(
    template,
    at,
    `$${name} names a group that the pattern does not have (${groupsOf(options)}): ${instead}`,
  );
}

/** A name longer than this is cut, and then unknown. */
const longestName = 1000;

function numberedGroup(template: string, at: number, digits: string, options: TemplateOptions): Token | Failure {
  const number = Number(digits);
  if (number <= options.groupCount) return { length: 1 + digits.length, piece: { kind: "group", number } };
  const [first, second] = digits;
  const asText = `$$${digits} for the text $${digits}`;
  const instead =
    second !== undefined && Number(first) <= options.groupCount
      ? `write \${${first}}${second} for group ${first} followed by ${second}, or ${asText}`
      : `write $0 for the whole match, or ${asText}`;
  return refuse(
    template,
    at,
    `$${digits} names a group that the pattern does not have (${groupsOf(options)}): ${instead}`,
  );
}

function readBraces(template: string, at: number, options: TemplateOptions): Token | Failure {
  const close = template.indexOf("}", at);
  if (close < 0) {
    return refuse(template, at, "${ has no closing brace: write ${1} or ${name} for a group, or $${ for the text ${");
  }
  const name = template.slice(at + 2, close);
  const group = /^\d{1,9}$/.test(name) ? Number(name) : groupNamed(name, options);
  if (group !== undefined && group <= options.groupCount) {
    return { length: close + 1 - at, piece: { kind: "group", number: group } };
  }
  const what = name === "" ? "${} names no group" : `\${${name}} names a group that the pattern does not have`;
  return refuse(template, at, `${what} (${groupsOf(options)}): write $\${${name}} for the text \${${name}}`);
}

function readEscape(template: string, at: number, options: TemplateOptions): Token | Failure {
  const letter = template[at + 1];
  if (letter === undefined) return refuse(template, at, "the template ends in a lone \\: write \\\\ for a backslash");
  if (Object.hasOwn(characters, letter)) return { length: 2, text: characters[letter] };
  if (letter === "x") return readHex(template, at);
  if (letter === "u" && template[at + 2] === "{") return readCodePoint(template, at);
  if (isCaseOperator(letter)) return { length: 2, piece: { kind: "case", operator: letter } };
  const written = String.fromCodePoint(template.codePointAt(at + 1)!);
  const instead = /\d/.test(letter) ? insteadOfNumber(template, at, options) : `: ${insteadOfEscape(written)}`;
  return refuse(template, at, `\\${written} is no escape${instead}`);
}

const characters: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "\\": "\\" };

function isCaseOperator(letter: string): letter is CaseOperator {
  return letter.length === 1 && "ulULE".includes(letter);
}

/** `\xHH` is the code point U+00HH, as it is in a pattern. */
function readHex(template: string, at: number): Token | Failure {
  const digits = /^[\dA-Fa-f]{2}/.exec(template.slice(at + 2, at + 4))?.[0];
  if (digits !== undefined) return { length: 4, text: String.fromCharCode(parseInt(digits, 16)) };
  return refuse(
    template,
    at,
    "\\x needs two hexadecimal digits: write \\x41, \\u{1F600} for any code point, or \\\\x for the text \\x",
  );
}

function readCodePoint(template: string, at: number): Token | Failure {
  const digits = /^\{([\dA-Fa-f]{1,6})\}/.exec(template.slice(at + 2, at + 10))?.[1];
  const code = parseInt(digits ?? "", 16);
  if (code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)) {
    return { length: digits!.length + 4, text: String.fromCodePoint(code) };
  }
  return refuse(
    template,
    at,
    "\\u{ needs the hexadecimal number of a code point and a brace: write \\u{E9} or \\u{1F600}, or \\\\u{ for the text \\u{",
  );
}

/** A group by its number, in braces where a digit follows that is none of its own. */
function insteadOfNumber(template: string, at: number, options: TemplateOptions): string {
  const [first, second = ""] = template.slice(at + 1, at + 3);
  const asText = `\\\\${first} for the text \\${first}`;
  const isPair = /\d/.test(second) && first !== "0" && Number(first + second) <= options.groupCount;
  const number = isPair ? first + second : first!;
  if (Number(number) > options.groupCount)
    return `, and $${number} names a group that the pattern does not have (${groupsOf(options)}): write $0 for the whole match, or ${asText}`;
  const group = /\d/.test(template[at + 1 + number.length] ?? "") ? `\${${number}}` : `$${number}`;
  return `: write ${group} for ${number === "0" ? "the whole match" : `group ${number}`}, or ${asText}`;
}

function insteadOfEscape(letter: string): string {
  const asText = `\\\\${letter} for the text \\${letter}`;
  if (letter === "$") return `write $$ for a dollar, or \\\\ for a backslash`;
  if (letter === "&") return `write $& for the whole match, or ${asText}`;
  if (letter === "g" || letter === "k") return `write \${1} or \${name} for a group, or ${asText}`;
  const control = controls[letter];
  if (control !== undefined) return `write ${control} for the character, or ${asText}`;
  if (/[^\p{L}\p{N}]/u.test(letter)) return `write ${letter} alone, or ${asText}`;
  return `write ${asText}`;
}

const controls: Readonly<Record<string, string>> = { a: "\\x07", b: "\\x08", e: "\\x1B", f: "\\x0C", v: "\\x0B" };

function groupNamed(name: string, { groupNames }: TemplateOptions): number | undefined {
  return Object.hasOwn(groupNames, name) ? groupNames[name] : undefined;
}

/** What the pattern offers, in words. */
function groupsOf({ groupCount, groupNames }: TemplateOptions): string {
  const names = Object.keys(groupNames);
  if (groupCount === 0) return "it has no groups";
  const count = groupCount === 1 ? "it has one group" : `it has ${groupCount} groups`;
  return names.length === 0 ? count : `${count}, named ${names.join(", ")}`;
}

/** The column counts bytes of the template, from 1. */
function refuse(template: string, at: number, reason: string): Failure {
  return failure(
    problem("invalid_template", `invalid replacement: ${reason}`, {
      column: Buffer.byteLength(template.slice(0, at)) + 1,
      suggestion: suggestionIn(reason),
      details: { template },
    }),
  );
}

/** A pattern with groups is meant as one: it would find nothing as plain text. */
function withoutLiteral({ problem: cause }: Failure): Failure {
  return failure({ ...cause, remedies: [] });
}

function suggestionIn(reason: string): string {
  const way = reason.slice(reason.lastIndexOf(": ") + 2);
  return `${way[0].toUpperCase()}${way.slice(1)}.`;
}
