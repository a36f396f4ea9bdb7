/** `files` and `ignores` of rules: globs over paths relative to the directory of the project. */
import { posix } from "node:path";
import type { RuleSource } from "../model/spec.ts";
import type { GlobList } from "../schema/rule.ts";

export type PathTest = (path: string) => boolean;

/** Where globs are relative to: the project's directory as paths show it, and the working directory below it. */
export type GlobRoot = Pick<RuleSource, "base" | "within">;

/** Whether a rule looks at a path. */
export function pathFilter(files: GlobList | undefined, ignores: GlobList | undefined, root: GlobRoot): PathTest {
  const wanted = files === undefined ? undefined : matchers(files);
  const unwanted = ignores === undefined ? undefined : matchers(ignores);
  if (wanted === undefined && unwanted === undefined) return () => true;
  return (path) => {
    const inside = below(root, path);
    if (inside === undefined) return wanted === undefined;
    if (unwanted?.some((matches) => matches(inside))) return false;
    return wanted === undefined || wanted.some((matches) => matches(inside));
  };
}

/** Undefined for a path that is not below. A base beside the working directory holds whatever it is given. */
function below({ base = "", within }: GlobRoot, path: string): string | undefined {
  if (within !== undefined) {
    const inside = path.startsWith("/") ? path : posix.join(within, path);
    return inside.startsWith("/") || inside.startsWith("../") ? undefined : inside;
  }
  if (base === "" || base === "." || base.startsWith("..")) return path;
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : undefined;
}

function matchers(globs: GlobList): readonly PathTest[] {
  return listed(globs).map((entry) => {
    const { glob, caseInsensitive = false } = typeof entry === "string" ? { glob: entry } : entry;
    const expression = compiled(glob.replace(/^\.\//, ""), caseInsensitive ? "isu" : "su");
    return (path) => typeof expression !== "string" && expression.test(path);
  });
}

function listed(globs: GlobList): Exclude<GlobList, string> {
  return typeof globs === "string" ? [globs] : globs;
}

export interface GlobMistake {
  /** Leads to the glob in its list. */
  readonly at: readonly (string | number)[];
  readonly message: string;
}

/** The globs of a list that cannot be read. */
export function globMistakes(globs: GlobList = []): readonly GlobMistake[] {
  return listed(globs).flatMap((entry, i) => {
    const glob = typeof entry === "string" ? entry : entry.glob;
    const wrong = compiled(glob, "su");
    if (typeof wrong !== "string") return [];
    const at = typeof globs === "string" ? [] : typeof entry === "string" ? [i] : [i, "glob"];
    return [{ at, message: `the glob ${JSON.stringify(glob)} cannot be read: ${wrong}` }];
  });
}

/** A message where the glob cannot be read. */
function compiled(glob: string, flags: string): RegExp | string {
  let open = 0;
  for (const [piece] of glob.matchAll(pieces)) {
    if (/^\[[!^]?\]?$/.test(piece)) return "a `[` is not closed";
    if (piece === "}" && open === 0) return "a `}` closes nothing";
    open += piece === "{" ? 1 : piece === "}" ? -1 : 0;
  }
  if (open > 0) return "a `{` is not closed";
  try {
    return new RegExp(`^${regexOf(glob)}$`, flags);
  } catch {
    return "a range in brackets ends before it starts";
  }
}

const pieces = /\\[\s\S]|(?<![^/])(?:\*\*\/)+|\/\*\*$|\*+|\[[!^]?\]?[^\]]*\]|[\s\S]/gu;

/** As ast-grep reads globs: `*` and `?` take slashes too, `**` between slashes also nothing. */
function regexOf(glob: string): string {
  let open = 0;
  return glob.replace(pieces, (piece) => {
    if (piece.startsWith("**/")) return "(?:.*/)?";
    if (piece === "/**") return "/.+";
    if (piece.startsWith("*")) return ".*";
    if (piece === "?") return ".";
    if (piece === "{") return (open++, "(?:");
    if (piece === "}") return (open--, ")");
    if (piece === "," && open > 0) return "|";
    if (piece.startsWith("[") && piece.length > 1) return classOf(piece);
    return RegExp.escape(piece.startsWith("\\") && piece.length > 1 ? piece.slice(1) : piece);
  });
}

function classOf(piece: string): string {
  const negated = /^\[[!^]/.test(piece);
  const members = piece.slice(negated ? 2 : 1, -1).replace(/[\\\]^[]/g, "\\$&");
  return `[${negated ? "^" : ""}${members}]`;
}
