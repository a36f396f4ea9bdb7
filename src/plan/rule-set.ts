/**
 * The rules of one directory's ignore files (or of a list of globs) behind one lookup: which rule decides about a name.
 *
 * Plain names and `*.ext` are found in maps, patterns with slashes in a trie that the walk carries down (most
 * directories hold no active node of it), other globs behind one regular expression. The last rule that matches decides.
 * Knows nothing of files, of nesting, and of what a rule means to its owner.
 */
import { glue } from "../model/glue.ts";
import { compileGlob, type Glob, literalOf, matchGlob } from "./glob.ts";
import { LiteralIndex, type Verdicts } from "./literal-index.ts";
import { NameSigns } from "./name-signs.ts";
import { compilePathGlob, matchPathGlob, needsPathGlob, type PathGlob } from "./path-glob.ts";

/** `order * 2 + negated` of the rule that decides; 0 for none. Later rules have higher verdicts. */
export type Verdict = number;

export function isNegated(verdict: Verdict): boolean {
  return (verdict & 1) === 1;
}

export interface Rule {
  /** Without `!`, without the slash that ends a rule for directories. */
  readonly pattern: string;
  readonly negated: boolean;
  readonly directoryOnly: boolean;
}

export interface RuleSetOptions {
  /** `bytes`: patterns hold one character for each byte of UTF-8, as git compares. `text`: patterns are text. */
  readonly unit: "bytes" | "text";
  /** Upper and lower case ASCII letters are alike. */
  readonly fold: boolean;
}

/**
 * A node of the trie of patterns with slashes: what may follow below one directory. All its fields are there from the
 * start, so that the code which meets all nodes is compiled once.
 */
export class PathNode implements Verdicts {
  file = 0;
  directory = 0;
  literals: Map<string, PathNode> | undefined = undefined;
  globs: { readonly glob: Glob; readonly node: PathNode }[] | undefined = undefined;
  /** What follows a `**`: this node stays active on every deeper level. */
  deep: PathNode | undefined = undefined;
  /** Verdicts on everything below, from a `**` at the end. */
  inside: Verdicts | undefined = undefined;
  readonly sticky: boolean;

  constructor(sticky: boolean) {
    this.sticky = sticky;
  }
}

/** Where the trie stands in one directory. */
export type ActiveNodes = readonly PathNode[];

export const noNodes: ActiveNodes = [];

export class RuleSet {
  static {
    glue(this.prototype.match, this.prototype.advance);
  }
  readonly #options: RuleSetOptions;
  readonly #names = new LiteralIndex();
  #suffixes: LiteralIndex | undefined;
  readonly #globs: (Verdicts & { readonly glob: Glob })[] = [];
  readonly #signs = new NameSigns();
  readonly #paths: (Verdicts & { readonly glob: PathGlob })[] = [];
  readonly #root = new PathNode(false);
  #count = 0;

  constructor(options: RuleSetOptions) {
    this.#options = options;
  }

  /** How many rules were added, those that can never match too. */
  get count(): number {
    return this.#count;
  }

  /** Some rule may match at any depth, so that the set matters even where no node is active. */
  get matchesAnywhere(): boolean {
    return this.#names.size + this.#globs.length + this.#paths.length > 0 || this.#suffixes !== undefined;
  }

  /** Adds a rule for a name at any depth, without wildcards and of ASCII alone, that overrules the earlier ones. */
  addName(name: string): void {
    record(this.#names.at(this.#folded(name)), ++this.#count * 2, false);
  }

  /** Adds a rule that overrules the earlier ones. `prefix` are components put before a pattern with a slash. */
  add(rule: Rule, prefix: readonly string[] = []): void {
    const verdict = ++this.#count * 2 + (rule.negated ? 1 : 0);
    const name = anyDepthName(rule.pattern);
    if (name !== undefined) return this.#addName(name, verdict, rule.directoryOnly);
    const pattern = rule.pattern.startsWith("/") ? rule.pattern.slice(1) : rule.pattern;
    if (this.#options.unit === "bytes" && !isPlain(pattern) && needsPathGlob(pattern)) {
      const glob = compilePathGlob(pattern, this.#options.fold);
      if (glob) this.#paths.push({ glob, ...verdictsOf(verdict, rule.directoryOnly) });
      return;
    }
    const components = splitComponents(pattern);
    const anyDepth = components[0] === "**" && !rule.pattern.startsWith("/");
    this.#addPath(anyDepth ? components : [...prefix, ...components], verdict, rule.directoryOnly);
  }

  /** Leaves the place of a rule that another set holds, so that the verdicts of the two can be compared. */
  skip(): void {
    this.#count++;
  }

  /** The nodes that are active in the directory the rules belong to. */
  start(): ActiveNodes {
    const nodes: PathNode[] = [];
    activate(nodes, this.#root);
    return this.#root.literals || this.#root.globs || nodes.length > 1 ? nodes : noNodes;
  }

  /** The nodes that are active in a sub-directory. */
  advance(nodes: ActiveNodes, directory: string): ActiveNodes {
    if (nodes.length === 0) return noNodes;
    const name = this.#folded(directory);
    const next: PathNode[] = [];
    for (const node of nodes) {
      const literal = node.literals?.get(name);
      if (literal) activate(next, literal);
      if (node.globs) {
        const text = this.#subject(name);
        for (const { glob, node: child } of node.globs) if (matchGlob(glob, text)) activate(next, child);
      }
      if (node.sticky) activate(next, node);
    }
    return next.length === 0 ? noNodes : next;
  }

  /**
   * Decides about an entry of a directory.
   * @param nodes the nodes active in that directory
   * @param directory the directory, ending in a slash
   * @param base where in `directory` the path below the rules' own directory starts
   */
  match(entry: string, isDirectory: boolean, nodes: ActiveNodes, directory = "", base = 0): Verdict {
    const name = this.#options.fold ? this.#folded(entry) : entry;
    let best = pick(this.#names.find(name, 0), isDirectory);
    if ((this.#suffixes || this.#globs.length > 0) && this.#signs.isIn(name))
      best = Math.max(best, this.#matchSuffixes(name, isDirectory), this.#matchGlobs(name, isDirectory));
    if (nodes.length > 0) best = Math.max(best, this.#matchNodes(name, isDirectory, nodes));
    if (this.#paths.length > 0) best = this.#matchPaths(directory.slice(base) + entry, isDirectory, best);
    return best;
  }

  #addName(pattern: string, verdict: Verdict, directoryOnly: boolean): void {
    if (isPlain(pattern)) return record(this.#names.at(this.#literal(pattern)), verdict, directoryOnly);
    if (pattern.length > 2 && pattern.startsWith("*.") && isPlain(pattern.slice(2))) {
      this.#suffixes ??= new LiteralIndex();
      const suffix = this.#literal(pattern.slice(2));
      this.#signs.addEnd(`.${suffix}`);
      return record(this.#suffixes.at(suffix), verdict, directoryOnly);
    }
    const glob = compileGlob(pattern, this.#options.fold);
    if (!glob) return;
    const literal = literalOf(glob);
    if (literal !== undefined) return record(this.#names.at(this.#literal(literal)), verdict, directoryOnly);
    this.#signs.addGlob(glob);
    this.#globs.push({ glob, ...verdictsOf(verdict, directoryOnly) });
  }

  #addPath(components: readonly string[], verdict: Verdict, directoryOnly: boolean): void {
    let node = this.#root;
    for (const [i, component] of components.entries()) {
      if (component.startsWith("**") && /^\*+$/.test(component)) {
        node = node.deep ??= new PathNode(true);
        if (i === components.length - 1) record((node.inside ??= { file: 0, directory: 0 }), verdict, directoryOnly);
        continue;
      }
      const child = component === "" ? undefined : this.#child(node, component);
      if (!child) return;
      node = child;
      if (i === components.length - 1) record(node, verdict, directoryOnly);
    }
  }

  /** The node that a component leads to; undefined for one that can never match. */
  #child(node: PathNode, component: string): PathNode | undefined {
    const glob = isPlain(component) ? undefined : compileGlob(component, this.#options.fold);
    const literal = glob ? literalOf(glob) : isPlain(component) ? component : undefined;
    if (literal !== undefined) {
      const literals = (node.literals ??= new Map<string, PathNode>());
      const name = this.#literal(literal);
      let child = literals.get(name);
      if (!child) literals.set(name, (child = new PathNode(false)));
      return child;
    }
    if (!glob) return undefined;
    const child = new PathNode(false);
    (node.globs ??= []).push({ glob, node: child });
    return child;
  }

  #matchSuffixes(name: string, isDirectory: boolean): Verdict {
    let best = 0;
    for (let dot = name.indexOf("."); dot >= 0 && dot + 1 < name.length; dot = name.indexOf(".", dot + 1))
      best = Math.max(best, pick(this.#suffixes?.find(name, dot + 1), isDirectory));
    return best;
  }

  #matchGlobs(name: string, isDirectory: boolean): Verdict {
    const text = this.#subject(name);
    for (let i = this.#globs.length - 1; i >= 0; i--) {
      const rule = this.#globs[i]!;
      const verdict = pick(rule, isDirectory);
      if (verdict > 0 && matchGlob(rule.glob, text)) return verdict;
    }
    return 0;
  }

  #matchNodes(name: string, isDirectory: boolean, nodes: ActiveNodes): Verdict {
    let best = 0;
    for (const node of nodes) {
      if (node.literals) best = Math.max(best, pick(node.literals.get(name), isDirectory));
      if (node.inside) best = Math.max(best, pick(node.inside, isDirectory));
      if (!node.globs) continue;
      const text = this.#subject(name);
      for (const { glob, node: child } of node.globs) {
        const found = pick(child, isDirectory);
        if (found > best && matchGlob(glob, text)) best = found;
      }
    }
    return best;
  }

  #matchPaths(path: string, isDirectory: boolean, atLeast: Verdict): Verdict {
    const text = this.#subject(path);
    for (let i = this.#paths.length - 1; i >= 0; i--) {
      const rule = this.#paths[i]!;
      const found = pick(rule, isDirectory);
      if (found > atLeast && matchPathGlob(rule.glob, text, this.#options.fold)) return found;
    }
    return atLeast;
  }

  /** A literal of a pattern as names are compared with it. */
  #literal(text: string): string {
    const name =
      this.#options.unit === "bytes" && nonAscii.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
    return this.#folded(name);
  }

  /** A name as globs are compared with it. */
  #subject(name: string): string {
    return this.#options.unit === "bytes" && nonAscii.test(name) ? Buffer.from(name, "utf8").toString("latin1") : name;
  }

  #folded(name: string): string {
    return this.#options.fold ? name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) : name;
  }
}

/** Without wildcards, classes and escapes: the pattern is the text it matches. */
function isPlain(pattern: string): boolean {
  return !special.test(pattern);
}

const special = /[*?[\\]/;
const nonAscii = /[^\0-\x7f]/;

/** The pattern of a rule that looks at names alone, at any depth; undefined for one that is tied to a directory. */
function anyDepthName(pattern: string): string | undefined {
  let name = pattern;
  while (name.startsWith("**/")) name = name.slice(3);
  return name.includes("/") || (name === "" && pattern !== "") || (name === "**" && name !== pattern)
    ? undefined
    : name;
}

/** Cuts a pattern at the slashes outside of classes and escapes. */
function splitComponents(pattern: string): string[] {
  const components: string[] = [];
  let start = 0;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    if (character === "\\") at++;
    else if (character === "/") {
      components.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  components.push(pattern.slice(start));
  return components;
}

/** Adds a node and what needs no further component: a `**` may stand for none. */
function activate(nodes: PathNode[], node: PathNode): void {
  if (nodes.includes(node)) return;
  nodes.push(node);
  if (node.deep) activate(nodes, node.deep);
}

function verdictsOf(verdict: Verdict, directoryOnly: boolean): Verdicts {
  return { file: directoryOnly ? 0 : verdict, directory: verdict };
}

function record(verdicts: Verdicts, verdict: Verdict, directoryOnly: boolean): void {
  verdicts.directory = verdict;
  if (!directoryOnly) verdicts.file = verdict;
}

function pick(verdicts: Verdicts | undefined, isDirectory: boolean): Verdict {
  return verdicts === undefined ? 0 : isDirectory ? verdicts.directory : verdicts.file;
}

glue(pick);
