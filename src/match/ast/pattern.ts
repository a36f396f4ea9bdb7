/**
 * A structural pattern, judged before any file is read: the node it stands for, the variables it binds and the words
 * that every match must hold. Matching itself is the parser library's.
 *
 * A pattern that does not parse is refused, since the library would find nothing and say nothing.
 */
import { problem } from "../../model/problem.ts";
import { failure, success, type Result } from "../../model/result.ts";
import type { Strictness } from "../../model/spec.ts";
import type { Language } from "../languages.ts";
import { parseSummary } from "./describe.ts";
import { isFixedToken } from "./fixed-tokens.ts";
import { asMetavariable, isEllipsis, keyOf, withSigil } from "./metavariable.ts";
import { isDeeperThan, isMissing, parseTree, type Node, type NodeMatcher } from "./napi.ts";
import { placeOf, type Place } from "./places.ts";
import { readingsOf } from "./readings.ts";
import type { Word } from "./words.ts";

export interface Pattern {
  readonly language: Language;
  /** As it was written. */
  readonly source: string;
  /** As it was parsed: with the language's stand-in for `$`. */
  readonly parsed: string;
  readonly node: Node;
  readonly matcher: NodeMatcher;
  /** Their keys. */
  readonly variables: ReadonlySet<string>;
  /** Some variable stands in it twice, so that captures are compared. */
  readonly compares: boolean;
  /** Finds whatever the matcher finds and compares nothing; absent where that cannot be said without comparing. */
  readonly loose?: NodeMatcher;
  /** That of every node that matches; undefined where they may be of several. */
  readonly kind: string | undefined;
  /** Texts that every match holds, longest first. */
  readonly words: readonly Word[];
}

export interface PatternParts {
  readonly context: string;
  /** The kind of the node to take out of the context. */
  readonly selector?: string | undefined;
  readonly strictness?: Strictness | undefined;
}

export function compilePattern(language: Language, parts: PatternParts): Result<Pattern> {
  const source = parts.context;
  const parsed = withSigil(source, language.expando);
  const root = parseTree(language.parser, parsed);
  if (root === undefined) return failure(unparsed(language, source, 0, "the parser gave up"));
  const node = parts.selector === undefined ? singleNode(root) : selectedNode(root, parts.selector);
  if (node === undefined) return failure(noSingleNode(language, source, parts.selector, root));
  if (parts.selector === undefined && isRootOfSeveral(node, parsed, language.expando))
    return failure(
      problem("structural_query", `the pattern ${JSON.stringify(source)} stands for any number of nodes`, {
        suggestion: `write ${oneNode(source)} for one node, or put ${source.trim()} between the code around it`,
      }),
    );
  if (isDeeperThan(node, deepestPattern))
    return failure(
      problem("structural_query", `the pattern is nested more than ${deepestPattern} levels deep`, {
        details: { deepest: deepestPattern },
      }),
    );
  const broken = parseError(node, parsed, language);
  if (broken !== undefined) return failure(unparsed(language, source, broken.at, broken.saw));
  const strictness = parts.strictness ?? "smart";
  const shape = { ...(parts.selector && { selector: parts.selector }), strictness };
  const loose = withoutRepeats(source, node, parsed, language.expando);
  return success({
    language,
    source,
    parsed,
    node,
    matcher: matcherOf({ context: source, ...shape }),
    ...(loose !== undefined && { loose: matcherOf({ context: loose, ...shape }) }),
    kind: strictness === "template" ? undefined : kindOf(node, parsed, language.expando),
    ...contents(node, parsed, language, strictness),
  });
}

function kindOf(node: Node, parsed: string, sigil: string): string | undefined {
  const open = node.kind() === "ERROR" || asMetavariable(textOf(node, parsed), sigil) !== undefined;
  return open ? undefined : node.kind();
}

/** The types of the library lag behind it: they lack the strictness `template`. */
function matcherOf(pattern: PatternParts): NodeMatcher {
  return { rule: { pattern } } as NodeMatcher;
}

/** Nobody writes a deeper one, and the library compiles by recursion. */
const deepestPattern = 500;

/** The node that the library matches: down from the root as long as there is only one way. */
function singleNode(root: Node): Node | undefined {
  let node = root;
  if (meaningfulChildren(node).length !== 1) return undefined;
  for (let only = meaningfulChildren(node); only.length === 1 && isSingle(node); only = meaningfulChildren(node))
    node = only[0]!;
  return node;
}

/** One child, or one and an empty one that the parser has put behind it. */
function isSingle(node: Node): boolean {
  const children = node.children();
  return children.length === 1 || (children.length === 2 && isMissing(children[1]!));
}

function meaningfulChildren(node: Node): readonly Node[] {
  return node.children().filter((child) => !isMissing(child));
}

function selectedNode(root: Node, selector: string): Node | undefined {
  return [...walk(root)].find((node) => node.kind() === selector);
}

function isRootOfSeveral(node: Node, parsed: string, sigil: string): boolean {
  return isEllipsis(textOf(node, parsed), sigil);
}

function oneNode(several: string): string {
  const name = several.trim().slice("$$$".length);
  return `$${name === "" ? "_" : name}`;
}

function textOf(node: Node, parsed: string): string {
  const { start, end } = node.range();
  return parsed.slice(start.index, end.index);
}

/** In document order. */
export function* walk(root: Node): Generator<Node> {
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    waiting.push(...node.children().toReversed());
  }
}

/**
 * Where the node holds a parse error. A metavariable alone may be one (the grammar has no place for it, the library
 * still takes it for a variable), and so may a terminator that the parser has added at the end.
 */
function parseError(
  node: Node,
  parsed: string,
  language: Language,
): { readonly at: number; readonly saw: string } | undefined {
  const errors = [...walk(node)].filter((part) => isError(part, parsed, language.expando));
  const found = parsesWithValues(parsed, language) ? errors.find(holdsComma) : errors[0];
  if (found === undefined) return undefined;
  const { start } = found.range();
  const saw = isMissing(found) ? `a missing ${JSON.stringify(found.kind())}` : parseSummary(found);
  return { at: start.index, saw };
}

function isError(node: Node, parsed: string, sigil: string): boolean {
  if (isMissing(node)) return node.kind() !== ";" && node.kind() !== "\n";
  return node.kind() === "ERROR" && asMetavariable(textOf(node, parsed), sigil) === undefined;
}

/** A variable of JSON with others beside it: all of them are one error, which is no list of nodes and matches none. */
function holdsComma(error: Node): boolean {
  return error.children().some((child) => child.kind() === ",");
}

/** JSON has no place for a name, so every metavariable breaks its parse; what counts is whether a value there would not. */
function parsesWithValues(parsed: string, language: Language): boolean {
  if (language.name !== "json") return false;
  const values = parsed.replace(/\$+[A-Z_][A-Z0-9_]*|\${3}/g, (name) => "0".padEnd(name.length));
  const entries = parsed.replace(/\${3}[A-Z_]?[A-Z0-9_]*/g, '"":0').replace(/\$+[A-Z_][A-Z0-9_]*/g, "0");
  return [values, entries].some((text) => {
    const root = parseTree(language.parser, text);
    return root !== undefined && ![...walk(root)].some((node) => node.kind() === "ERROR" || isMissing(node));
  });
}

/** The pattern with a new name for each variable that stands in it again. Where an ellipsis ends may hang on such a one. */
function withoutRepeats(source: string, node: Node, parsed: string, sigil: string): string | undefined {
  const seen = new Set<string>();
  let renamed = source;
  let added = 0;
  let done = 0;
  for (const part of walk(node)) {
    const { start, end } = part.range();
    const variable = start.index < done ? undefined : asMetavariable(textOf(part, parsed), sigil);
    if (variable === undefined) continue;
    if (variable.several) return undefined;
    done = end.index;
    if (variable.name === undefined) continue;
    if (seen.has(variable.name)) {
      const suffix = `_AGAIN_${added}`;
      renamed = renamed.slice(0, done + added) + suffix + renamed.slice(done + added);
      added += suffix.length;
    }
    seen.add(variable.name);
  }
  return renamed === source ? undefined : renamed;
}

function contents(
  node: Node,
  parsed: string,
  language: Language,
  strictness: Strictness,
): Pick<Pattern, "variables" | "compares" | "words"> {
  const variables = new Set<string>();
  let compares = false;
  const words = new Map<string, Word>();
  const places = new Map<string, Place>();
  const waiting = [node];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const text = textOf(part, parsed);
    const variable = asMetavariable(text, language.expando);
    const key = variable && keyOf(variable);
    if (key !== undefined) {
      compares ||= variables.has(key);
      variables.add(key);
    }
    if (variable !== undefined) continue;
    const children = part.children();
    if (children.length === 0 && mustOccur(part, text, strictness)) {
      const closed = strictness !== "template" && endsAsWord(part, text, language);
      words.set(text, { text, closed: closed || words.get(text)?.closed === true });
    }
    const texts = children.map((child) => textOf(child, parsed));
    for (const [index, fixed] of texts.entries()) {
      if (isFixedToken(part, children, texts, index, language, strictness))
        words.set(fixed, { text: fixed, closed: /[a-z]$/.test(fixed) });
      const place = placeOf(part, children, index, language, strictness);
      if (place) places.set(fixed, place);
    }
    waiting.push(...children);
  }
  const placed = [...words.values()].map((word) => withPlace(word, places.get(word.text)));
  return { variables, compares, words: placed.toSorted((a, b) => b.text.length - a.text.length) };
}

function withPlace(word: Word, place: Place | undefined): Word {
  return place ? { ...word, place } : word;
}

/** Languages whose identifiers take in every letter, digit and underscore that follows, in broken code and in strings too. */
const greedyNames = new Set(["c", "go", "java", "javascript", "python", "rust", "tsx", "typescript"]);

function endsAsWord(leaf: Node, text: string, { name }: Language): boolean {
  return greedyNames.has(name) && leaf.kind().endsWith("identifier") && /[A-Za-z0-9_]$/.test(text);
}

/**
 * Whether a match must hold this leaf's text. Named leaves are compared by text; of keywords and operators some must
 * occur as well.
 */
function mustOccur(leaf: Node, text: string, strictness: Strictness): boolean {
  return leaf.isNamed() && text !== "" && strictness !== "signature" && !leaf.kind().includes("comment");
}

function noSingleNode(language: Language, source: string, selector: string | undefined, root: Node) {
  if (source.trim() === "") return problem("structural_query", "the pattern is empty");
  if (selector !== undefined)
    return problem("structural_query", `the context ${JSON.stringify(source)} holds no ${selector}`, {
      suggestion: `it is read as ${parseSummary(root)}`,
      details: { selector, parsed: parseSummary(root) },
    });
  const error = [...walk(root)].find((node) => node.kind() === "ERROR");
  if (error !== undefined) return unparsed(language, source, error.range().start.index, parseSummary(error));
  const kinds = meaningfulChildren(root).map((child) => child.kind());
  return problem(
    "structural_query",
    `the pattern ${JSON.stringify(source)} is ${kinds.length} nodes of ${language.name} (${kinds.join(", ")}) and not one`,
    { suggestion: "write a pattern for one node, such as a block around them", details: { nodes: kinds } },
  );
}

const aloneInJson =
  'a variable of JSON stands alone in its list or object, with the key before it: `[$A]`, `{ "key": $A }`';

function unparsed(language: Language, source: string, at: number, saw: string) {
  const before = source.slice(0, at);
  const line = before.split("\n").length;
  const column = Buffer.byteLength(before.slice(before.lastIndexOf("\n") + 1)) + 1;
  const reading = readingsOf(language, source)[0];
  const alone = language.name === "json" && source.includes("$") ? aloneInJson : undefined;
  const suggestion = reading ? `as ${reading.label} it is read as ${reading.kind}: ${reading.advice}` : alone;
  return problem(
    "structural_query",
    `the pattern ${JSON.stringify(source)} does not parse as ${language.name}: at line ${line}, column ${column} the parser saw ${saw}`,
    {
      line,
      column,
      details: { saw },
      ...(suggestion !== undefined && { suggestion }),
    },
  );
}
