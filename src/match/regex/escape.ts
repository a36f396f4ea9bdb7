/** Escapes that stand for one character, as RE2 reads them, and what to write for those of other dialects. */
import { lastCodePoint } from "./charset.ts";
import { ForeignSyntax, Refusal, shown } from "./refusal.ts";

export interface Escaped {
  readonly codePoint: number;
  /** Index after the escape. */
  readonly end: number;
}

const named: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Reads the escape whose backslash stands at `at`. */
export function parseEscape(pattern: string, at: number): Escaped {
  const letter = pattern[at + 1];
  if (letter === undefined) throw new Refusal(at, "a trailing backslash", "write `\\\\` for a backslash");
  if (letter in named) return { codePoint: named[letter]!, end: at + 2 };
  if (letter === "x") return hexadecimal(pattern, at);
  if (/[0-7]/.test(letter)) return octal(pattern, at);
  if (/[\x00-\x7f]/.test(letter) && !/[0-9A-Za-z]/.test(letter))
    return { codePoint: letter.charCodeAt(0), end: at + 2 };
  throw unknownEscape(pattern, at);
}

function hexadecimal(pattern: string, at: number): Escaped {
  const braced = /^\{([0-9A-Fa-f]+)\}/.exec(pattern.slice(at + 2, at + 40));
  if (braced) {
    const codePoint = Number.parseInt(braced[1]!, 16);
    if (codePoint > lastCodePoint)
      throw new Refusal(
        at,
        `${shown(`\\x${braced[0]}`)} is beyond the last character`,
        "the last one is `\\x{10FFFF}`",
      );
    return { codePoint, end: at + 2 + braced[0].length };
  }
  const digits = pattern.slice(at + 2, at + 4);
  if (!/^[0-9A-Fa-f]{2}$/.test(digits))
    throw new Refusal(at, "`\\x` without two hexadecimal digits", "write `\\x41` or `\\x{1F600}`");
  return { codePoint: Number.parseInt(digits, 16), end: at + 4 };
}

/** A digit other than 0 alone would be a back-reference; up to three octal digits are a code. */
function octal(pattern: string, at: number): Escaped {
  const digits = /^[0-7]{1,3}/.exec(pattern.slice(at + 1, at + 4))![0];
  if (digits.length === 1 && digits !== "0") throw unknownEscape(pattern, at);
  return { codePoint: Number.parseInt(digits, 8), end: at + 1 + digits.length };
}

const foreign: Readonly<Record<string, readonly [what: string, instead: string]>> = {
  Z: ["Perl's end of text", "write `\\z` for the end of the file or `$` for the end of a line"],
  G: ["an anchor at the previous match", "matches cannot depend on each other here"],
  K: ["Perl's reset of the match start", "capture what comes before in a group and write it back with `$1`"],
  h: ["horizontal white space", "write `[ \\t]`"],
  H: ["anything but horizontal white space", "write `[^ \\t]`"],
  R: ["any line ending", "write `\\n`, which matches CRLF too"],
  N: ["anything but a newline", "write `.`"],
  X: ["a grapheme", "write `\\PM\\pM*`"],
  e: ["the escape character", "write `\\x1b`"],
  u: ["a code in JavaScript's form", "write `\\x{...}` with the same digits"],
  U: ["a code in Python's form", "write `\\x{...}` with the same digits"],
  c: ["a control character", "write its code, as in `\\x01`"],
  k: ["a back-reference", "it cannot be matched in linear time; spell out the alternatives"],
  g: ["a back-reference", "it cannot be matched in linear time; spell out the alternatives"],
  C: ["a single byte", "it could split a character; write `.` for a character"],
  E: ["the end of a quotation that was not begun", "write `\\Q` before it"],
};

function unknownEscape(pattern: string, at: number): Refusal {
  const letter = String.fromCodePoint(pattern.codePointAt(at + 1)!);
  if (/[1-9]/.test(letter))
    return new ForeignSyntax(
      at,
      `a back-reference ${shown(`\\${letter}`)} cannot be matched in linear time`,
      "spell out the alternatives it may stand for",
    );
  const known = foreign[letter];
  if (known) return new ForeignSyntax(at, `${shown(`\\${letter}`)} (${known[0]}) is not in RE2's syntax`, known[1]);
  return new Refusal(at, `unknown escape ${shown(`\\${letter}`)}`, `write ${shown(letter)} for the character itself`);
}
