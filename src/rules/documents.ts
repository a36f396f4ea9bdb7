/**
 * YAML text to documents whose values know where they stand. Reads text, not files; duplicate keys and syntax errors are
 * told with their place.
 */
import type { Document } from "yaml";
import { comparePaths } from "../model/path-order.ts";
import { problem, type Problem } from "../model/problem.ts";
import type { RuleSource } from "../model/spec.ts";
import type { Mistake } from "../schema/rule-check.ts";
import { type Place, offsetOf, placeOf, yaml } from "../schema/yaml.ts";

export interface RuleDocumentText {
  readonly value: unknown;
  /** Where a value (or the key that leads to it) stands; where it is missing, what should hold it. */
  place(at: readonly (string | number)[], key?: boolean): Place;
}

/** A mistake with its place in a file. */
export interface PlacedMistake extends Place {
  readonly path: string;
  readonly message: string;
  readonly suggestion?: string;
}

export interface Documents {
  /** Those that say something and have no syntax error. */
  readonly documents: readonly RuleDocumentText[];
  /** The syntax errors of the others. */
  readonly mistakes: readonly PlacedMistake[];
}

const parsedSources = new WeakMap<RuleSource, Documents>();

/** The documents of a rule file, parsed once however many ask: the rules, the defaults and the configuration are read apart. */
export function documentsOf(source: RuleSource): Documents {
  const known = parsedSources.get(source);
  if (known) return known;
  const read = source.values ? readBefore(source.values) : readDocuments(source.text, source.path);
  parsedSources.set(source, read);
  return read;
}

/** The source with what its documents say, for other threads: there nothing is read again, and no mistake is left to tell. */
export function withValues(source: RuleSource): RuleSource {
  const read = documentsOf(source);
  if (read.mistakes.length > 0) return source;
  const valued = { ...source, values: read.documents.map(({ value }) => value) };
  parsedSources.set(valued, read);
  return valued;
}

function readBefore(values: readonly unknown[]): Documents {
  return { documents: values.map((value) => ({ value, place: () => ({ line: 1, column: 1 }) })), mistakes: [] };
}

export function readDocuments(text: string, path: string): Documents {
  const lines = new (yaml().LineCounter)();
  const parsed = yaml().parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: true,
    prettyErrors: false,
    merge: true,
    stringKeys: true,
  });
  const all = Array.isArray(parsed) ? parsed : [];
  const placeAt = (offset: number) => placeOf(text, lines, offset);
  const mistakes: PlacedMistake[] = [];
  const documents: RuleDocumentText[] = [];
  for (const document of all) {
    for (const error of document.errors)
      mistakes.push({ path, ...placeAt(error.pos[0]), message: error.message.split("\n")[0]! });
    if (document.errors.length > 0 || document.contents === null) continue;
    const value = valueOf(document);
    if (value instanceof Error) mistakes.push({ path, ...placeAt(0), message: value.message });
    else if (value !== null)
      documents.push({ value, place: (at, key = false) => placeAt(offsetOf(document, at, key)) });
  }
  return { documents, mistakes };
}

/** Aliases that multiply beyond measure are an error of the package; one inside what it stands for, one of ours. */
function valueOf(document: Document.Parsed): unknown {
  try {
    const value: unknown = document.toJS();
    if (holdsItself(value, new Set(), new Set())) return new Error("an alias stands for what it is a part of");
    return isMapping(value) ? { ...value, ...labelsAsWritten(document, value) } : value;
  } catch (error) {
    return error;
  }
}

/** What YAML takes for numbers in the place of a name or a message, as `id: 404`. */
function labelsAsWritten(document: Document.Parsed, value: Readonly<Record<string, unknown>>): Record<string, string> {
  const odd = labels.filter((key) => typeof value[key] === "number" || typeof value[key] === "boolean");
  return Object.fromEntries(
    odd.map((key) => {
      const node = document.get(key, true);
      return [key, (yaml().isScalar(node) && node.source) || String(value[key])];
    }),
  );
}

const labels = ["id", "message", "note", "url"];

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function holdsItself(value: unknown, above: Set<unknown>, sound: Set<unknown>): boolean {
  if (typeof value !== "object" || value === null || sound.has(value)) return false;
  if (above.has(value)) return true;
  above.add(value);
  if (Object.values(value).some((part) => holdsItself(part, above, sound))) return true;
  above.delete(value);
  sound.add(value);
  return false;
}

export function placed(mistake: Mistake, document: RuleDocumentText, path: string): PlacedMistake {
  const { message, suggestion } = mistake;
  return {
    path,
    ...document.place(mistake.at, mistake.key === true),
    message,
    ...(suggestion !== undefined && { suggestion }),
  };
}

/** More are not listed. */
const mostMistakes = 100;

/** All mistakes as one problem, that of the first. `unbound` are variables that nothing binds: an error of its own kind when it is alone. */
export function mistakesProblem(mistakes: readonly PlacedMistake[], unbound: readonly PlacedMistake[] = []): Problem {
  const all = [...mistakes, ...unbound].toSorted(
    (a, b) => comparePaths(a.path, b.path) || a.line - b.line || a.column - b.column,
  );
  const first = all[0]!;
  const more = all.length === 1 ? "" : ` (and ${all.length - 1} more)`;
  const kind = mistakes.length === 0 ? "structural_template" : "invalid_rule";
  return problem(kind, `${first.path}:${first.line}:${first.column}: ${first.message}${more}`, {
    path: first.path,
    line: first.line,
    column: first.column,
    ...(first.suggestion !== undefined && { suggestion: first.suggestion }),
    details: { errors: all.slice(0, mostMistakes) },
  });
}
