/** Paths as git's diff format writes them. */

/** A path in a `diff --git`, `rename` or `---` line: in quotes with C escapes where it holds a quote, a backslash or a control character. Other characters stay readable, which `git apply` takes. */
export function quotePath(path: string): string {
  if (!special.test(path)) return path;
  return `"${path.replaceAll(everySpecial, escaped)}"`;
}

/** The name in a `---` or `+++` line: after one with white space a tab says where it ends. */
export function quoteFileName(path: string): string {
  const quoted = quotePath(path);
  return quoted === path && /\s/.test(path) ? `${path}\t` : quoted;
}

const special = /["\\\u0000-\u001f\u007f]/;
const everySpecial = new RegExp(special, "g");

function escaped(character: string): string {
  return short[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\u0007": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
};
