/** RE2 and its JavaScript port as judges: all matches of a pattern in a whole text, with the texts of the groups. */
import { RE2JS } from "re2js";
import { compileRe2 } from "../../../src/match/re2.ts";

export interface JudgedMatch {
  /** Bytes of UTF-8. */
  readonly start: number;
  readonly text: string;
  readonly groups: readonly (string | undefined)[];
}

/** `text` holds no lone surrogate and does not end with a newline, where the contract has a rule of its own. */
export function re2Matches(pattern: string, text: string): JudgedMatch[] {
  const compiled = compileRe2(`(?m)${pattern}`);
  if (!compiled.ok()) throw new Error(`RE2 refuses ${pattern}: ${compiled.error()}`);
  const characters = [...text];
  const found: JudgedMatch[] = [];
  let previousEnd = -1;
  for (let at = 0; at <= characters.length;) {
    const { index, match, groups } = compiled.match(text, at, true);
    if (index < 0) break;
    const end = index + [...match].length;
    if (end > index || index !== previousEnd) {
      found.push({ start: Buffer.byteLength(characters.slice(0, index).join("")), text: match, groups });
      previousEnd = end;
    }
    at = end > index ? end : end + 1;
  }
  compiled.delete();
  return found;
}

export function re2jsMatches(pattern: string, text: string): JudgedMatch[] {
  const matcher = RE2JS.compile(pattern, RE2JS.MULTILINE).matcher(text);
  const found: JudgedMatch[] = [];
  let previousEnd = -1;
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (start === end && start === previousEnd) continue;
    previousEnd = end;
    const groups = Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1) ?? undefined);
    found.push({ start: Buffer.byteLength(text.slice(0, start)), text: text.slice(start, end), groups });
  }
  return found;
}
