/**
 * Engines whose replacements a script computes: the pattern finds, the script is called for each match. Building one looks
 * the script over but does not run it; only `rewrite` does, and that belongs in a worker.
 */
import type { Content } from "../model/content.ts";
import { EditBuilder } from "../model/edit.ts";
import type { Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { Script } from "../model/script.ts";
import type { ScriptSpec, StructuralSpec, TextSpec } from "../model/spec.ts";
import { isProblem, type Engine, type SourceFile } from "./engine.ts";
import { checkScript, loadScript } from "./script/load.ts";
import type { ScriptMatches } from "./script/matches.ts";
import { rewriteByScript } from "./script/rewriter.ts";

export type { Match } from "../model/script.ts";

/** A problem is one of the pattern's, or `script_parse`. */
export async function scriptEngine(
  spec: TextSpec | StructuralSpec,
  onCall?: (line: number) => void,
): Promise<Result<Engine>> {
  const { script } = spec;
  if (!script) throw new Error("a script engine needs a script");
  const inner = await finderOf(spec);
  if (!inner.ok) return inner;
  const refused = await checkScript(script);
  return refused ? failure(refused) : success(engineOf(inner.value, spec, script, onCall));
}

/** The pattern alone, which then only finds. */
async function finderOf(spec: TextSpec | StructuralSpec): Promise<Result<Engine>> {
  const { script: _, replacement: __, ...pattern } = spec;
  if (pattern.kind === "text") return (await import("./rewrite-text.ts")).textEngine(pattern);
  return (await import("./structural.ts")).structuralEngine(pattern);
}

function engineOf(
  finder: Engine,
  spec: TextSpec | StructuralSpec,
  script: ScriptSpec,
  onCall: ((line: number) => void) | undefined,
): Engine {
  const { matcher: _, ...rest } = finder;
  let loading: Promise<Result<Script>> | undefined;
  return {
    ...rest,
    scope: "file",
    evidence: [],
    async rewrite(content, file) {
      const matches = matchesOf(finder, content, file);
      if (isProblem(matches)) return matches;
      if (matches.spans.count === 0) return { edits: new EditBuilder().build() };
      loading ??= loadScript(script);
      const loaded = await loading;
      if (!loaded.ok) return loaded.problem;
      const edits = await rewriteByScript({
        script: loaded.value,
        spec: script,
        content,
        path: file.path,
        matches,
        eol: spec.kind === "text" ? spec.options.eol : "auto",
        ...(onCall && { onCall }),
      });
      if (isProblem(edits)) return edits;
      return edits.count === 0 ? { edits, unchanged: true } : { edits };
    },
  };
}

function matchesOf(finder: Engine, content: Content, file: SourceFile): ScriptMatches | Problem {
  const { matcher } = finder;
  const { bytes } = content;
  if (matcher) {
    const { groupCount, groupNames } = matcher;
    const spans = matcher.find({ bytes, start: 0, end: bytes.length, first: true, last: true }, groupCount > 0);
    return { spans, groupCount, groupNames: Object.entries(groupNames), captureRanges: undefined };
  }
  const found = finder.find(content, file);
  if (isProblem(found)) return found;
  const { spans, captureRanges } = found;
  return { spans, groupCount: 0, groupNames: [], captureRanges };
}
