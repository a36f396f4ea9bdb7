/**
 * Replaces a text that is quoted as it stands in the file. It must occur once unless all are meant. Newlines match
 * however they are written; everything else is exact, unless `fuzzy` was asked for and nothing was found exactly.
 */
import { isProblem } from "../match/engine.ts";
import { textEngine } from "../match/rewrite-text.ts";
import { problem, type Problem } from "../model/problem.ts";
import { failure, success, type Result } from "../model/result.ts";
import { NearMisses } from "../text/near-miss.ts";
import type { Edit } from "../schema/agent.ts";
import { looseMatches } from "./loose-match.ts";
import { endingAt, withEndings } from "./newlines.ts";
import type { EditTarget, ResolvedEdit } from "./resolved-edit.ts";

type ReplaceEdit = NonNullable<Edit["replace"]>;

interface Span {
  readonly start: number;
  readonly end: number;
}

export function replaceText(
  { old_text: wanted, new_text: replacement, all, fuzzy }: ReplaceEdit,
  index: number,
  target: EditTarget,
): Result<ResolvedEdit[]> {
  const exact = exactMatches(wanted, target);
  if (!exact.ok) return exact;
  const spans = exact.value.length === 0 && fuzzy ? looseMatches(wanted, target.content.bytes) : exact.value;
  if (spans.length === 0) return failure(notFound(wanted, index, fuzzy ?? false, target));
  const places = all ? spans : [...spans, ...overlapping(spans, target)];
  if (places.length > 1 && !all) return failure(ambiguous(places, index, target));
  return success(spans.map((span) => resolved(span, replacement, index, target)));
}

function exactMatches(wanted: string, { content, path }: EditTarget): Result<Span[]> {
  const engine = textEngine({
    kind: "text",
    pattern: wanted,
    preserveCase: false,
    options: {
      literal: true,
      ignoreCase: false,
      smartCase: false,
      word: false,
      multiline: false,
      dotall: false,
      eol: "auto",
    },
  });
  if (!engine.ok) return engine;
  const found = engine.value.find(content, { path, named: true });
  if (isProblem(found)) return failure(found);
  const { count, starts, ends } = found.spans;
  return success(Array.from({ length: count }, (_, at) => ({ start: starts[at]!, end: ends[at]! })));
}

/** A second place that shares text with the only one: `aa` in `aaa`. */
function overlapping(spans: readonly Span[], { content }: EditTarget): Span[] {
  const [only] = spans;
  if (!only || spans.length > 1) return [];
  const bytes = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength);
  const length = only.end - only.start;
  const start = bytes.subarray(0, only.end + length - 1).indexOf(bytes.subarray(only.start, only.end), only.start + 1);
  return start < 0 ? [] : [{ start, end: start + length }];
}

function resolved({ start, end }: Span, replacement: string, index: number, { lines }: EditTarget): ResolvedEdit {
  const first = lines.lineAt(start);
  const last = lines.lineAt(end - 1);
  const takesEnding = end === lines.next(last) && lines.ending(last) !== "";
  return {
    index,
    name: "replace",
    start,
    end,
    text: Buffer.from(withEndings(replacement, endingAt(lines, first))),
    first,
    last,
    inserts: false,
    keepsLine: !takesEnding || replacement.endsWith("\n"),
  };
}

/** Places listed of a text that occurs too often. */
const mostPlaces = 10;

function ambiguous(spans: readonly Span[], index: number, { path, lines }: EditTarget): Problem {
  const found = [...new Set(spans.map(({ start }) => lines.lineAt(start)))];
  const told = found.length > mostPlaces ? `${found.slice(0, mostPlaces).join(", ")} and more` : found.join(", ");
  return problem(
    "text_ambiguous",
    `edit ${index}: old_text occurs ${spans.length} times in ${path}, on ${found.length === 1 ? "line" : "lines"} ${told}`,
    {
      path,
      line: found[0]!,
      suggestion: "Quote more of the text around it, or set all to replace every one.",
      details: {
        edit: index,
        match_count: spans.length,
        rows: found.slice(0, mostPlaces).map((line) => lines.row(line)),
      },
    },
  );
}

/** Characters of a text that lines are compared with. */
const mostCompared = 200;

function notFound(wanted: string, index: number, loosely: boolean, { path, content, lines }: EditTarget): Problem {
  const quoted = wanted.split("\n").map((line) => line.trim());
  const longest = quoted.reduce((best, line) => (line.length > best.length ? line : best), "");
  const misses = new NearMisses(longest.slice(0, mostCompared));
  if (longest !== "") misses.look(path, new TextDecoder().decode(content.bytes));
  const candidates = misses.list();
  return problem("text_not_found", `edit ${index}: old_text is not in ${path}`, {
    path,
    candidates,
    suggestion: suggestionFor(candidates.length > 0, loosely),
    details: { edit: index, rows: candidates.map(({ line }) => lines.row(line)) },
  });
}

function suggestionFor(nearby: boolean, loosely: boolean): string {
  if (nearby) return "Compare it with the candidates, which are the nearest lines, and quote the text as it stands.";
  if (loosely) return "Read the file again and quote the text as it stands.";
  return "Read the file again and quote the text as it stands, or set fuzzy if only white space or quotes differ.";
}
