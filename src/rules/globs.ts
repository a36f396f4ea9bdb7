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
  const list = typeof globs === "string" ? [globs] : globs;
  return list.map((entry) => {
    const { glob, caseInsensitive = false } = typeof entry === "string" ? { glob: entry } : entry;
    const expression = compiled(glob.replace(/^\.\//, ""), caseInsensitive ? "isu" : "su");
    return (path) => expression.test(path);
  });
}

/** A glob that cannot be read stands for its own text. */
function compiled(glob: string, flags: string): RegExp {
  try {
    return new RegExp(`^${regexOf(glob)}$`, flags);
  } catch {
    return new RegExp(`^${RegExp.escape(glob)}$`, flags);
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
