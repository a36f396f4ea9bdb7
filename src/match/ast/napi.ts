/**
 * The one door to the parser library. It is loaded when the first language is needed and never before.
 *
 * Offsets are UTF-16 units of the parsed text. Trees stay in memory until the collector has seen their wrappers, and it
 * does not see their true size, so it is called by the amount of text parsed. Fresh memory for each tree costs more than
 * to collect often: the system hands out its pages one by one.
 */
import type * as Napi from "@ast-grep/napi";

/** A node of a tree. What the library types by grammar is plain text here. */
export interface Node {
  id(): number;
  kind(): string;
  range(): { readonly start: Position; readonly end: Position };
  text(): string;
  isLeaf(): boolean;
  isNamed(): boolean;
  /** The child that the grammar calls by this name. */
  field(name: string): Node | null;
  children(): Node[];
  parent(): Node | null;
  prev(): Node | null;
  prevAll(): Node[];
  next(): Node | null;
  nextAll(): Node[];
  getMatch(name: string): Node | null;
  getMultipleMatches(name: string): Node[];
  matches(matcher: NodeMatcher): boolean;
  findAll(matcher: NodeMatcher): Node[];
}

interface Position {
  /** 0-based. */
  readonly line: number;
  /** 0-based, in UTF-16 units. */
  readonly column: number;
  /** In UTF-16 units of the parsed text. */
  readonly index: number;
}

export interface ParserRegistration {
  libraryPath: string;
  extensions: string[];
  languageSymbol: string;
  expandoChar: string;
}

/** A rule as the library takes it: `rule`, `constraints` and `utils`. What it does not know it ignores or refuses. */
export type NodeMatcher = Napi.NapiConfig;

/** Only the first call of a process has an effect. The libraries must exist. */
export function registerParsers(parsers: Readonly<Record<string, ParserRegistration>>): void {
  library().registerDynamicLanguage({ ...parsers });
}

/** The root of the tree; undefined when the library cannot parse at all. Never keep nodes longer than one file's work. */
export function parseTree(parser: string, text: string): Node | undefined {
  collectWhenDue(text.length);
  try {
    return library().parse(parser, text).root() as unknown as Node;
  } catch {
    return undefined;
  }
}

/** All nodes that match, outermost first; a message where the matcher is not valid. */
export function findNodes(root: Node, matcher: NodeMatcher): readonly Node[] | string {
  try {
    const nodes = root.findAll(matcher);
    parsed += nodes.length * unitsPerNode;
    return nodes;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The library compares and compiles by recursion and ends the process where the stack ends: deeper trees must be kept from it. */
export const deepestTree = 2000;

/** Nodes of one character that stand inside one another in any grammar, at most. */
const nodesPerUnit = 8;

/** Whether a tree is deeper than `limit` levels. Parts too short to be so deep are not looked at. */
export function isDeeperThan(root: Node, limit: number): boolean {
  const waiting: [node: Node, depth: number][] = [[root, 0]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, depth] = next;
    if (depth > limit) return true;
    for (const child of node.children()) {
      const { start, end } = child.range();
      if (depth + (end.index - start.index) * nodesPerUnit > limit) waiting.push([child, depth + 1]);
    }
  }
  return false;
}

/** A token that the parser has made up: a leaf without text, of a kind that has some in sound code. */
export function isMissing(node: Node): boolean {
  const { start, end } = node.range();
  return start.index === end.index && node.isLeaf() && !mayBeEmpty.test(node.kind());
}

/** Leaves that may be empty in sound code: what stands between quotes or tags. */
const mayBeEmpty = /^raw_text$|_(?:content|body)$/;

let loaded: typeof Napi | undefined;

function library(): typeof Napi {
  loaded ??= require("@ast-grep/napi") as typeof Napi;
  return loaded;
}

/** UTF-16 units of text after which the trees left behind are collected: between files, and at the latest while parsing. */
const collectAfter = 512 * 1024;
const collectAtOnceAfter = 8 * collectAfter;
/** A node that was found holds about as much memory as the tree of so much text. */
const unitsPerNode = 16;
/** Units of text, or what counts as so many. */
let parsed = 0;

function collectWhenDue(units: number): void {
  if (parsed > collectAtOnceAfter) collect();
  parsed += units;
}

function collect(): void {
  Bun.gc(true);
  parsed = 0;
}

/** So much was parsed that `releaseTrees` is due. */
export function holdsTrees(): boolean {
  return parsed > collectAfter;
}

/**
 * Collects the trees left behind where there are enough of them. What native code holds for collected objects is let go
 * of between turns of the event loop, and by nothing else, so one has to pass before memory is there for the next trees.
 */
export function releaseTrees(): Promise<void> | undefined {
  if (!holdsTrees()) return undefined;
  collect();
  return new Promise((resolve) => setImmediate(resolve));
}
