/** Reads the list of paths that `--files-from` names. */

export interface PathList {
  readonly paths: readonly string[];
  /** Entries that are not UTF-8, with U+FFFD in place of what is not: no such file can be opened by name. */
  readonly unreadable: readonly string[];
}

/**
 * Entries end in a newline (or CRLF), or in NUL and then hold anything else; empty ones are left out. A byte-order mark
 * before the first line is none of its letters.
 */
export function readPathList(bytes: Uint8Array, nullSeparated: boolean): PathList {
  const paths: string[] = [];
  const unreadable: string[] = [];
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const separator = nullSeparated ? 0 : 0x0a;
  for (let start = nullSeparated || !hasMark(bytes) ? 0 : 3; start < bytes.length;) {
    const found = bytes.indexOf(separator, start);
    const next = found < 0 ? bytes.length : found;
    const end = !nullSeparated && bytes[next - 1] === 0x0d ? next - 1 : next;
    const entry = bytes.subarray(start, end);
    start = next + 1;
    if (entry.length === 0) continue;
    try {
      paths.push(strict.decode(entry));
    } catch {
      unreadable.push(new TextDecoder().decode(entry));
    }
  }
  return { paths, unreadable };
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
