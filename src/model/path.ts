/** Paths, and what their texts tell. Programs that use swath are checked against this file, under their own settings of the compiler. */

/** A path as reports show it: relative to the working directory (outside it by `..`), `/` between components, no leading `./`. */
export type ShownPath = string;

/** An absolute path of the file system, normalised, without a trailing slash. */
export type AbsolutePath = string;

/** Whether an absolute path is a directory or lies below it. */
export function isInside(path: AbsolutePath, directory: AbsolutePath): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

/** Names with one folded form are one name on file systems that ignore case or how accents are composed. */
export function foldName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase();
}

/** A name of one directory and the one that takes its place. */
export interface NameChange {
  readonly from: string;
  readonly to: string;
}

/** Whether two names of one directory may differ only in case afterwards: they do so now, so the file system tells them apart. */
export function mayCoexist(one: NameChange, other: NameChange): boolean {
  return foldName(one.from) === foldName(other.from) && one.to !== other.to;
}
