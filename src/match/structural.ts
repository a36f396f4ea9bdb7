/**
 * Structural search and replacement: one pattern of one language, and a template over its variables.
 *
 * A file is parsed only when it holds every word of the pattern. What is not the language of the pattern, text in
 * strings and comments for one, is never looked at.
 */
import type { Content } from "../model/content.ts";
import { EditBuilder, type Spans } from "../model/edit.ts";
import type { DroppedEdit } from "../model/outcome.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import type { StructuralSpec } from "../model/spec.ts";
import type { Engine, Found, Rewrite, SourceFile } from "./engine.ts";
import { composeEdits } from "./ast/compose.ts";
import { comparedDepth } from "./ast/depth.ts";
import { parseOutline } from "./ast/describe.ts";
import { expand, type ExpansionContext } from "./ast/expand.ts";
import { Layout } from "./ast/layout.ts";
import { capture, inOrder, matchAt, type ByteRange, type StructuralMatch } from "./ast/matches.ts";
import { reportedName } from "./ast/metavariable.ts";
import { findNodes, parseTree } from "./ast/napi.ts";
import { Nesting } from "./ast/nest.ts";
import { parsedAs } from "./ast/parsed-as.ts";
import { compilePattern, type Pattern } from "./ast/pattern.ts";
import { tooDeep, tooMuchText, unparsable } from "./ast/problems.ts";
import { readingsOf } from "./ast/readings.ts";
import { canEmbed, regionsOf } from "./ast/regions.ts";
import { sourceText, type SourceText } from "./ast/source.ts";
import { fixedRun, parseTemplate, type Template } from "./ast/template.ts";
import { placeFilter, wordFilter } from "./ast/words.ts";
import { findLanguage, languageOf } from "./languages.ts";

export function structuralEngine(spec: StructuralSpec): Result<Engine> {
  const pattern = patternOf(spec);
  if (!pattern.ok) return pattern;
  if (spec.replacement === undefined) return success(engineOf(pattern.value, undefined));
  const template = parseTemplate(spec.replacement, pattern.value.variables, "the replacement", spec.pattern);
  return template.ok ? success(engineOf(pattern.value, template.value)) : template;
}

/** How a pattern is parsed, one line for each node, and what else it could be. For `--debug-pattern`. */
export function describePattern(spec: StructuralSpec): Result<string> {
  const pattern = patternOf(spec);
  if (!pattern.ok) return pattern;
  const { language, source, node } = pattern.value;
  const others = readingsOf(language, source)
    .filter((reading) => reading.kind !== node.kind())
    .map((reading) => `as ${reading.label}: ${reading.kind} (${reading.advice})\n`);
  return success(`${parseOutline(node, source)}\n${others.join("")}`);
}

function patternOf(spec: StructuralSpec): Result<Pattern> {
  const language = findLanguage(spec.lang);
  if (!language.ok) return language;
  const pattern = compilePattern(language.value, { context: spec.pattern, strictness: spec.strictness });
  if (!pattern.ok) return pattern;
  const refused = findNodes(parseTree(language.value.parser, "") ?? pattern.value.node, pattern.value.matcher);
  if (typeof refused !== "string") return pattern;
  return failure(
    problem(
      "structural_query",
      `the pattern ${JSON.stringify(spec.pattern)} is not usable: ${refused.split("\n").at(-1)}`,
    ),
  );
}

function engineOf(pattern: Pattern, template: Template | undefined): Engine {
  const evidence = template && fixedRun(template);
  const isIdentity = template?.source === pattern.source;
  return {
    scope: "file",
    language: pattern.language.name,
    labels: [],
    ...(evidence !== undefined && { evidence: [evidence] }),
    ...(!isIdentity && { whenNothingMatches: () => [parsedAs(pattern)] }),
    accepts: (file) => accepts(pattern, file),
    mayMatch: wordFilter(pattern.words),
    find: (content, file) => find(pattern, content, file),
    rewrite: (content, file) =>
      template === undefined || isIdentity
        ? { edits: new EditBuilder().build() }
        : rewrite(pattern, template, content, file),
  };
}

function accepts({ language }: Pattern, file: SourceFile): boolean {
  if (file.named) return true;
  const own = languageOf(file.path);
  return own?.name === language.name || canEmbed(own, language);
}

function find(pattern: Pattern, content: Content, file: SourceFile): Found | Problem {
  const source = sourceText(content.bytes);
  const matches = matchesIn(source, pattern, file.path);
  if (!matches.ok) return matches.problem;
  const found = inOrder(matches.value);
  return {
    spans: spansOf(found),
    captures: (index) => capturedTexts(found[index]!, pattern, source),
    captureRanges: (index) => capturedRanges(found[index]!, pattern, source),
  };
}

function spansOf(found: readonly ByteRange[]): Spans {
  const starts = Int32Array.from(found, (match) => match.start);
  const ends = Int32Array.from(found, (match) => match.end);
  return { count: found.length, starts, ends };
}

function capturedTexts(match: StructuralMatch, pattern: Pattern, source: SourceText): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, range] of Object.entries(capturedRanges(match, pattern, source)))
    texts[name] = range === undefined ? "" : Buffer.from(source.bytes.subarray(range.start, range.end)).toString();
  return texts;
}

function capturedRanges(
  match: StructuralMatch,
  pattern: Pattern,
  source: SourceText,
): Readonly<Record<string, ByteRange | undefined>> {
  const { variables } = pattern;
  const named = [...variables].map((key) => [reportedName(key, variables), capture(match, key, source)] as const);
  return Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function rewrite(pattern: Pattern, template: Template, content: Content, file: SourceFile): Rewrite | Problem {
  const source = sourceText(content.bytes);
  const matches = matchesIn(source, pattern, file.path);
  if (!matches.ok) return matches.problem;
  const layout = new Layout(content.bytes);
  const context: ExpansionContext = { source, layout, indentedStrings: pattern.language.name === "yaml" };
  const nesting = new Nesting(content.bytes);
  const outers = [];
  const dropped: DroppedEdit[] = [];
  for (const match of inOrder(matches.value)) {
    const placement = nesting.add(match, () => ({
      parts: expand(template, match, context),
      captures: () => [...pattern.variables].flatMap((key) => capture(match, key, source) ?? []),
    }));
    if (placement.kind === "outer") outers.push(placement.planned);
    else if (placement.kind === "overlap")
      dropped.push({ path: file.path, line: layout.lineAt(match.start), reason: "overlaps an outer match" });
  }
  const builder = new EditBuilder();
  for (const outer of outers) {
    const edits = composeEdits(content.bytes, outer);
    if (edits === undefined) return tooMuchText(file.path, layout.lineAt(outer.start));
    for (const edit of edits) builder.add(edit.start, edit.end, edit.text);
  }
  const edits = builder.build();
  const isUnchanged = edits.count === 0 && matches.value.length > 0;
  return { edits, ...(dropped.length > 0 && { dropped }), ...(isUnchanged && { unchanged: true }) };
}

function matchesIn(source: SourceText, pattern: Pattern, path: string): Result<readonly StructuralMatch[]> {
  const regions = regionsOf(source, languageOf(path), pattern.language);
  if (regions === undefined) return failure(unparsable(path, "html"));
  const matches: StructuralMatch[] = [];
  const isInPlace = placeFilter(pattern.words);
  for (const { start, end } of regions) {
    const root = parseTree(pattern.language.parser, source.text.slice(start, end));
    const depth = root && comparedDepth(root, pattern);
    if (depth === "nothing") continue;
    if (depth === "too deep") return failure(tooDeep(path, pattern.language.name));
    const nodes = root && findNodes(root, pattern.matcher);
    if (nodes === undefined || typeof nodes === "string") return failure(unparsable(path, pattern.language.name));
    for (const node of nodes) {
      const match = matchAt(node, source, start);
      if (isInPlace(source.bytes, match.start, match.end)) matches.push(match);
    }
  }
  return success(matches);
}
