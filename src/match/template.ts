/**
 * Replacement text: read once, before any file is, and rendered for each match.
 *
 * Whatever a template names must exist; nothing unknown becomes empty text or itself in silence.
 */
import { success, type Result } from "../model/result.ts";
import type { Spans } from "../model/edit.ts";
import type { ByteSink } from "../text/byte-sink.ts";
import { readTemplate, type Piece, type TemplateOptions } from "./template-reader.ts";
import { CaseWriter, underOperators, type CaseOperator } from "./case-writer.ts";

export type { TemplateOptions } from "./template-reader.ts";

/** A fixed text as it is written on lines that end in LF, and on lines that end in CRLF. */
interface FixedText {
  readonly lf: Uint8Array;
  readonly crlf: Uint8Array;
}

export interface Template {
  /** Captures beyond the whole match are used. */
  readonly needsCaptures: boolean;
  /** What is written depends on the ending of the line where the match starts. */
  readonly hasNewline: boolean;
  /** The whole text where it depends on nothing but the line ending. */
  readonly constant: FixedText | undefined;
  /** The longest fixed run, newlines as LF, with at least three characters that are not blank. */
  readonly fixedRun: string | undefined;
  /**
   * Appends the text for match `index` of `spans`, which hold captures if `needsCaptures`.
   * @param ending how newlines of the template are written; captured ones keep their bytes
   */
  render(sink: ByteSink, bytes: Uint8Array, spans: Spans, index: number, ending: "lf" | "crlf"): void;
}

/** Reads a template; a problem is `invalid_template` with the column and the way to write what was probably meant. */
export function parseTemplate(text: string, options: TemplateOptions): Result<Template> {
  const read = readTemplate(text, options);
  if (!read.ok) return read;
  const parts = read.value.map((piece) => prepare(piece, options));
  const { groupCount } = options;
  return success({
    needsCaptures: parts.some((part) => part.kind === "group" && part.number > 0),
    hasNewline: parts.some((part) => part.kind === "text" && part.lf !== part.crlf),
    constant: constantText(parts),
    fixedRun: longestFixedRun(read.value),
    render: parts.some((part) => part.kind === "case")
      ? (sink, bytes, spans, index, ending) => renderCased(parts, groupCount, sink, bytes, spans, index, ending)
      : (sink, bytes, spans, index, ending) => renderPlain(parts, groupCount, sink, bytes, spans, index, ending),
  });
}

type Part = Exclude<Piece, { kind: "text" }> | ({ readonly kind: "text" } & FixedText);

/** A newline written as LF or CRLF is one newline, unless the template is taken raw. */
function prepare(piece: Piece, { eol }: TemplateOptions): Part {
  if (piece.kind !== "text") return piece;
  const lf = encoder.encode(eol === "raw" ? piece.text : piece.text.replaceAll("\r\n", "\n"));
  if (eol === "raw" || !lf.includes(0x0a)) return { kind: "text", lf, crlf: lf };
  return { kind: "text", lf, crlf: encoder.encode(piece.text.replaceAll(/\r?\n/g, "\r\n")) };
}

const encoder = new TextEncoder();

function constantText(parts: readonly Part[]): FixedText | undefined {
  if (parts.length === 0) return { lf: nothing, crlf: nothing };
  const only = parts[0];
  return parts.length === 1 && only.kind === "text" ? only : undefined;
}

const nothing = new Uint8Array(0);

function renderPlain(
  parts: readonly Part[],
  groupCount: number,
  sink: ByteSink,
  bytes: Uint8Array,
  spans: Spans,
  index: number,
  ending: "lf" | "crlf",
): void {
  for (const part of parts) {
    if (part.kind === "text") sink.append(part[ending]);
    else if (part.kind === "group") appendGroup(sink, bytes, spans, index, part.number, groupCount);
  }
}

function renderCased(
  parts: readonly Part[],
  groupCount: number,
  sink: ByteSink,
  bytes: Uint8Array,
  spans: Spans,
  index: number,
  ending: "lf" | "crlf",
): void {
  const writer = new CaseWriter(sink);
  for (const part of parts) {
    if (part.kind === "case") writer.operator(part.operator);
    else if (part.kind === "text") writer.append(part[ending]);
    else appendGroup(writer, bytes, spans, index, part.number, groupCount);
  }
}

/** A group that took no part gives nothing. */
function appendGroup(
  sink: Pick<ByteSink, "append">,
  bytes: Uint8Array,
  spans: Spans,
  index: number,
  number: number,
  groupCount: number,
): void {
  if (number === 0) return sink.append(bytes, spans.starts[index], spans.ends[index]);
  const at = (index * groupCount + number - 1) * 2;
  const start = spans.groups![at];
  if (start >= 0) sink.append(bytes, start, spans.groups![at + 1]);
}

/** Text as it stands in the result, under its case operators, up to what a match brings along. */
function longestFixedRun(pieces: readonly Piece[]): string | undefined {
  let longest = "";
  let run = "";
  let all: CaseOperator = "E";
  let next: CaseOperator | undefined;
  /** A group may have taken the operator for the next character, or been empty. */
  let unsure = false;
  const close = (): void => {
    const text = run.replaceAll("\r\n", "\n");
    if (text.length > longest.length && text.replaceAll(/\s/g, "").length >= leastEvidence) longest = text;
    run = "";
  };
  for (const piece of pieces) {
    if (piece.kind === "group") {
      close();
      unsure = next !== undefined;
    } else if (piece.kind === "case") {
      if (piece.operator === "u" || piece.operator === "l") next = piece.operator;
      else all = piece.operator;
    } else {
      run += unsure ? [...underOperators(piece.text, all)].slice(1).join("") : underOperators(piece.text, all, next);
      next = undefined;
      unsure = false;
    }
  }
  close();
  return longest === "" ? undefined : longest;
}

/** Characters that are not blank below which a run proves nothing. */
const leastEvidence = 3;
