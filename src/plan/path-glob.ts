/**
 * Globs over a whole relative path, as git's wildmatch reads them with slashes kept apart.
 *
 * Only for the few patterns that cannot be cut at their slashes; all others go component by component through a `RuleSet`.
 * A set of positions is carried along the text, so the work is bounded by the product of both lengths.
 */
import { classAccepts, parseClass } from "./glob.ts";

type Accepts = (code: number) => boolean;

interface Step {
  /** Null: any run of characters, `/` only when `deep`. */
  readonly accepts: Accepts | null;
  readonly deep: boolean;
  /** A `**` before a slash may also stand for nothing, together with that slash. */
  readonly optional: boolean;
}

export type PathGlob = readonly Step[];

/**
 * Whether git reads this anchored pattern otherwise than component by component: a slash in a class or behind a
 * backslash, or a `**` that follows the literal head of the pattern (git compares the head apart, and what is left
 * then starts with the `**`).
 */
export function needsPathGlob(pattern: string): boolean {
  if (pattern.includes("\\/")) return true;
  const head = headLength(pattern);
  if (head > 0 && pattern[head - 1] !== "/" && starsAt(pattern, head) > 1) {
    const after = pattern[head + starsAt(pattern, head)];
    if (after === undefined || after === "/") return true;
  }
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "[") {
      const parsed = parseClass(pattern, at + 1);
      if (!parsed) return true;
      if (pattern.slice(at, parsed.next).includes("/")) return true;
      at = parsed.next - 1;
    }
  }
  return false;
}

/** Compiles a pattern without its leading slash; undefined when it can never match. */
export function compilePathGlob(pattern: string, fold: boolean): PathGlob | undefined {
  const steps: Step[] = [];
  const head = headLength(pattern);
  for (let at = 0; at < pattern.length;) {
    const character = pattern[at]!;
    if (character === "*") {
      const end = at + starsAt(pattern, at);
      const whole =
        end - at > 1 &&
        (at === head || pattern[at - 1] === "/") &&
        (end === pattern.length || pattern[end] === "/" || pattern.startsWith("\\/", end));
      steps.push({ accepts: null, deep: whole, optional: whole && pattern[end] === "/" });
      at = end;
    } else if (character === "?") {
      steps.push(one((code) => code !== slash));
      at++;
    } else if (character === "[") {
      const parsed = parseClass(pattern, at + 1);
      if (!parsed) return undefined;
      steps.push(one((code) => code !== slash && classAccepts(parsed.class, code, fold)));
      at = parsed.next;
    } else {
      if (character === "\\") at++;
      if (at >= pattern.length) return undefined;
      const text = fold ? pattern[at]!.toLowerCase() : pattern[at]!;
      steps.push(one((code) => code === text.charCodeAt(0)));
      at++;
    }
  }
  return steps;
}

export function matchPathGlob(glob: PathGlob, text: string, fold: boolean): boolean {
  let current = new Uint8Array(glob.length + 1);
  let next = new Uint8Array(glob.length + 1);
  reach(glob, current, 0);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const code = fold && unit >= 0x41 && unit <= 0x5a ? unit + 32 : unit;
    next.fill(0);
    for (let i = 0; i < glob.length; i++) {
      if (!current[i]) continue;
      const step = glob[i]!;
      if (step.accepts) {
        if (step.accepts(code)) reach(glob, next, i + 1);
      } else if (step.deep || code !== slash) {
        next[i] = 1;
        reach(glob, next, i + 1);
      }
    }
    [current, next] = [next, current];
  }
  return current[glob.length] === 1;
}

const slash = 0x2f;

function one(accepts: Accepts): Step {
  return { accepts, deep: false, optional: false };
}

/** Marks a position and those that need no character from there. Only the first arrival of an optional `**` may skip it. */
function reach(glob: PathGlob, states: Uint8Array, at: number): void {
  states[at] = 1;
  const step = glob[at];
  if (!step || step.accepts) return;
  reach(glob, states, at + 1);
  if (step.optional) reach(glob, states, at + 2);
}

function headLength(pattern: string): number {
  const at = pattern.search(/[*?[\\]/);
  return at < 0 ? pattern.length : at;
}

function starsAt(pattern: string, at: number): number {
  let end = at;
  while (pattern[end] === "*") end++;
  return end - at;
}
