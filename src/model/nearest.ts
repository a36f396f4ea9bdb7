/** The name that was probably meant: for flags, verbs, configuration keys and tool arguments alike. */

/** The name nearest to a mistyped one, or undefined when none is near enough to be worth a guess. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  return nearestNames(typed, names, 1)[0];
}

/** The names near enough to a mistyped one to be worth a guess, nearest first, at most `most`. Another letter is near to none. */
export function nearestNames(typed: string, names: Iterable<string>, most: number): string[] {
  const wanted = normal(typed);
  const tooFar = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)) + 1);
  const near: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const distance = alignmentDistance(wanted, normal(name), tooFar);
    if (distance < tooFar) near.push({ name, distance });
  }
  near.sort((left, right) => left.distance - right.distance);
  return near.slice(0, most).map((item) => item.name);
}

export interface Advised {
  /** The name that was probably meant. */
  readonly near?: string | undefined;
  /** One sentence, where there is no such name. */
  readonly suggestion?: string | undefined;
}

/** One sentence on several mistakes: the advice on the first of them that has some, with all names that were probably meant. */
export function adviceOn(mistakes: readonly Advised[]): string | undefined {
  const first = mistakes.find(({ near, suggestion }) => near !== undefined || suggestion !== undefined);
  if (first?.near === undefined) return first?.suggestion;
  return `Did you mean ${[...new Set(mistakes.flatMap(({ near }) => near ?? []))].join(" and ")}?`;
}

/** Case and the choice of separator are never what is meant to tell two names apart. */
function normal(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours between two short texts (optimal string alignment,
 * rows of the dynamic programme kept three at a time); `limit` or more is reported as `limit`.
 */
export function alignmentDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let cost = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
      least = Math.min(least, cost);
    }
    if (least >= limit) return limit;
    [before, previous] = [previous, row];
  }
  return Math.min(limit, previous[right.length]!);
}
