/** `files` and `ignores` of rules: globs over paths relative to the directory of the project. */
import type { GlobList } from "../schema/rule.ts";

export type PathTest = (path: string) => boolean;

/** Whether a rule looks at a path. `base` is the project's directory as paths show it, empty where paths start there. */
export function pathFilter(files: GlobList | undefined, ignores: GlobList | undefined, base: string): PathTest {
  const wanted = files === undefined ? undefined : matchers(files);
  const unwanted = ignores === undefined ? undefined : matchers(ignores);
  if (wanted === undefined && unwanted === undefined) return () => true;
  return (path) => {
    const inside = below(base, path);
    if (inside === undefined) return wanted === undefined;
    if (unwanted?.some((matches) => matches(inside))) return false;
    return wanted === undefined || wanted.some((matches) => matches(inside));
  };
}

/** Undefined for a path that is not below. A base outside the working directory holds whatever it is given. */
function below(base: string, path: string): string | undefined {
  if (base === "" || base === "." || base.startsWith("..")) return path;
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
}

function matchers(globs: GlobList): readonly PathTest[] {
  const list = typeof globs === "string" ? [globs] : globs;
  return list.map((entry) => {
    const { glob, caseInsensitive = false } = typeof entry === "string" ? { glob: entry } : entry;
    const matcher = new Bun.Glob(fold(glob.replace(/^\.\//, ""), caseInsensitive));
    return (path) => matcher.match(fold(path, caseInsensitive));
  });
}

function fold(text: string, folds: boolean): string {
  return folds ? text.toLowerCase() : text;
}
