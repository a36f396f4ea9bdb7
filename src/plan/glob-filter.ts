/** The filter of `-g`: globs relative to the working directory, carried down the walk from the root of the file system. */
import type { AbsolutePath } from "../model/path.ts";
import { type Result, success } from "../model/result.ts";
import { type ActiveNodes, isNegated, RuleSet } from "./rule-set.ts";
import { escapeGlob, expandGlob } from "./user-glob.ts";

interface Globs {
  /** The globs as they apply below the working directory, without those that lead up first. */
  readonly inside: RuleSet;
  /** All globs as absolute paths, for files elsewhere. */
  readonly outside: RuleSet;
  /** Those that lead up first, as absolute paths: they may come down into the working directory again. */
  readonly upward: RuleSet | undefined;
  /** With a glob that takes in, what no glob matches is out. */
  readonly selective: boolean;
}

/** The filter as it stands in one directory; the first one stands in `/`. */
export class GlobFilter {
  readonly #globs: Globs;
  readonly #rules: RuleSet;
  readonly #nodes: ActiveNodes;
  /** Of the globs that lead up first. */
  readonly #upward: ActiveNodes;

  private constructor(globs: Globs, rules: RuleSet, nodes: ActiveNodes, upward: ActiveNodes) {
    this.#globs = globs;
    this.#rules = rules;
    this.#nodes = nodes;
    this.#upward = upward;
  }

  /** Undefined when there are no globs. */
  static compile(globs: readonly string[], cwd: AbsolutePath): Result<GlobFilter | undefined> {
    if (globs.length === 0) return success(undefined);
    const inside = new RuleSet({ unit: "text", fold: false });
    const outside = new RuleSet({ unit: "text", fold: false });
    const upward = new RuleSet({ unit: "text", fold: false });
    const above = cwd.split("/").filter((component) => component !== "");
    let selective = false;
    let leadsUp = false;
    for (const glob of globs) {
      const negated = glob.startsWith("!");
      selective ||= !negated;
      const text = negated ? glob.slice(1) : glob;
      const expanded = expandGlob(text, negated ? "!" : "");
      if (!expanded.ok) return expanded;
      for (const alternative of expanded.value) {
        const rule = { ...readGlob(alternative, text.slice(0, -1).includes("/")), negated };
        const prefix = above.slice(0, Math.max(0, above.length - rule.up)).map(escapeGlob);
        leadsUp ||= rule.up > 0;
        outside.add(rule, prefix);
        if (rule.up === 0) {
          inside.add(rule);
          upward.skip();
        } else {
          inside.skip();
          upward.add(rule, prefix);
        }
      }
    }
    const compiled = { inside, outside, upward: leadsUp ? upward : undefined, selective };
    return success(new GlobFilter(compiled, outside, outside.start(), upward.start()));
  }

  enter(directory: string): GlobFilter {
    const nodes = this.#rules.advance(this.#nodes, directory);
    const upward = this.#advanceUpward(directory);
    if (nodes === this.#nodes && upward === this.#upward) return this;
    return new GlobFilter(this.#globs, this.#rules, nodes, upward);
  }

  /** The filter as it stands in the working directory, which has this name. */
  enterWorkingDirectory(name: string): GlobFilter {
    const { inside } = this.#globs;
    return new GlobFilter(this.#globs, inside, inside.start(), this.#advanceUpward(name));
  }

  acceptsFile(name: string): boolean {
    const verdict = this.#verdict(name, false);
    return verdict === 0 ? !this.#globs.selective : !isNegated(verdict);
  }

  /** False only for a directory that a glob puts out: one that no glob matches may hold files that do. */
  acceptsDirectory(name: string): boolean {
    const verdict = this.#verdict(name, true);
    return verdict === 0 || !isNegated(verdict);
  }

  #advanceUpward(directory: string): ActiveNodes {
    return this.#globs.upward?.advance(this.#upward, directory) ?? this.#upward;
  }

  #verdict(name: string, isDirectory: boolean): number {
    const { inside, upward } = this.#globs;
    const verdict = this.#rules.match(name, isDirectory, this.#nodes);
    if (!upward || this.#rules !== inside) return verdict;
    return Math.max(verdict, upward.match(name, isDirectory, this.#upward));
  }
}

/**
 * Takes a leading `./` or `../` off, and a slash at the end that limits the glob to directories.
 * @param anchored the glob as it was given holds a slash, so that all it stands for is tied to the directory
 */
function readGlob(glob: string, anchored: boolean): { pattern: string; directoryOnly: boolean; up: number } {
  const directoryOnly = glob.length > 1 && glob.endsWith("/");
  let pattern = directoryOnly ? glob.slice(0, -1) : glob;
  let up = 0;
  const relative = /^(?:\.\.?\/)+/.exec(pattern)?.[0];
  if (relative !== undefined) {
    up = relative.split("/").filter((component) => component === "..").length;
    pattern = `/${pattern.slice(relative.length)}`;
  }
  return { pattern: anchored && !pattern.includes("/") ? `/${pattern}` : pattern, directoryOnly, up };
}
