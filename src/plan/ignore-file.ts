/** Reads an ignore file the way git does: byte-order mark, CRLF, comments, `!`, escapes and trailing spaces. */
import type { RuleSet } from "./rule-set.ts";

/** Adds the rules of one file; they overrule those already in the set. */
export function addIgnoreFile(rules: RuleSet, bytes: Uint8Array): void {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  for (const line of text.slice(text.startsWith(byteOrderMark) ? byteOrderMark.length : 0).split("\n")) {
    if (plainName.test(line)) rules.addName(line);
    else if (line !== "" && !line.startsWith("#")) addIgnoreLine(rules, line);
  }
}

/** Most lines of most files: nothing in them means anything but itself. */
const plainName = /^[\w.+,=@%~-]+$/;

const byteOrderMark = "\xEF\xBB\xBF";

function addIgnoreLine(rules: RuleSet, line: string): void {
  let pattern = trimTrailingSpaces(endAtNul(line.endsWith("\r") ? line.slice(0, -1) : line));
  const negated = pattern.startsWith("!");
  if (negated) pattern = pattern.slice(1);
  const directoryOnly = pattern.endsWith("/");
  if (directoryOnly) pattern = pattern.slice(0, -1);
  if (pattern !== "") rules.add({ pattern, negated, directoryOnly });
}

function endAtNul(line: string): string {
  const at = line.indexOf("\0");
  return at < 0 ? line : line.slice(0, at);
}

/** A space behind a backslash stays, and so does a tab. */
function trimTrailingSpaces(line: string): string {
  if (!line.endsWith(" ")) return line;
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === " ") continue;
    if (line[at] === "\\") at++;
    end = at + 1;
  }
  return line.slice(0, Math.min(end, line.length));
}
