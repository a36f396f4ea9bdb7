/**
 * Several rules in one walk over a tree. The parser library looks for nodes that match any of them and does not say
 * which; that is told from what every match of a rule must be (of a kind, with words in its text), and where that is the
 * same for others too, by a variable that the rule binds to the node. Where a node leaves it open which rules match it,
 * those walk by themselves.
 */
import { matchAt, type StructuralMatch } from "../match/ast/matches.ts";
import { comparedDepth } from "../match/ast/depth.ts";
import { findNodes, type Node, type NodeMatcher } from "../match/ast/napi.ts";
import type { SourceText } from "../match/ast/source.ts";
import { holdsNeedle, type Needle } from "../match/ast/words.ts";
import type { RuleObject } from "../schema/rule.ts";
import type { CodeRule } from "./code-rule.ts";
import { isMet, type Requirement } from "./requirement.ts";
import { markPrefix } from "./sign.ts";

/**
 * The matches of each rule in the tree of a region that starts at unit `base`; otherwise that the library refuses a rule,
 * or that the tree is too deep for what one of them compares.
 */
export function findTogether(
  rules: readonly CodeRule[],
  root: Node,
  source: SourceText,
  base: number,
): readonly (readonly StructuralMatch[])[] | "refused" | "too deep" {
  const find = (matcher: NodeMatcher): StructuralMatch[] | "refused" => {
    const nodes = findNodes(root, matcher);
    return typeof nodes === "string" ? "refused" : nodes.map((node) => matchAt(node, source, base));
  };
  if (rules.some(comparesAnywhere) && comparedDepth(root, { compares: true }) === "too deep") return "too deep";
  const { found, open } = findJointly(rules, source, find);
  for (const i of open) {
    const rule = rules[i]!;
    const depth = comparesAnywhere(rule) ? "shallow" : comparedDepth(root, rule);
    if (depth === "too deep") return depth;
    const matches = depth === "nothing" ? [] : find(rule.matcher);
    if (matches === "refused") return matches;
    found[i] = matches;
  }
  return found;
}

/** Captures may be compared wherever they are in the tree, by the rule or by what it calls on its matches. */
function comparesAnywhere({ compares, loose, rewriters }: CodeRule): boolean {
  return (compares && loose === undefined) || [...rewriters.values()].some((rewriter) => rewriter.compares);
}

type Find = (matcher: NodeMatcher) => StructuralMatch[] | "refused";

/** `open` are the rules that have to walk by themselves, whatever was found of them. */
function findJointly(rules: readonly CodeRule[], source: SourceText, find: Find) {
  const found = rules.map((): StructuralMatch[] => []);
  const open = new Set(rules.keys());
  const joint = [...rules.keys()].filter((i) => canJoin(rules[i]!));
  if (joint.length < 2) return { found, open };
  const { marked, plain } = partedByMark(rules, joint);
  const alternatives = [...marked.map((i) => withMark(rules[i]!, i)), ...plain.map((i) => alternativeOf(rules[i]!))];
  const matches = find({ rule: { any: alternatives } } as NodeMatcher);
  if (matches === "refused") return { found, open };
  for (const i of joint) open.delete(i);
  const markedOfKind = Map.groupBy(marked, (i) => rules[i]!.sign.kind);
  const plainOfKind = Map.groupBy(plain, (i) => rules[i]!.sign.kind);
  for (const match of matches) {
    const marks = possibleRules(rules, markedOfKind, match, source);
    const others = possibleRules(rules, plainOfKind, match, source);
    const mark = marks.findIndex((i) => isMarked(match.node, i));
    if (mark >= 0) {
      found[marks[mark]!]!.push(match);
      for (const i of [...marks.slice(mark + 1), ...others]) open.add(i);
    } else if (others.length === 1 && joins(rules[others[0]!]!) === "exactly") found[others[0]!]!.push(match);
    else for (const i of others.length === 0 ? joint : others) open.add(i);
  }
  return { found, open };
}

/** What is found loosely only tells whether to walk again, and without words it would always. */
function canJoin(rule: CodeRule): boolean {
  return joins(rule) === "exactly" || (joins(rule) === "loosely" && !needsNothing(rule.sign.words));
}

/** What compares is looked for without comparing, until it is known how deep that would go. */
function joins({ compares, loose, sign }: CodeRule): CodeRule["sign"]["joins"] {
  return compares && loose !== undefined && sign.joins === "exactly" ? "loosely" : sign.joins;
}

function alternativeOf({ compares, loose, matcher }: CodeRule): NodeMatcher["rule"] {
  return compares && loose !== undefined ? loose.rule : matcher.rule;
}

function needsNothing(words: Requirement): boolean {
  return isMet(words, () => false);
}

/** The marked rules come first, so that a node without a mark is one that none of them matches. */
function partedByMark(rules: readonly CodeRule[], joint: readonly number[]) {
  const ofKind = Map.groupBy(joint, (i) => rules[i]!.sign.kind);
  const { true: marked = [], false: plain = [] } = Object.groupBy(joint, (i) => {
    const { kind, words } = rules[i]!.sign;
    const ownKind = kind !== undefined && ofKind.get(kind)!.length === 1 && !ofKind.has(undefined);
    return String(!ownKind && needsNothing(words)) as "true" | "false";
  });
  return { marked, plain };
}

function withMark({ matcher }: CodeRule, index: number): RuleObject {
  return { all: [matcher.rule, { pattern: `$$${markPrefix}${index}` }] };
}

function isMarked(node: Node, index: number): boolean {
  return (node.getMatch(`${markPrefix}${index}`) ?? undefined) !== undefined;
}

/** Words are not looked for in longer texts, of which nodes inside one another may have very many. */
const longestText = 64 * 1024;

/** The rules that may match a node, in the order of their alternatives. */
function possibleRules(
  rules: readonly CodeRule[],
  ofKind: ReadonlyMap<string | undefined, readonly number[]>,
  { node, start, end }: StructuralMatch,
  { bytes }: SourceText,
): readonly number[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
  const holds = (word: Needle) => text.length > longestText || holdsNeedle(text, word);
  return [...(ofKind.get(node.kind()) ?? []), ...(ofKind.get(undefined) ?? [])]
    .toSorted((a, b) => a - b)
    .filter((i) => isMet(rules[i]!.sign.words, holds));
}
