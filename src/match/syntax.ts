/**
 * The syntax guard: whether edits leave a file with more parse errors than it had.
 *
 * It judges by the grammars of the core set alone, counts ERROR and MISSING nodes, and looks at nothing else. A file that
 * was broken before passes unless it gets worse. What cannot change the parse is not parsed.
 */
import type { PackedEdits } from "../model/edit.ts";
import { LineCursor } from "../text/lines.ts";
import { findNodes, isMissing, parseTree, type NodeMatcher } from "./ast/napi.ts";
import { sourceText } from "./ast/source.ts";
import { onlyRenamesIdentifiers } from "./ast/identifiers.ts";
import { coreLanguages, type LanguageData } from "./ast/language-data.ts";
import { coreLanguageOf, extensionOf, registerLanguages } from "./languages.ts";

export interface SyntaxRegression {
  /** How many errors there were, and how many there would be. */
  readonly before: number;
  readonly after: number;
  /** Where the first new one is in the text after: 1-based, the column in bytes. */
  readonly line: number;
  readonly column: number;
  readonly excerpt?: string;
}

/**
 * `before` and `after` are the decoded texts; the offsets of the edits count in `before`. `named`: the language, where
 * the path cannot tell it.
 */
export function syntaxRegression(
  path: string,
  before: Uint8Array,
  after: Uint8Array,
  edits: PackedEdits,
  named?: string,
): SyntaxRegression | undefined {
  const language = named === undefined ? guardLanguage(path) : languageNamed(named);
  if (language === undefined || edits.count === 0 || onlyRenamesIdentifiers(language.name, before, after, edits))
    return undefined;
  const now = errorStarts(language, after);
  if (now === undefined || now.length === 0) return undefined;
  const then = errorStarts(language, before);
  if (then === undefined || now.length <= then.length) return undefined;
  const place = new LineCursor(after).seek(firstNew(then, now, edits));
  const { line, column, excerpt } = place;
  return { before: then.length, after: now.length, line, column, ...(excerpt !== undefined && { excerpt }) };
}

/** The language by whose grammar a file is judged; undefined for files that are not. */
function guardLanguage(path: string): LanguageData | undefined {
  const language = coreLanguageOf(path);
  return language?.dialects?.includes(extensionOf(path)!) ? undefined : language;
}

/** Of the core set. */
function languageNamed(name: string): LanguageData | undefined {
  return coreLanguages.find((language) => language.name === name);
}

/** How many ERROR and MISSING nodes a text has in this language; undefined when it cannot be parsed at all. */
export function errorCount(language: LanguageData, bytes: Uint8Array): number | undefined {
  return errorStarts(language, bytes)?.length;
}

/** The parser writes a token that it misses as a leaf without text. */
const faults: NodeMatcher = {
  rule: { any: [{ kind: "ERROR" }, { all: [{ not: { has: { all: [] } } }, { regex: "^$" }] }] },
};

/** Go takes the end of a file for that of its last declaration where no line ending stands there. */
const endOfFile = "";

function errorStarts(language: LanguageData, bytes: Uint8Array): readonly number[] | undefined {
  registerLanguages();
  const source = sourceText(bytes);
  const root = parseTree(language.parser, source.text);
  const found = root === undefined ? undefined : findNodes(root, faults);
  if (found === undefined || typeof found === "string") return undefined;
  return found
    .filter((node) => node.kind() === "ERROR" || (source.text !== "" && isMissing(node) && node.kind() !== endOfFile))
    .map((node) => source.byteAt(node.range().start.index))
    .toSorted((a, b) => a - b);
}

/** Before the first edit an old error may have come to lie elsewhere: what is new from there on is told first. */
function firstNew(before: readonly number[], after: readonly number[], edits: PackedEdits): number {
  const fresh = newOnes(before, after, edits);
  return fresh.find((offset) => offset >= edits.starts[0]!) ?? fresh[0] ?? after.at(-1)!;
}

function newOnes(before: readonly number[], after: readonly number[], edits: PackedEdits): readonly number[] {
  const known = new Map<number, number>();
  for (const offset of moved(before, edits)) known.set(offset, (known.get(offset) ?? 0) + 1);
  return after.filter((offset) => {
    const count = known.get(offset) ?? 0;
    known.set(offset, count - 1);
    return count <= 0;
  });
}

/** Ascending offsets of the text before, as they are after the edits. */
function moved(offsets: readonly number[], edits: PackedEdits): readonly number[] {
  let edit = 0;
  let delta = 0;
  return offsets.map((offset) => {
    for (; edit < edits.count && edits.ends[edit]! <= offset; edit++) {
      const inserted = edits.insertedEnds[edit]! - (edit === 0 ? 0 : edits.insertedEnds[edit - 1]!);
      delta += inserted - (edits.ends[edit]! - edits.starts[edit]!);
    }
    return offset + delta;
  });
}
