/**
 * Suppression comments: `ast-grep-ignore` on a line of its own speaks for the next line, behind code for its own line, and
 * in the first line before an empty one for the whole file; behind a colon it may name rules. Looks at lines, not at syntax,
 * but for a quote right before it: that is a string.
 */

export interface Suppressions {
  /** `line` is 1-based. */
  suppresses(rule: string, line: number): boolean;
}

export function suppressionsIn(bytes: Uint8Array): Suppressions {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!buffer.includes(marker)) return { suppresses: () => false };
  const byLine = new Map<number, Named>();
  let whole: Named | undefined;
  const lines = buffer.toString("latin1").split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    const at = line.indexOf(marker);
    if (at < 0 || /["'`]$/.test(line.slice(0, at))) continue;
    const named = rulesNamed(line.slice(at + marker.length));
    const alone = !/[\p{L}\p{N}]/u.test(line.slice(0, at));
    if (alone && i === 0 && lines[1]?.trim() === "") whole = named;
    byLine.set(alone ? i + 2 : i + 1, named);
  }
  return {
    suppresses: (rule, line) => speaksFor(whole, rule) || speaksFor(byLine.get(line), rule),
  };
}

const marker = "ast-grep-ignore";

/** All rules, or those of these names. */
type Named = "all" | ReadonlySet<string>;

function rulesNamed(rest: string): Named {
  const list = /^\s*:\s*([\w\s.,/@-]+)/.exec(rest)?.[1];
  if (list === undefined) return "all";
  const names = list
    .replace(/(\*\/|-->)\s*$/, "")
    .split(",")
    .map((name) => name.trim().split(/\s/)[0]!);
  return new Set(names.filter((name) => name !== ""));
}

function speaksFor(named: Named | undefined, rule: string): boolean {
  return named === "all" || (named?.has(rule) ?? false);
}
