/** Replaces one whole declaration, found by its name, and indents the new one as the old one was. */
import { multilineStrings } from "../match/ast/expand.ts";
import { appendIndented, Layout } from "../match/ast/layout.ts";
import { parseTree, type Node } from "../match/ast/napi.ts";
import { sourceText } from "../match/ast/source.ts";
import { languageOf, type Language } from "../match/languages.ts";
import { nearestName } from "../model/nearest.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Edit } from "../schema/agent.ts";
import { ByteSink } from "../text/byte-sink.ts";
import { endingAt, withEndings } from "./newlines.ts";
import type { EditTarget, ResolvedEdit } from "./resolved-edit.ts";
import { findSymbols, matchingSymbols, qualifiedName, type CodeSymbol } from "./symbols.ts";

type SymbolEdit = NonNullable<Edit["replace_symbol"]>;

export function replaceSymbol(
  { symbol: selector, new_body: given }: SymbolEdit,
  index: number,
  target: EditTarget,
): Result<ResolvedEdit[]> {
  const { path, content, lines } = target;
  const body = given.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();
  if (body === "") return failure(blankBody(index));
  const language = languageOf(path);
  const source = sourceText(content.bytes);
  const symbols = language && findSymbols(source.text, language);
  if (!language || !symbols) return failure(unknownLanguage(path, index));
  const [found, ...others] = matchingSymbols(selector, symbols);
  if (!found) return failure(notFound(selector, symbols, index, path));
  if (others.length > 0) return failure(ambiguous(selector, [found, ...others], index, path));
  const { first, last } = reach(found.node, body);
  const start = source.byteAt(first.range().start.index);
  const end = source.byteAt(behindSeparator(last, body).range().end.index);
  const line = lines.lineAt(start);
  const text = indented(body, new Layout(content.bytes).indentAt(start), language);
  return success([
    {
      index,
      name: "replace_symbol",
      start,
      end,
      text: Buffer.from(withEndings(text, endingAt(lines, line))),
      first: line,
      last: lines.lineAt(end - 1),
      inserts: false,
      keepsLine: false,
    },
  ]);
}

/**
 * What the new body takes the place of. An `export`, decorators, annotations and attributes stay where the body does not
 * start with its own.
 */
function reach(node: Node, body: string): { first: Node; last: Node } {
  const text = body.trimStart();
  const above = node.parent();
  const exported = above?.kind() === "export_statement" && /^(?:@|export\b)/.test(text) ? above : undefined;
  if (/^(?:@|#!?\[)/.test(text)) return { first: firstMark(exported ?? node), last: exported ?? node };
  return exported ? { first: exported, last: exported } : { first: behindMarks(node), last: node };
}

/** What separates members is no part of them; one that the body brings takes its place. */
function behindSeparator(last: Node, body: string): Node {
  const next = last.next();
  return next && [";", ","].includes(next.kind()) && body.endsWith(next.kind()) ? next : last;
}

const marks = new Set(["decorator", "attribute_item", "annotation", "marker_annotation"]);

/** The first of the decorators or attributes that stand before a declaration as its siblings. */
function firstMark(node: Node): Node {
  let first = node;
  for (let before = node.prev(); before && marks.has(before.kind()); before = before.prev()) first = before;
  return first;
}

/** The first part of a declaration that is no decorator or annotation. */
function behindMarks(node: Node): Node {
  const children = node.children();
  const at = children.findIndex((child) => !marks.has(child.kind()));
  const first = children[at];
  if (first?.kind() !== "modifiers") return at > 0 ? first! : node;
  return first.children().find((child) => !marks.has(child.kind())) ?? children[at + 1] ?? node;
}

/** Lines of the body keep their distance to its first line, or to its closing bracket where the first was cut from its indentation. */
function indented(body: string, target: Uint8Array, language: Language): string {
  const plain = body.replaceAll("\r\n", "\n");
  const own = /^[ \t]*/.exec(plain)![0];
  const closing = /\n([ \t]*)[}\])][^\n]*$/.exec(plain)?.[1];
  const base = Buffer.from(own === "" ? (closing ?? "") : own);
  const { bytes, text, byteAt } = sourceText(Buffer.from(plain.slice(own.length)));
  const root = parseTree(language.parser, text);
  const fixed = (root ? multilineStrings(root) : []).map(
    (leaf) => [byteAt(leaf.range().start.index), byteAt(leaf.range().end.index)] as const,
  );
  const sink = new ByteSink(bytes.length * 2);
  appendIndented((part) => sink.append(part), { bytes, base, fixed }, target);
  return Buffer.from(sink.take()).toString("utf8");
}

function blankBody(index: number): Problem {
  return problem("invalid_request", `edit ${index}: new_body is blank`, {
    suggestion: "Give the whole declaration; to delete it, use replace_lines.",
    details: { edit: index },
  });
}

function unknownLanguage(path: string, index: number): Problem {
  return problem(
    "unknown_language",
    `edit ${index}: replace_symbol knows TypeScript, JavaScript, Rust and Java, and ${path} is none of them`,
    { path, suggestion: "Use replace_lines with anchors instead.", details: { edit: index } },
  );
}

/** Symbols listed in an error. */
const mostListed = 20;

function notFound(selector: string, symbols: readonly CodeSymbol[], index: number, path: string): Problem {
  const names = [...new Set(symbols.flatMap((symbol) => [symbol.name, qualifiedName(symbol)]))];
  const near = nearestName(selector.replace(/@\d+$/, ""), names);
  const known = [...new Set(symbols.map(qualifiedName))];
  const meant = matchingSymbols(selector.replace(/@\d+$/, ""), symbols);
  const elsewhere =
    known.length > 0 ? "The symbols of the file are listed in the details." : "Use replace_lines with anchors instead.";
  const at = meant.length > 0 ? `It starts at line ${meant.map(({ line }) => line).join(", ")}.` : undefined;
  return problem("symbol_not_found", `edit ${index}: ${path} declares no ${selector}`, {
    path,
    suggestion: at ?? (near ? `Did you mean ${near}?` : elsewhere),
    details: { edit: index, symbols: known.slice(0, mostListed) },
  });
}

function ambiguous(selector: string, found: readonly CodeSymbol[], index: number, path: string): Problem {
  const choices = found.slice(0, mostListed).map((symbol) => `${qualifiedName(symbol)}@${symbol.line}`);
  return problem("text_ambiguous", `edit ${index}: ${path} declares ${selector} ${found.length} times`, {
    path,
    line: found[0]!.line,
    suggestion: `Say which: ${choices.slice(0, 5).join(", ")}.`,
    details: { edit: index, match_count: found.length, symbols: choices },
  });
}
