/** Random patterns as trees of the tests' own, so that the reference needs no parser; `print` gives what a user would type. */
import fc from "fast-check";

export type Tree =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "dot" }
  | { readonly kind: "class"; readonly negated: boolean; readonly members: readonly Member[] }
  | { readonly kind: "escape"; readonly letter: "d" | "D" | "w" | "W" | "s" | "S" }
  | { readonly kind: "property"; readonly name: "L" | "Lu" | "N" | "Greek"; readonly negated: boolean }
  | { readonly kind: "assert"; readonly text: "^" | "$" | "\\A" | "\\z" | "\\b" | "\\B" }
  | { readonly kind: "group"; readonly tree: Tree }
  | { readonly kind: "flags"; readonly flags: "i" | "s" | "-s" | "-i" | "U" | "-m"; readonly tree: Tree }
  | { readonly kind: "cat"; readonly trees: readonly Tree[] }
  | { readonly kind: "alt"; readonly trees: readonly Tree[] }
  | {
      readonly kind: "repeat";
      readonly tree: Tree;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
    };

type Member =
  | { readonly kind: "range"; readonly low: string; readonly high: string }
  | { readonly kind: "escape"; readonly letter: "d" | "D" | "w" | "W" | "s" | "S" };

export interface TreeChoice {
  /** Characters that patterns are made of. */
  readonly characters: readonly string[];
  /** Patterns may name newlines and say `(?s)`. */
  readonly newlines: boolean;
  /** `\pL` and the like, and case folding beyond ASCII. */
  readonly properties: boolean;
}

export function treeArbitrary(choice: TreeChoice): fc.Arbitrary<Tree> {
  const character = fc.constantFrom(...choice.characters, ...(choice.newlines ? ["\n"] : []));
  const letter = fc.constantFrom("d", "D", "w", "W", "s", "S");
  const range = fc
    .tuple(fc.constantFrom(...choice.characters), fc.constantFrom(...choice.characters))
    .map(([a, b]) => (a.codePointAt(0)! <= b.codePointAt(0)! ? { low: a, high: b } : { low: b, high: a }))
    .map((pair) => ({ kind: "range", ...pair }) as Member);
  const member = fc.oneof(
    { weight: 3, arbitrary: range },
    letter.map((each) => ({ kind: "escape", letter: each }) as Member),
  );
  const flags = choice.newlines ? ["i", "s", "-s", "-i", "U", "-m"] : ["i", "-i", "U", "-m"];
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: character.map((char) => ({ kind: "char", char }) as Tree) },
      { weight: 1, arbitrary: fc.constant({ kind: "dot" } as Tree) },
      { weight: 1, arbitrary: letter.map((each) => ({ kind: "escape", letter: each }) as Tree) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.boolean(), fc.array(member, { minLength: 1, maxLength: 3 }))
          .map(([negated, members]) => ({ kind: "class", negated, members }) as Tree),
      },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom("^", "$", "\\A", "\\z", "\\b", "\\B")
          .map((text) => ({ kind: "assert", text }) as Tree),
      },
      {
        weight: choice.properties ? 1 : 0,
        arbitrary: fc
          .tuple(fc.constantFrom("L", "Lu", "N", "Greek"), fc.boolean())
          .map(([name, negated]) => ({ kind: "property", name, negated }) as Tree),
      },
      { weight: 2, arbitrary: tie("tree").map((tree) => ({ kind: "group", tree }) as Tree) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom(...flags), tie("tree"))
          .map(([flag, tree]) => ({ kind: "flags", flags: flag, tree }) as Tree),
      },
      {
        weight: 4,
        arbitrary: fc
          .array(tie("tree"), { maxLength: 4, depthIdentifier: "t" })
          .map((trees) => ({ kind: "cat", trees }) as Tree),
      },
      {
        weight: 3,
        arbitrary: fc
          .array(tie("tree"), { minLength: 2, maxLength: 3, depthIdentifier: "t" })
          .map((trees) => ({ kind: "alt", trees }) as Tree),
      },
      {
        weight: 4,
        arbitrary: fc
          .tuple(
            tie("tree"),
            fc.constantFrom([0, Infinity], [1, Infinity], [0, 1], [2, 2], [1, 3], [0, 2], [2, Infinity], [0, 0]),
            fc.boolean(),
          )
          .map(([tree, [min, max], lazy]) => ({ kind: "repeat", tree, min, max, lazy }) as Tree),
      },
    ),
  })).tree;
}

export function print(tree: Tree): string {
  switch (tree.kind) {
    case "char":
      return quote(tree.char);
    case "dot":
      return ".";
    case "class":
      return `[${tree.negated ? "^" : ""}${tree.members.map(printMember).join("")}]`;
    case "escape":
      return `\\${tree.letter}`;
    case "property":
      return `\\${tree.negated ? "P" : "p"}{${tree.name}}`;
    case "assert":
      return tree.text;
    case "group":
      return `(${print(tree.tree)})`;
    case "flags":
      return `(?${tree.flags}:${print(tree.tree)})`;
    case "cat":
      return tree.trees.map((each) => (each.kind === "alt" ? `(?:${print(each)})` : print(each))).join("");
    case "alt":
      return tree.trees.map(print).join("|");
    case "repeat":
      return `${printAtom(tree.tree)}${count(tree.min, tree.max)}${tree.lazy ? "?" : ""}`;
  }
}

function printAtom(tree: Tree): string {
  const text = print(tree);
  return ["char", "dot", "class", "escape", "property", "group"].includes(tree.kind) ? text : `(?:${text})`;
}

function printMember(member: Member): string {
  if (member.kind === "escape") return `\\${member.letter}`;
  return member.low === member.high ? quote(member.low) : `${quote(member.low)}-${quote(member.high)}`;
}

function quote(char: string): string {
  if (char === "\n") return "\\n";
  if (char === "\0") return "\\x00";
  if (char === "\r") return "\\r";
  return /[\\^$.|?*+()[\]{}-]/.test(char) ? `\\${char}` : char;
}

function count(min: number, max: number): string {
  if (max === Infinity) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

function nullable(tree: Tree): boolean {
  switch (tree.kind) {
    case "assert":
      return true;
    case "repeat":
      return tree.min === 0 || nullable(tree.tree);
    case "group":
    case "flags":
      return nullable(tree.tree);
    case "cat":
      return tree.trees.every(nullable);
    case "alt":
      return tree.trees.some(nullable);
    default:
      return false;
  }
}

/**
 * False with a loop whose body can take nothing. What such a loop prefers differs between RE2, the older RE2 of re2-wasm and a
 * backtracking matcher; only RE2's port is asked about it.
 */
export function loopsTakeSomething(tree: Tree): boolean {
  switch (tree.kind) {
    case "repeat":
      return loopsTakeSomething(tree.tree) && !nullable(tree.tree);
    case "group":
    case "flags":
      return loopsTakeSomething(tree.tree);
    case "cat":
    case "alt":
      return tree.trees.every(loopsTakeSomething);
    default:
      return true;
  }
}
