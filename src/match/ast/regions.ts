/** Which parts of a file are written in a language: the whole file, or the script and style blocks of a page. */
import { findLanguage, type Language } from "../languages.ts";
import { findNodes, parseTree, type Node } from "./napi.ts";
import type { SourceText } from "./source.ts";

/** UTF-16 units `[start, end)` of the file's text. */
export interface Region {
  readonly start: number;
  readonly end: number;
}

/**
 * Whether a file of the host language is looked at for code of the guest language: on the walk for what scripts and styles
 * are written in, and when it is named for the data in pages too.
 */
export function canEmbed(host: Language | undefined, guest: Language, named = false): boolean {
  if (host?.name !== "html") return false;
  return guests.has(guest.name) && (named || guest.name !== "json");
}

/**
 * The regions of a file of the language `host` to read as `language`, ascending; undefined when the page around them
 * cannot be parsed. A file of another language is read as a whole: it was named to be.
 */
export function regionsOf(
  source: SourceText,
  host: Language | undefined,
  language: Language,
): readonly Region[] | undefined {
  if (host === undefined || !canEmbed(host, language, true)) return [{ start: 0, end: source.text.length }];
  const root = parseTree(host.parser, source.text);
  if (root === undefined) return undefined;
  const blocks = findNodes(root, { rule: { any: [{ kind: "script_element" }, { kind: "style_element" }] } });
  if (typeof blocks === "string") return undefined;
  return blocks.flatMap((block) => regionOf(block, language, source.text));
}

/** What the blocks of a page can be written in. */
const guests = new Set(["javascript", "typescript", "tsx", "json", "css"]);

function regionOf(block: Node, language: Language, text: string): readonly Region[] {
  const body = block.children().find((child) => child.kind() === "raw_text");
  if (body === undefined || blockLanguage(block, text) !== language.name) return [];
  const { start, end } = body.range();
  return [{ start: start.index, end: end.index }];
}

/** What a block says it is written in, by `lang` or `type`. */
function blockLanguage(block: Node, text: string): string | undefined {
  const style = block.kind() === "style_element";
  const opening = block.children()[0];
  const range = opening?.range();
  const tag = range === undefined ? "" : text.slice(range.start.index, range.end.index);
  const lang = attribute(tag, "lang");
  if (lang !== undefined) {
    const named = findLanguage(lang);
    return named.ok ? named.value.name : undefined;
  }
  const type = attribute(tag, "type")?.toLowerCase();
  if (style) return type === undefined || type === "text/css" ? "css" : undefined;
  if (type === undefined || type === "" || type === "module") return "javascript";
  if (/json|importmap|speculationrules/.test(type)) return "json";
  if (/typescript/.test(type)) return "typescript";
  return /javascript|ecmascript|babel|jsx/.test(type) ? "javascript" : undefined;
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]*))`, "i").exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3];
}
