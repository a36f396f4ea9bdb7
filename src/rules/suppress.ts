/**
 * Suppression comments: `ast-grep-ignore` on a line of its own speaks for the next line, behind code for its own line and
 * for what ends right before it, and in the first line before an empty one for the whole file; behind a colon it may name
 * rules. Looks at lines, not at syntax: what stands before it must end as the start of a comment does, in no word and no quote.
 */
import type { ByteRange } from "../match/ast/matches.ts";

export interface Suppressions {
  /** `line` is 1-based, that of the start. */
  suppresses(rule: string, match: ByteRange, line: number): boolean;
}

export function suppressionsIn(bytes: Uint8Array): Suppressions {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(marker)) return { suppresses: () => false };
  const byLine = new Map<number, Named>();
  const byEnd = new Map<number, Named>();
  let whole: Named | undefined;
  let start = 0;
  const lines = buffer
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "   ")
    .split("\n");
  for (const [i, line] of lines.entries()) {
    const at = line.indexOf(marker);
    const before = line.slice(0, Math.max(at, 0));
    if (opensComment.test(before)) {
      const named = rulesNamed(line.slice(at + marker.length));
      const alone = onlyOpens.test(before.trimStart());
      if (alone && i === 0 && !codeBehind.test(line.slice(at)) && lines[1]?.trim() === "") whole = named;
      byLine.set(alone ? i + 2 : i + 1, named);
      const code = codeBefore(before);
      for (const end of [code.length, code.replace(/;$/, "").length]) if (!alone) byEnd.set(start + end, named);
    }
    start += line.length + 1;
  }
  return {
    suppresses: (rule, { end }, line) =>
      speaksFor(whole, rule) || speaksFor(byLine.get(line), rule) || speaksFor(byEnd.get(end), rule),
  };
}

/** What stands before the marker in a comment. */
const opensComment = /[^\s\p{L}\p{N}"'`][ \t]*(?<![\p{L}\p{N}][-_])$/u;

/** The start of a comment with no code before it, a brace for those of JSX aside. */
const onlyOpens = /^(?:\{(?=\/\*))?[^\p{L}\p{N}(){}[\]]*$/u;

/** What stands behind the end of the marker's comment. */
const codeBehind = /(?:\*\/\}?|-->)[ \t]*\S/;

/** Without the start of a comment at the end. Steps back from there: a pattern for it is tried from each place of a long line. */
function codeBefore(text: string): string {
  const opened = text.trimEnd();
  let end = opened.length;
  while (end > 0 && ofAnOpening.test(opened[end - 1]!)) end--;
  return opened.slice(0, end).trimEnd();
}

const ofAnOpening = /[^\s\p{L}\p{N})\]}]/u;

const marker = "ast-grep-ignore";

/** All rules, or those of these names. */
type Named = "all" | ReadonlySet<string>;

function rulesNamed(rest: string): Named {
  const list = /^\s*:(.*)/.exec(rest)?.[1];
  if (list === undefined) return "all";
  const names = list.split(",").map((name) =>
    name
      .trim()
      .split(/\s/)[0]!
      .replace(/(\*\/|-->).*$/, ""),
  );
  return new Set(names.filter((name) => name !== "").map((name) => Buffer.from(name, "latin1").toString()));
}

function speaksFor(named: Named | undefined, rule: string): boolean {
  return named === "all" || (named?.has(rule) ?? false);
}
