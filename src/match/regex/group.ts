/** What stands after an opening parenthesis: a capture, a name, flags, or something RE2 does not have. */
import { ForeignSyntax, Refusal, shown } from "./refusal.ts";

export interface Flags {
  /** Upper and lower case alike. */
  readonly fold: boolean;
  /** `.` matches newlines. */
  readonly dotall: boolean;
  /** `^` and `$` match at lines. */
  readonly multiline: boolean;
  /** Repetitions are lazy unless they say `?`. */
  readonly ungreedy: boolean;
}

export interface GroupOpening {
  /** `flags`: they hold for the rest of the group around. */
  readonly kind: "capture" | "plain" | "flags";
  readonly name?: string;
  readonly flags: Flags;
  /** Index after it. */
  readonly end: number;
}

export function parseGroupOpening(pattern: string, at: number, flags: Flags): GroupOpening {
  if (pattern[at + 1] !== "?") return { kind: "capture", flags, end: at + 1 };
  const start = pattern.slice(at, at + 4);
  const foreign = foreignGroup(pattern, at, start);
  if (foreign) throw foreign;
  if (start.startsWith("(?P<") || start.startsWith("(?<")) return named(pattern, at, flags);
  return withFlags(pattern, at, flags);
}

function named(pattern: string, at: number, flags: Flags): GroupOpening {
  const open = pattern.indexOf("<", at) + 1;
  const close = pattern.indexOf(">", open);
  if (close < 0)
    throw new Refusal(
      at,
      `the name in ${shown(pattern.slice(at))} is not closed`,
      "write `>` behind the name, as in `(?P<year>`",
    );
  const name = pattern.slice(open, close);
  if (!/^[0-9A-Za-z_]+$/.test(name))
    throw new Refusal(
      at,
      `${shown(name)} is not a group name`,
      "names are made of letters, digits and `_`, as in `(?P<year>`",
    );
  return { kind: "capture", name, flags, end: close + 1 };
}

const letters: Readonly<Record<string, keyof Flags>> = { i: "fold", s: "dotall", m: "multiline", U: "ungreedy" };

function withFlags(pattern: string, at: number, flags: Flags): GroupOpening {
  const changed: { -readonly [key in keyof Flags]: Flags[key] } = { ...flags };
  let on = true;
  let since = 0;
  for (let next = at + 2; next < pattern.length; next++) {
    const letter = pattern[next]!;
    if (letter in letters) {
      changed[letters[letter]!] = on;
      since++;
    } else if (letter === "-" && on) {
      on = false;
      since = 0;
    } else if ((letter === ")" || letter === ":") && (on || since > 0)) {
      return { kind: letter === ")" ? "flags" : "plain", flags: changed, end: next + 1 };
    } else {
      throw new Refusal(
        at,
        `unknown flags in ${shown(pattern.slice(at, next + 1))}`,
        "the flags are `i`, `m`, `s` and `U`",
      );
    }
  }
  throw new Refusal(at, `the group ${shown(pattern.slice(at))} is not closed`, "write `\\(` for a parenthesis");
}

function foreignGroup(pattern: string, at: number, start: string): ForeignSyntax | undefined {
  const capture = "capture the text around it in a group and write it back in the replacement, as with `$1`";
  if (start.startsWith("(?="))
    return new ForeignSyntax(at, "look-ahead `(?=` is not in RE2's syntax", `match what follows too: ${capture}`);
  if (start.startsWith("(?!"))
    return new ForeignSyntax(
      at,
      "negative look-ahead `(?!` is not in RE2's syntax",
      `match what may follow with a negated class or an alternative for the line's end: ${capture}`,
    );
  if (start === "(?<=")
    return new ForeignSyntax(
      at,
      "look-behind `(?<=` is not in RE2's syntax",
      `match what comes before too: ${capture}`,
    );
  if (start === "(?<!")
    return new ForeignSyntax(
      at,
      "negative look-behind `(?<!` is not in RE2's syntax",
      `match what may come before with a negated class or an alternative for the line's start: ${capture}`,
    );
  if (start.startsWith("(?>"))
    return new ForeignSyntax(
      at,
      "the atomic group `(?>` is not in RE2's syntax",
      "write `(?:`, which never backtracks here",
    );
  if (start === "(?P=")
    return new ForeignSyntax(
      at,
      "a back-reference `(?P=` cannot be matched in linear time",
      "spell out the alternatives it may stand for",
    );
  if (start.startsWith("(?#")) return new ForeignSyntax(at, "a comment `(?#` is not in RE2's syntax", "leave it out");
  if (start.startsWith("(?("))
    return new ForeignSyntax(at, "a condition `(?(` is not in RE2's syntax", "spell out both cases as alternatives");
  if (start === "(?P>" || /^\(\?[R0-9&+]/.test(start))
    return new ForeignSyntax(
      at,
      `recursion ${shown(start)} is not in RE2's syntax`,
      "spell out the depth that can occur",
    );
  if (start.startsWith("(?x") || /^\(\?[imsU]+x/.test(pattern.slice(at, at + 8)))
    return new ForeignSyntax(
      at,
      "the flag `x` is not in RE2's syntax",
      "write the pattern without blanks and comments",
    );
  return undefined;
}
