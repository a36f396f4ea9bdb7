/** From a request to the description of its engine: reads what the request only names (rename maps). */
import type { Host } from "../host/host.ts";
import { parseMapFile, parsePair, type Pair } from "../match/rename/map-file.ts";
import { nearestName } from "../model/nearest.ts";
import { type Problem, problem, systemProblem } from "../model/problem.ts";
import type { Request } from "../model/request.ts";
import { failure, success, type Result } from "../model/result.ts";
import { showPath } from "../model/show-path.ts";
import type { EngineSpec, RuleSource, ScriptSpec, TextOptions } from "../model/spec.ts";
import { encodingNames, knownEncoding } from "../text/encodings.ts";
import { utf8Text } from "../text/utf8.ts";
import { absolutePath } from "../host/asked-path.ts";
import { realPath } from "./paths.ts";

export async function engineSpec(request: Request, host: Host): Promise<Result<EngineSpec>> {
  const { settings, pattern, ruleSources } = request;
  if (settings.encoding !== undefined && !knownEncoding(settings.encoding))
    return failure(unknownEncoding(settings.encoding));
  if (ruleSources) {
    const own = ruleSources.map(({ path }) => showPath(realPath(path, host), host.cwd));
    return success({ kind: "rules", sources: await sourcesWithValues(ruleSources), own });
  }
  if (request.verb === "rename") return renameSpec(request, host);
  if (pattern === undefined) return failure(problem("invalid_request", `${request.verb} needs a pattern`));
  const script = scriptSpec(request, host);
  const replacement = request.replacement === undefined ? {} : { replacement: request.replacement };
  if (settings.lang !== undefined)
    return success({
      kind: "structural",
      lang: settings.lang,
      pattern,
      ...replacement,
      strictness: settings.strictness,
      ...(script && { script }),
    });
  return success({
    kind: "text",
    pattern,
    ...replacement,
    preserveCase: settings.preserve_case,
    options: textOptions(request),
    ...(script && { script }),
  });
}

async function sourcesWithValues(sources: readonly RuleSource[]): Promise<readonly RuleSource[]> {
  const { withValues } = await import("../rules/documents.ts");
  return sources.map(withValues);
}

function textOptions({ settings }: Request): TextOptions {
  return {
    literal: settings.literal,
    ignoreCase: settings.ignore_case,
    smartCase: settings.smart_case,
    word: settings.word,
    multiline: settings.multiline,
    dotall: settings.dotall,
    eol: settings.eol,
  };
}

function scriptSpec({ settings }: Request, host: Host): ScriptSpec | undefined {
  if (settings.script === undefined) return undefined;
  return { file: absolutePath(settings.script, host), timeout: settings.script_timeout };
}

function renameSpec(request: Request, host: Host): Result<EngineSpec> {
  const { settings, pattern: from, replacement: to } = request;
  const lang = settings.lang === undefined ? {} : { lang: settings.lang };
  if (from !== undefined && to !== undefined) {
    const { word, exact, prose } = settings;
    return success({ kind: "rename", from, to, word, exact, prose, ...lang });
  }
  const pairs = renamePairs(request, host);
  return pairs.ok ? success({ kind: "rename_map", pairs: pairs.value, ...lang }) : pairs;
}

function renamePairs({ settings, paths }: Request, host: Host): Result<Pair[]> {
  const pairs: Pair[] = [];
  for (const text of settings.map ?? []) {
    const pair = parsePair(text);
    if (!pair.ok) return failure({ ...pair.problem, suggestion: `Write --map ${text}=${paths[0] ?? "NEW"}.` });
    pairs.push(pair.value);
  }
  if (settings.map_file !== undefined) {
    const read = readText(settings.map_file, host);
    if (!read.ok) return read;
    const parsed = parseMapFile(read.value, settings.map_file);
    if (!parsed.ok) return parsed;
    for (const pair of parsed.value) pairs.push(pair);
    if (pairs.length === 0)
      return failure(problem("invalid_rename_map", `${settings.map_file} holds no names`, { path: settings.map_file }));
  }
  if (pairs.length === 0) return failure(problem("invalid_request", "rename needs an old and a new name, or a map"));
  return success(pairs);
}

function readText(path: string, host: Host): Result<string> {
  try {
    return success(utf8Text(host.fs.readFile(absolutePath(path, host))));
  } catch (error) {
    return failure({ ...systemProblem("io", error, "read", path), remedies: [] });
  }
}

function unknownEncoding(name: string): Problem {
  const nearest = nearestName(name, encodingNames);
  return problem("invalid_request", `${JSON.stringify(name)} is no encoding that can be read and written`, {
    ...(nearest !== undefined && { suggestion: `Did you mean ${nearest}?` }),
  });
}
