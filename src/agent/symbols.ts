/** Declarations by name in TypeScript, JavaScript, Rust and Java: what `replace_symbol` can point at. */
import { findNodes, parseTree, type Node } from "../match/ast/napi.ts";
import type { Language } from "../match/languages.ts";

export interface CodeSymbol {
  readonly name: string;
  /** Names of what it stands in, from the outside in. */
  readonly containers: readonly string[];
  /** 1-based. */
  readonly line: number;
  /** The whole declaration, without what exports it. */
  readonly node: Node;
}

/** Undefined for a language whose declarations are not known. */
export function findSymbols(text: string, language: Language): CodeSymbol[] | undefined {
  const kinds = declarations[language.name];
  const root = kinds && parseTree(language.parser, text);
  if (!kinds || !root) return undefined;
  const found = findNodes(root, { rule: { any: kinds.map((kind) => ({ kind })) } });
  if (typeof found === "string") throw new Error(`the grammar of ${language.name} has changed: ${found}`);
  return found.flatMap((node) => symbolOf(node, kinds));
}

/** `Name`, `Class.method` (also with `::`), each with `@line` where that does not tell it apart. */
export function matchingSymbols(selector: string, symbols: readonly CodeSymbol[]): CodeSymbol[] {
  const [, path, line] = /^(.*?)(?:@(\d+))?$/s.exec(selector.trim())!;
  const parts = path!.split(/\.|::/);
  const name = parts.at(-1);
  const containers = parts.slice(0, -1);
  return symbols.filter(
    (symbol) =>
      symbol.name === name &&
      (line === undefined || symbol.line === Number(line)) &&
      containers.every((container, at) => symbol.containers.at(at - containers.length) === container),
  );
}

export function qualifiedName({ containers, name }: CodeSymbol): string {
  return [...containers, name].join(".");
}

const javascript = [
  "function_declaration",
  "generator_function_declaration",
  "class_declaration",
  "method_definition",
  "variable_declarator",
];

const typescript = [
  ...javascript,
  "function_signature",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_declaration",
  "method_signature",
  "abstract_method_signature",
  "public_field_definition",
  "property_signature",
  "internal_module",
];

const declarations: Readonly<Record<string, readonly string[]>> = {
  javascript: [...javascript, "field_definition"],
  typescript,
  tsx: typescript,
  rust: [
    "function_item",
    "function_signature_item",
    "struct_item",
    "enum_item",
    "union_item",
    "trait_item",
    "type_item",
    "const_item",
    "static_item",
    "mod_item",
    "macro_definition",
  ],
  java: [
    "class_declaration",
    "interface_declaration",
    "enum_declaration",
    "record_declaration",
    "annotation_type_declaration",
    "method_declaration",
    "constructor_declaration",
    "field_declaration",
  ],
};

function symbolOf(node: Node, kinds: readonly string[]): CodeSymbol[] {
  const name = nameOf(node);
  const whole = node.kind() === "variable_declarator" ? wholeDeclaration(node) : node;
  if (name === undefined || !whole) return [];
  return [{ name, containers: containersOf(whole, kinds), line: whole.range().start.line + 1, node: whole }];
}

function nameOf(node: Node): string | undefined {
  const named = node.kind() === "field_declaration" ? onlyDeclarator(node)?.field("name") : node.field("name");
  return (named ?? node.field("property"))?.text();
}

function onlyDeclarator(node: Node): Node | undefined {
  const declarators = node.children().filter((child) => child.kind() === "variable_declarator");
  return declarators.length === 1 ? declarators[0] : undefined;
}

/** Of a variable: its statement, if it is the only one in it and no local of a function. */
function wholeDeclaration(declarator: Node): Node | undefined {
  const statement = declarator.parent();
  const around = statement?.parent();
  if (!statement || !around || onlyDeclarator(statement) === undefined) return undefined;
  const isGlobal =
    ["program", "export_statement"].includes(around.kind()) || around.parent()?.kind() === "internal_module";
  return isGlobal ? statement : undefined;
}

function containersOf(node: Node, kinds: readonly string[]): string[] {
  const names: string[] = [];
  for (let above = node.parent(); above; above = above.parent()) {
    const name = above.kind() === "impl_item" ? implemented(above) : kinds.includes(above.kind()) && nameOf(above);
    if (name) names.unshift(name);
  }
  return names;
}

/** The type that an `impl` is for, without its path, parameters and what else stands around its name. */
function implemented(node: Node): string | undefined {
  const type = node.field("type")?.text().split("<")[0] ?? "";
  return /[\p{L}_][\p{L}\p{N}_]*\s*$/u.exec(type)?.[0].trim();
}
