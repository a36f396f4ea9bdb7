/**
 * The engine of text patterns: what a matcher finds, replaced by what a template says.
 * Scripts are not its business: an engine built from a description with a script only finds.
 */
import type { Content } from "../model/content.ts";
import { EditBuilder, type PackedEdits, type Spans } from "../model/edit.ts";
import { glue } from "../model/glue.ts";
import { success, type Result } from "../model/result.ts";
import type { TextSpec } from "../model/spec.ts";
import { ByteSink } from "../text/byte-sink.ts";
import { firstEnding, LineCursor } from "../text/lines.ts";
import { fromLosslessString, toLosslessString } from "../text/lossless.ts";
import { preserveCase, usualCases } from "./case.ts";
import type { Engine, Found, Matcher } from "./engine.ts";
import { parseTemplate, type Template } from "./template.ts";
import { compileText, type Routes } from "./text.ts";
import { touchedLines } from "./touched-lines.ts";

/** Builds the engine; a problem is `invalid_regex` or `invalid_template`. */
export function textEngine(spec: TextSpec, routes?: Routes): Result<Engine> {
  const compiled = compileText(spec.pattern, spec.options, routes);
  if (!compiled.ok) return compiled;
  const matcher = compiled.value;
  if (spec.replacement === undefined) return success(engineOf(matcher, undefined, spec));
  const { groupCount, groupNames } = matcher;
  const template = parseTemplate(spec.replacement, { ...spec.options, groupCount, groupNames });
  return template.ok ? success(engineOf(matcher, template.value, spec)) : template;
}

function engineOf(matcher: Matcher, template: Template | undefined, spec: TextSpec): Engine {
  const engine: Engine = {
    scope: matcher.scope,
    labels: [],
    evidence: template ? evidenceOf(template, spec.preserveCase) : [],
    matcher,
    accepts: () => true,
    dismisses: matcher.dismisses,
    mayMatch: (bytes, start, end) => matcher.mayMatch(bytes, start, end),
    find: (content) => findIn(matcher, content),
    rewrite(content) {
      if (!template) throw new Error("an engine without a replacement cannot rewrite");
      const spans = findAll(matcher, content, template.needsCaptures);
      return { edits: editsFor(content.bytes, spans, template, spec.preserveCase) };
    },
    // What a line becomes depends on that line alone, but for the ending of an inserted newline.
    ...(template &&
      !template.hasNewline &&
      matcher.scope === "line" && {
        settles: (content, edits) => settles(matcher, template, spec.preserveCase, content, edits),
      }),
  };
  glue(engine.mayMatch, engine.find);
  return engine;
}

function settles(
  matcher: Matcher,
  template: Template,
  preservesCase: boolean,
  { bytes }: Content,
  edits: PackedEdits,
): boolean {
  for (const { start, end } of touchedLines(bytes, edits)) {
    const piece = { bytes, start, end, first: start === 0, last: end === bytes.length };
    const spans = matcher.find(piece, template.needsCaptures);
    if (spans.count > 0 && editsFor(bytes, spans, template, preservesCase).count > 0) return false;
  }
  return true;
}

/** A run with newlines may stand with either ending, one in the case of its matches in any of the usual ones. */
function evidenceOf({ fixedRun }: Template, preservesCase: boolean): readonly string[] {
  if (fixedRun === undefined) return [];
  const cased = preservesCase ? usualCases(fixedRun) : [fixedRun];
  return [...new Set(cased.flatMap((run) => [run, run.replaceAll("\n", "\r\n")]))];
}

function findAll(matcher: Matcher, { bytes }: Content, captures: boolean): Spans {
  return matcher.find({ bytes, start: 0, end: bytes.length, first: true, last: true }, captures);
}

/** Captures are found in a second pass, since most searches list none. */
function findIn(matcher: Matcher, content: Content): Found {
  const spans = findAll(matcher, content, false);
  const names = Object.entries(matcher.groupNames);
  if (names.length === 0) return { spans };
  let captured: Spans | undefined;
  return {
    spans,
    captures(index) {
      captured ??= findAll(matcher, content, true);
      const groups = captured.groups!;
      const texts: Record<string, string> = {};
      for (const [name, number] of names) {
        const at = (index * matcher.groupCount + number - 1) * 2;
        if (groups[at] >= 0) texts[name] = Buffer.from(content.bytes.subarray(groups[at], groups[at + 1])).toString();
      }
      return texts;
    },
  };
}

/** One edit for each match whose text changes. */
function editsFor(bytes: Uint8Array, spans: Spans, template: Template, preservesCase: boolean): PackedEdits {
  const { constant } = template;
  if (constant && !template.hasNewline && !preservesCase) return constantEdits(bytes, spans, constant.lf);
  const builder = new EditBuilder();
  const sink = new ByteSink();
  const endingAt = template.hasNewline ? endingsOf(bytes) : () => "lf" as const;
  for (let i = 0; i < spans.count; i++) {
    const start = spans.starts[i];
    const end = spans.ends[i];
    sink.clear();
    template.render(sink, bytes, spans, i, endingAt(start));
    const text = preservesCase ? inCaseOf(bytes.subarray(start, end), sink.view()) : sink.view();
    if (!equals(bytes, start, end, text)) builder.add(start, end, text);
  }
  return builder.build();
}

glue(constantEdits, findAll, findIn);

function constantEdits(bytes: Uint8Array, spans: Spans, text: Uint8Array): PackedEdits {
  const starts = new Int32Array(spans.count);
  const ends = new Int32Array(spans.count);
  let count = 0;
  for (let i = 0; i < spans.count; i++) {
    if (equals(bytes, spans.starts[i], spans.ends[i], text)) continue;
    starts[count] = spans.starts[i];
    ends[count++] = spans.ends[i];
  }
  const insertedEnds = new Int32Array(count);
  for (let i = 0; i < count; i++) insertedEnds[i] = (i + 1) * text.length;
  const used =
    count === spans.count ? { starts, ends } : { starts: starts.slice(0, count), ends: ends.slice(0, count) };
  return { count, ...used, inserted: repeated(text, count), insertedEnds };
}

function repeated(text: Uint8Array, count: number): Uint8Array {
  const all = new Uint8Array(text.length * count);
  if (all.length === 0) return all;
  all.set(text);
  for (let filled = text.length; filled < all.length; filled *= 2) all.copyWithin(filled, 0, all.length - filled);
  return all;
}

function equals(bytes: Uint8Array, start: number, end: number, text: Uint8Array): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text[i]) return false;
  return true;
}

/** The ending for a newline inserted at an offset: that of its line, else that of the first line, else LF. Offsets ascend. */
function endingsOf(bytes: Uint8Array): (offset: number) => "lf" | "crlf" {
  const cursor = new LineCursor(bytes);
  const first = firstEnding(bytes) ?? "lf";
  return (offset) => cursor.seek(offset).ending ?? first;
}

function inCaseOf(matched: Uint8Array, text: Uint8Array): Uint8Array {
  return fromLosslessString(preserveCase(toLosslessString(matched), toLosslessString(text)));
}
