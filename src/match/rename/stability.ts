/**
 * What becomes of a rename map when it is applied again to its own result: it settles, it is right only once, or it
 * keeps growing.
 *
 * A new name is a word of a rewriting system whose letters are the old names in it (a D0L system). Text grows without end
 * exactly when a name leads back to itself through a new name that holds more than that one name. Old names that only
 * appear where two renamed texts meet escape this view, so new names that hold more than a name are also tried out.
 */
import type { Pair } from "./map-file.ts";

export interface Probe {
  /** Indices of the pairs whose old names stand in this text, in order. */
  namesIn(text: string): number[];
  apply(text: string): string;
}

export interface Stability {
  /** A pair that grows each time the map is applied. */
  readonly growing?: Pair;
  /** Pairs whose new name the map would change again, in order. */
  readonly changing: readonly Pair[];
}

export function stabilityOf(pairs: readonly Pair[], probe: Probe): Stability {
  const names = pairs.map(([, to]) => probe.namesIn(to));
  const changing = pairs.filter((_, i) => names[i]!.some((name) => pairs[name]![0] !== pairs[name]![1]));
  const growing = growingCycle(pairs, names) ?? triedOut(pairs, names, probe);
  return growing === undefined ? { changing } : { changing, growing };
}

/** A pair on a cycle (its new name holds a name of its own component) whose new name is more than one old name. */
function growingCycle(pairs: readonly Pair[], names: readonly (readonly number[])[]): Pair | undefined {
  const component = components(names);
  return pairs.find(([, to], i) => {
    const onCycle = names[i]!.some((name) => component[name] === component[i]);
    return onCycle && !isOneName(to, names[i]!, pairs);
  });
}

function isOneName(to: string, names: readonly number[], pairs: readonly Pair[]): boolean {
  return names.length === 1 && pairs[names[0]!]![0] === to;
}

/** Strongly connected components (Tarjan 1972), without recursion. */
function components(edges: readonly (readonly number[])[]): Int32Array {
  const component = new Int32Array(edges.length).fill(-1);
  const order = new Int32Array(edges.length).fill(-1);
  const low = new Int32Array(edges.length);
  const open: number[] = [];
  let visited = 0;
  let count = 0;
  for (let root = 0; root < edges.length; root++) {
    if (order[root] !== -1) continue;
    const path = [{ node: root, next: 0 }];
    order[root] = low[root] = visited++;
    open.push(root);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const target = edges[top.node]![top.next++];
      if (target === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent) low[parent.node] = Math.min(low[parent.node]!, low[top.node]!);
        if (low[top.node] === order[top.node]) {
          for (let node = open.pop()!; ; node = open.pop()!) {
            component[node] = count;
            if (node === top.node) break;
          }
          count++;
        }
      } else if (order[target] === -1) {
        order[target] = low[target] = visited++;
        open.push(target);
        path.push({ node: target, next: 0 });
      } else if (component[target] === -1) low[top.node] = Math.min(low[top.node]!, order[target]!);
    }
  }
  return component;
}

const mostRounds = 64;
/** Characters that a new name may gain before it counts as growing. */
const mostGrowth = 4096;
/** Characters that may be tried out in all, so that huge maps stay cheap. */
const mostCharacters = 1 << 20;

function triedOut(pairs: readonly Pair[], names: readonly (readonly number[])[], probe: Probe): Pair | undefined {
  let budget = mostCharacters;
  for (const [i, pair] of pairs.entries()) {
    const [, to] = pair;
    if (names[i]!.length === 0 || isOneName(to, names[i]!, pairs)) continue;
    const seen = new Set<string>();
    let text = to;
    for (let round = 0; round < mostRounds && budget > 0 && !seen.has(text); round++) {
      seen.add(text);
      budget -= text.length;
      text = probe.apply(text);
      if (text.length > to.length + mostGrowth) return pair;
    }
  }
  return undefined;
}
