/**
 * The ignore rules that hold in one directory: those of the directory itself and of all above it, deepest first.
 * Immutable, so that a walk can come back to a directory after its children.
 */
import { glue } from "../model/glue.ts";
import { type ActiveNodes, isNegated, type RuleSet } from "./rule-set.ts";

/**
 * Whose rules they are: `git` ends at a repository's root, because a repository inside another one has its own;
 * `own` (`.ignore`, `.swathignore`) holds inside nested repositories too; `global` is the user's and weighs least.
 */
export type RuleOrigin = "git" | "own" | "global";

class Layer {
  readonly rules: RuleSet;
  readonly origin: RuleOrigin;
  /** Length of the directory the rules belong to, with its trailing slash. */
  readonly base: number;
  readonly nodes: ActiveNodes;

  constructor(rules: RuleSet, origin: RuleOrigin, base: number, nodes: ActiveNodes) {
    this.rules = rules;
    this.origin = origin;
    this.base = base;
    this.nodes = nodes;
  }

  at(nodes: ActiveNodes): Layer {
    return new Layer(this.rules, this.origin, this.base, nodes);
  }
}

export class Scope {
  static {
    glue(this.prototype.ignores, this.prototype.enter);
  }
  static readonly empty = new Scope([], false);
  readonly #layers: readonly Layer[];
  /** Upper and lower case are alike in rules that are added. */
  readonly fold: boolean;
  /** Some layer has rules that hold in certain directories only. */
  readonly #hasNodes: boolean;

  private constructor(layers: readonly Layer[], fold: boolean) {
    this.#layers = layers;
    this.fold = fold;
    this.#hasNodes = layers.some(({ nodes }) => nodes.length > 0);
  }

  /** Whether an entry of `directory` (absolute, ending in a slash) is ignored. */
  ignores(directory: string, name: string, isDirectory: boolean): boolean {
    for (let i = 0; i < this.#layers.length; i++) {
      const layer = this.#layers[i]!;
      const verdict = layer.rules.match(name, isDirectory, layer.nodes, directory, layer.base);
      if (verdict > 0) return !isNegated(verdict);
    }
    return false;
  }

  /** The scope of a sub-directory before its own rules are added. */
  enter(name: string): Scope {
    if (!this.#hasNodes) return this;
    let changed = false;
    const layers: Layer[] = [];
    for (const layer of this.#layers) {
      const nodes = layer.rules.advance(layer.nodes, name);
      if (nodes === layer.nodes) {
        layers.push(layer);
        continue;
      }
      changed = true;
      if (nodes.length > 0 || layer.rules.matchesAnywhere) layers.push(layer.at(nodes));
    }
    return changed ? new Scope(layers, this.fold) : this;
  }

  /** Adds rules of a deeper directory, which overrule all others. */
  deeper(rules: RuleSet, origin: RuleOrigin, directory: string): Scope {
    return rules.count === 0 ? this : new Scope([layerOf(rules, origin, directory), ...this.#layers], this.fold);
  }

  /** Adds rules that all others overrule. */
  weaker(rules: RuleSet, origin: RuleOrigin, directory: string): Scope {
    return rules.count === 0 ? this : new Scope([...this.#layers, layerOf(rules, origin, directory)], this.fold);
  }

  /** Drops the rules that end where another repository begins. `fold` is that repository's `core.ignoreCase`. */
  withoutRepository(fold: boolean): Scope {
    return new Scope(
      this.#layers.filter((layer) => layer.origin === "own"),
      fold,
    );
  }
}

function layerOf(rules: RuleSet, origin: RuleOrigin, directory: string): Layer {
  return new Layer(rules, origin, directory.length, rules.start());
}
