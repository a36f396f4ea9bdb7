/**
 * What kind of code a piece of a file is, as the file's parser sees it: an identifier, text in a string or comment, or
 * anything else. Works for every grammar by the names of its nodes.
 */
import { parseTree, type Node } from "../ast/napi.ts";
import { sourceText, type SourceText } from "../ast/source.ts";
import type { Language } from "../languages.ts";
import type { Occurrences } from "./occurrences.ts";

export const code = 0;
export const identifier = 1;
export const text = 2;
/** In the body of a macro, which the grammar of C leaves as it is; an identifier for all that can be told. */
export const macro = 3;

/** The kind of each occurrence; undefined where the file cannot be parsed at all. */
export function kindsOf(bytes: Uint8Array, language: Language, found: Occurrences): Uint8Array | undefined {
  const source = sourceText(bytes);
  const root = parseTree(language.parser, source.text);
  if (!root) return undefined;
  const kinds = new Uint8Array(found.count);
  const stack: Visit[] = [{ node: root, from: 0, to: found.count, inText: false }];
  for (let visit = stack.pop(); visit; visit = stack.pop()) descend(visit, stack, source, found, kinds);
  return kinds;
}

/** A node and the occurrences `[from, to)` inside it. */
interface Visit {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
  /** Some node around it is a string or a comment. */
  readonly inText: boolean;
}

function descend(visit: Visit, stack: Visit[], source: SourceText, found: Occurrences, kinds: Uint8Array): void {
  const { node, from, to } = visit;
  const inText = isText(String(node.kind()), visit.inText);
  const children = node.children();
  if (children.length === 0) {
    for (let i = from; i < to; i++) kinds[i] = leafKind(node, inText, source, found.starts[i]!);
    return;
  }
  let next = from;
  for (const child of children) {
    if (next === to) return;
    const range = child.range();
    const end = source.byteAt(range.end.index);
    if (end <= found.starts[next]!) continue;
    const start = source.byteAt(range.start.index);
    for (; next < to && found.starts[next]! < start; next++) kinds[next] = inText ? text : code;
    const first = next;
    while (next < to && found.starts[next]! < end && found.ends[next]! <= end) next++;
    if (next > first) stack.push({ node: child, from: first, to: next, inText });
    for (; next < to && found.starts[next]! < end; next++) kinds[next] = inText ? text : code;
  }
  for (; next < to; next++) kinds[next] = inText ? text : code;
}

function isText(kind: string, around: boolean): boolean {
  if (textKinds.test(kind)) return true;
  return around && !codeKinds.test(kind);
}

const textKinds =
  /comment|string(?!_scalar)|(?:char|character|rune)_literal|heredoc_body|quote_scalar|block_scalar|template_literal|regex|^(?:jsx_)?text$|^raw_text$|^(?:quoted_)?attribute_value$/;

/** Code inside a string: `${name}`, `$(name)`, `#{name}`. */
const codeKinds = /interpolat|substitution|expansion|^template_type$|^variable_name$/;

function leafKind(node: Node, inText: boolean, source: SourceText, at: number): number {
  if (inText) return text;
  if (node.kind() === "preproc_arg") return kindInMacro(source.bytes, source.byteAt(node.range().start.index), at);
  return node.isNamed() ? identifier : code;
}

/** Tells the quotes and comments in a macro's body apart. */
function kindInMacro(bytes: Uint8Array, start: number, at: number): number {
  let open = "";
  for (let i = start; i < at; i++) {
    const pair = String.fromCharCode(bytes[i]!, bytes[i + 1] ?? 0);
    if (open === "") {
      if (pair[0] === '"' || pair[0] === "'") open = pair[0];
      else if (pair === "//") return text;
      else if (pair === "/*") open = "*/";
    } else if (open === "*/" ? pair === open : pair[0] === open) open = "";
    else if (pair[0] === "\\" && open !== "*/") i++;
  }
  return open === "" ? macro : text;
}
