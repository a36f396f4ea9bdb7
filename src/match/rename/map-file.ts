/**
 * Reads rename maps: pairs given as `OLD=NEW`, JSON objects, and lines of tab-separated names.
 *
 * - `OLD=NEW` splits at the first `=`: the new name may hold one, the old name may not.
 * - A file whose first character is `{` is one JSON object from old to new names.
 * - Any other file has one pair a line, the names separated by one tab; empty lines are skipped. A name that starts with
 *   `"` is a JSON string, so that it can hold a tab, a quote or spaces at its ends.
 */
import { problem } from "../../model/problem.ts";
import { failure, success, type Result } from "../../model/result.ts";

export type Pair = readonly [from: string, to: string];

export function parsePair(text: string): Result<Pair> {
  const at = text.indexOf("=");
  if (at >= 0) return success([text.slice(0, at), text.slice(at + 1)]);
  return invalid(`${JSON.stringify(text)} is not of the form OLD=NEW`);
}

/** `path` is the file as shown in errors. All pairs in their order, duplicates included. */
export function parseMapFile(content: string, path: string): Result<Pair[]> {
  const text = content.replace(/^\uFEFF/, "");
  return text.trimStart().startsWith("{") ? parseObject(text, path) : parseLines(text, path);
}

function parseObject(text: string, path: string): Result<Pair[]> {
  let parsed: Record<string, unknown>;
  try {
    parsed = JSON.parse(text) as Record<string, unknown>;
  } catch (error) {
    return invalid(`${path} is not valid JSON: ${(error as Error).message}`, { path });
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) return invalid(`${path} gives ${JSON.stringify(twice)} more than one new name`, { path });
  const pairs: Pair[] = [];
  for (const [from, to] of Object.entries(parsed)) {
    if (typeof to !== "string")
      return invalid(`the new name of ${JSON.stringify(from)} in ${path} is not a string`, { path });
    pairs.push([from, to]);
  }
  return success(pairs);
}

/** A key that stands twice in the outermost object, which `JSON.parse` would forget. The text is valid JSON. */
function duplicateKey(text: string): string | undefined {
  const keys = new Set<string>();
  let depth = 0;
  let isKey = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    if (token === "{" || token === "[") depth++;
    else if (token === "}" || token === "]") depth--;
    if (token === "{" || token === ",") isKey = true;
    else if (isKey && depth === 1 && token.startsWith('"')) {
      const key = JSON.parse(token) as string;
      if (keys.has(key)) return key;
      keys.add(key);
      isKey = false;
    } else isKey = false;
  }
  return undefined;
}

function parseLines(text: string, path: string): Result<Pair[]> {
  const pairs: Pair[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === "") continue;
    const names = line.split("\t").map(unquoted);
    const [from, to] = names;
    if (names.length !== 2 || from === undefined || to === undefined)
      return invalid(`line ${index + 1} of ${path} is not two names separated by one tab`, { path, line: index + 1 });
    pairs.push([from, to]);
  }
  return success(pairs);
}

function unquoted(name: string): string | undefined {
  if (!name.startsWith('"')) return name;
  try {
    return JSON.parse(name) as string;
  } catch {
    return undefined;
  }
}

function invalid(message: string, fields: { path?: string; line?: number } = {}): Result<never> {
  return failure(problem("invalid_rename_map", message, fields));
}
