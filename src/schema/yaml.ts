import type * as Yaml from "yaml";
import type { Document, LineCounter } from "yaml";

/** The package for YAML. It takes longer to load than a small run, and threads that get documents already read never ask. */
export function yaml(): typeof Yaml {
  return require("yaml") as typeof Yaml;
}

export interface Place {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes. */
  readonly column: number;
}

export function placeOf(text: string, lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset);
  const start = offset - (col - 1);
  return { line, column: Buffer.byteLength(text.slice(start, offset)) + 1 };
}

/** Where a value, or with `key` the key that leads to it, starts; where it is missing, what should hold it. */
export function offsetOf(document: Document.Parsed, at: readonly (string | number)[], key: boolean): number {
  const { isMap, isScalar } = yaml();
  for (let length = at.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(at.slice(0, length - 1), true);
    const wanted = at[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(wanted))
      : undefined;
    const node =
      key && length === at.length && pair !== undefined ? pair.key : document.getIn(at.slice(0, length), true);
    const range = (node as { readonly range?: readonly number[] } | undefined)?.range;
    if (range !== undefined && range !== null) return range[0]!;
  }
  return document.contents?.range?.[0] ?? 0;
}
