/** The same text in other places of a program: as a statement, an expression, a member. It explains patterns that find nothing. */
import type { Language } from "../languages.ts";
import { withSigil } from "./metavariable.ts";
import { isMissing, parseTree, type Node } from "./napi.ts";

export interface Reading {
  /** "a statement", "a class member". */
  readonly label: string;
  /** The kind of node it is there. */
  readonly kind: string;
  /** What to write to have it read so. */
  readonly advice: string;
}

/** How the text would be read in each place of the language where it parses without an error, without repeats. */
export function readingsOf(language: Language, source: string): readonly Reading[] {
  const readings: Reading[] = [...closedReading(language, source), ...jsonEntryReading(language, source)];
  for (const frame of frames[language.name] ?? []) {
    const kind = kindInFrame(language, frame, source);
    if (kind === undefined || readings.some((reading) => reading.kind === kind)) continue;
    const context = frame.before + source.trim() + frame.after;
    readings.push({
      label: frame.label,
      kind,
      advice: `a rule with \`pattern: { context: ${JSON.stringify(context)}, selector: ${kind} }\` matches it so`,
    });
  }
  return readings;
}

/** What a semicolon behind the text makes of it, where that is more than a statement around the same node. */
function closedReading(language: Language, source: string): readonly Reading[] {
  const text = withSigil(source.trim(), language.expando);
  const open = parseTree(language.parser, text);
  const closed = parseTree(language.parser, `${text};`);
  const statement = closed?.children()[0];
  if (open === undefined || statement === undefined || closed!.children().length !== 1 || hasError(statement))
    return [];
  const inner = nodeAt(closed!, 0, text.length)?.kind();
  const kind = statement.kind();
  if (inner === undefined || kind === inner || nodeAt(open, 0, text.length)?.kind() === inner) return [];
  return [{ label: "a statement", kind, advice: `write \`${source.trim()};\`` }];
}

const jsonEntry = /^\s*("(?:[^"\\]|\\.)*")\s*:\s*(\$[A-Z_][A-Z0-9_]*)\s*$/;

/** JSON has no place for a variable but within quotes, where it stands for text alone: an entry with any value needs a rule. */
function jsonEntryReading(language: Language, source: string): readonly Reading[] {
  const [, key, value] = (language.name === "json" && jsonEntry.exec(source)) || [];
  if (key === undefined) return [];
  const parts = `{ has: { field: key, pattern: ${JSON.stringify(key)} } }, { has: { field: value, pattern: ${value} } }`;
  return [
    {
      label: "an entry of an object",
      kind: "pair",
      advice: `a rule with \`rule: { kind: pair, all: [${parts}] }\` matches it so`,
    },
  ];
}

interface Frame {
  readonly label: string;
  readonly before: string;
  readonly after: string;
}

const scriptFrames: readonly Frame[] = [
  { label: "an expression", before: "(", after: ")" },
  { label: "a statement", before: "function f() { ", after: " }" },
  { label: "an entry of an object", before: "({ ", after: " })" },
  { label: "a class member", before: "class A { ", after: " }" },
];

const typescriptFrames: readonly Frame[] = [
  ...scriptFrames,
  { label: "a parameter", before: "function f(", after: ") {}" },
  { label: "a member of a type", before: "interface A { ", after: " }" },
  { label: "a type", before: "type T = ", after: ";" },
];

const frames: Readonly<Record<string, readonly Frame[]>> = {
  javascript: scriptFrames,
  typescript: typescriptFrames,
  tsx: typescriptFrames,
  c: [
    { label: "an expression", before: "int f() { return ", after: "; }" },
    { label: "a statement", before: "int f() { ", after: "; }" },
    { label: "a member", before: "struct s { ", after: " };" },
  ],
  go: [
    { label: "a statement", before: "func f() { ", after: " }" },
    { label: "an expression", before: "var v = ", after: "" },
    { label: "a type", before: "type t ", after: "" },
  ],
  java: [
    { label: "an expression", before: "class A { Object o = ", after: "; }" },
    { label: "a statement", before: "class A { void f() { ", after: " } }" },
    { label: "a class member", before: "class A { ", after: " }" },
  ],
  python: [
    { label: "a statement", before: "def f():\n  ", after: "\n" },
    { label: "an expression", before: "x = (", after: ")" },
    { label: "an argument", before: "f(", after: ")" },
  ],
  rust: [
    { label: "an expression", before: "fn f() { let v = ", after: "; }" },
    { label: "a statement", before: "fn f() { ", after: " }" },
    { label: "an item of an impl", before: "impl T { ", after: " }" },
    { label: "a type", before: "type T = ", after: ";" },
  ],
  css: [
    { label: "a declaration", before: "a { ", after: " }" },
    { label: "a rule", before: "", after: " { }" },
  ],
  json: [{ label: "an entry of an object", before: "{ ", after: " }" }],
  html: [{ label: "an attribute", before: "<a ", after: "></a>" }],
};

function kindInFrame(language: Language, frame: Frame, source: string): string | undefined {
  const text = withSigil(source.trim(), language.expando);
  const root = parseTree(language.parser, frame.before + text + frame.after);
  if (root === undefined) return undefined;
  const start = frame.before.length;
  const covering = nodeAt(root, start, start + text.length);
  return covering === undefined || hasError(covering) ? undefined : covering.kind();
}

/** The innermost branch of the outermost node with exactly this range. */
function nodeAt(root: Node, start: number, end: number): Node | undefined {
  let node: Node | undefined = root;
  while (node !== undefined) {
    const range = node.range();
    if (range.start.index === start && range.end.index === end) break;
    node = node.children().find((child) => child.range().start.index <= start && child.range().end.index >= end);
  }
  while (node !== undefined) {
    const children: readonly Node[] = node.children().filter((child) => !isMissing(child));
    if (children.length !== 1) break;
    node = children[0];
  }
  return node?.isNamed() ? node : undefined;
}

function hasError(node: Node): boolean {
  const waiting = [node];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (part.kind() === "ERROR" || isMissing(part)) return true;
    waiting.push(...part.children());
  }
  return false;
}
