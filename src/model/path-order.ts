/** The one order in which files are considered and listed. */

/**
 * Orders paths by the bytes of their UTF-8 form, component by component: `a/b` before `a-b/x` before `a.txt`.
 * A directory therefore sorts where its own name does, and a depth-first walk of sorted directories visits files in this order.
 */
export function comparePaths(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return pathUnit(a) - pathUnit(b);
  }
  return left.length - right.length;
}

/**
 * Items in the order of `comparePaths`, equal ones as they came. Compares keys, as the runtime compares strings, where that
 * gives the same order: with the lowest character for the separator, in paths without surrogates.
 */
export function inPathOrder<Item>(items: readonly Item[], pathOf: (item: Item) => string): Item[] {
  const keys = items.map((item) => pathOf(item).replaceAll("/", "\0"));
  if (keys.some((key) => surrogate.test(key)))
    return items.toSorted((left, right) => comparePaths(pathOf(left), pathOf(right)));
  const places = Array.from(keys.keys()).toSorted((left, right) => {
    const one = keys[left]!;
    const other = keys[right]!;
    if (one === other) return 0;
    return one < other ? -1 : 1;
  });
  return places.map((place) => items[place]!);
}

/** Whether a string's order by UTF-16 units may differ from that by bytes of UTF-8. */
export const surrogate = /[\uD800-\uDFFF]/;

/** Orders the names of one directory as `comparePaths` does. */
export function compareNames(left: string, right: string): number {
  return comparePaths(left, right);
}

/** UTF-16 order differs from UTF-8 order only for surrogates, which must sort above U+E000..U+FFFF; the separator sorts below everything. */
function pathUnit(unit: number): number {
  if (unit === 0x2f) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
