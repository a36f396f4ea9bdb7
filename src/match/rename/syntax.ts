/**
 * What kind of code a piece of a file is, as the file's parser sees it: an identifier, text in a string or comment, or
 * anything else. Works for every grammar by the names of its nodes.
 */
import { parseTree, type Node } from "../ast/napi.ts";
import { regionsOf } from "../ast/regions.ts";
import { sourceText } from "../ast/source.ts";
import { languageOf, type Language } from "../languages.ts";
import type { Occurrences } from "./occurrences.ts";

export const code = 0;
export const identifier = 1;
export const text = 2;
/** In the body of a macro, which the grammar of C leaves as it is; an identifier for all that can be told. */
export const macro = 3;

/**
 * The kind of each occurrence; `elsewhere` for those outside the parts of the file that are written in one of the
 * languages (a page may hold scripts). Undefined where the file cannot be parsed at all.
 */
export function kindsOf(
  { bytes, path, languages }: { bytes: Uint8Array; path: string; languages: readonly Language[] },
  found: Occurrences,
  elsewhere: number,
): Uint8Array | undefined {
  const source = sourceText(bytes);
  const kinds = new Uint8Array(found.count).fill(elsewhere);
  for (const language of languages) {
    const regions = regionsOf(source, languageOf(path), language);
    if (!regions) return undefined;
    let next = 0;
    for (const { start, end } of regions) {
      const root = parseTree(language.parser, source.text.slice(start, end));
      if (!root) return undefined;
      while (next < found.count && found.starts[next]! < source.byteAt(start)) next++;
      const from = next;
      while (next < found.count && found.ends[next]! <= source.byteAt(end)) next++;
      const stack: Visit[] = [{ node: root, from, to: next, inText: false }];
      const byteOf = (unit: number): number => source.byteAt(start + unit);
      for (let visit = stack.pop(); visit; visit = stack.pop()) descend(visit, stack, { bytes, byteOf }, found, kinds);
    }
  }
  return kinds;
}

/** A parsed part of a file. */
interface Parsed {
  readonly bytes: Uint8Array;
  /** From the parser's offsets to those of the file. */
  byteOf(unit: number): number;
}

/** A node and the occurrences `[from, to)` inside it. */
interface Visit {
  readonly node: Node;
  readonly from: number;
  readonly to: number;
  /** Some node around it is a string or a comment. */
  readonly inText: boolean;
}

function descend(visit: Visit, stack: Visit[], parsed: Parsed, found: Occurrences, kinds: Uint8Array): void {
  const { node, from, to } = visit;
  const inText = isText(String(node.kind()), visit.inText);
  const children = node.children();
  if (children.length === 0) {
    for (let i = from; i < to; i++) kinds[i] = leafKind(node, inText, parsed, found.starts[i]!);
    return;
  }
  const between = inText ? text : code;
  let next = from;
  for (const child of children) {
    if (next === to) return;
    const range = child.range();
    const end = parsed.byteOf(range.end.index);
    if (end <= found.starts[next]!) continue;
    const start = parsed.byteOf(range.start.index);
    for (; next < to && found.starts[next]! < start; next++) kinds[next] = between;
    const first = next;
    while (next < to && found.ends[next]! <= end) next++;
    if (next > first) stack.push({ node: child, from: first, to: next, inText });
    for (; next < to && found.starts[next]! < end; next++) kinds[next] = between;
  }
  for (; next < to; next++) kinds[next] = between;
}

function isText(kind: string, around: boolean): boolean {
  if (textKinds.test(kind)) return true;
  return around && !codeKinds.test(kind);
}

const textKinds =
  /comment|string(?!_scalar)|(?:char|character|rune)_literal|heredoc_body|quote_scalar|block_scalar|template_literal|regex|^(?:jsx_)?text$|^raw_text$|^(?:quoted_)?attribute_value$/;

/** Code inside a string: `${name}`, `$(name)`, `#{name}`. */
const codeKinds = /interpolat|substitution|expansion|^template_type$|^variable_name$/;

function leafKind(node: Node, inText: boolean, parsed: Parsed, at: number): number {
  if (inText) return text;
  if (node.kind() === "preproc_arg") return kindInMacro(parsed.bytes, parsed.byteOf(node.range().start.index), at);
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
