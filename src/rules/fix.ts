/** The fix of a rule: a template, and how far beyond the match it reaches. */
import type { Node, NodeMatcher } from "../match/ast/napi.ts";
import { parseTemplate, type Template } from "../match/ast/template.ts";
import type { Language } from "../match/languages.ts";
import type { FixObject, RelationObject, RuleCore } from "../schema/rule.ts";
import { refusal, type Wrong } from "./rule-check.ts";
import type { Utilities } from "./utilities.ts";

export interface Fix {
  readonly template: Template;
  readonly expandStart: Expansion | undefined;
  readonly expandEnd: Expansion | undefined;
}

/** The sibling over which a fix reaches, and where the search for it ends. */
interface Expansion {
  readonly matcher: NodeMatcher;
  readonly stopBy: "neighbor" | "end" | NodeMatcher;
}

export interface FixScope {
  readonly language: Language;
  readonly utilities: Utilities;
  /** Variables and computed values that the template may use. */
  readonly bound: ReadonlySet<string>;
  /** The text of what binds them. */
  readonly pattern: string;
  readonly wrong: Wrong;
  /** Told instead of `wrong` where the template uses a variable that nothing binds. */
  readonly unbound: Wrong;
}

/** Of several fixes the first counts. */
export function compileFix(id: string, given: RuleCore["fix"], scope: FixScope): Fix | undefined {
  const fix = Array.isArray(given) ? (given as readonly FixObject[])[0] : (given as string | FixObject | undefined);
  if (fix === undefined) return undefined;
  const object: FixObject = typeof fix === "string" ? { template: fix } : fix;
  const template = parseTemplate(object.template, scope.bound, `the fix of ${id}`, scope.pattern);
  if (!template.ok) {
    scope.unbound(["fix"], template.problem.message, template.problem.suggestion);
    return undefined;
  }
  return {
    template: template.value,
    expandStart: expansion(object.expandStart, "expandStart", scope),
    expandEnd: expansion(object.expandEnd, "expandEnd", scope),
  };
}

function expansion(relation: RelationObject | undefined, key: string, scope: FixScope): Expansion | undefined {
  if (relation === undefined) return undefined;
  const { stopBy = "neighbor", field: _field, ...rule } = relation as RelationObject & { readonly field?: string };
  const utils = scope.utilities.rules;
  const matcher = { rule, utils } as NodeMatcher;
  const refused = refusal(scope.language, matcher);
  if (refused !== undefined) scope.wrong(["fix", key], refused);
  return { matcher, stopBy: typeof stopBy === "string" ? stopBy : ({ rule: stopBy, utils } as NodeMatcher) };
}

/** The nodes at which the replaced text starts and ends. */
export function reachOf(fix: Fix, node: Node): { readonly first: Node; readonly last: Node } {
  return {
    first: sibling(fix.expandStart, node, "before") ?? node,
    last: sibling(fix.expandEnd, node, "after") ?? node,
  };
}

function sibling(expansion: Expansion | undefined, node: Node, side: "before" | "after"): Node | undefined {
  if (expansion === undefined) return undefined;
  const { matcher, stopBy } = expansion;
  if (stopBy === "neighbor") {
    const next = side === "before" ? node.prev() : node.next();
    return next?.matches(matcher) ? next : undefined;
  }
  for (const next of side === "before" ? node.prevAll() : node.nextAll()) {
    if (next.matches(matcher)) return next;
    if (stopBy !== "end" && next.matches(stopBy)) return undefined;
  }
  return undefined;
}
