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
    if (unwanted?.some((matches) => matches(inside))) return false;
    return wanted === undefined || wanted.some((matches) => matches(inside));
  };
}

function below(base: string, path: string): string {
  return base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
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
