/**
 * What a pattern and its replacement become: the one interface between the pipeline and everything that matches.
 *
 * An engine is built once per worker from a plain description, is pure, and knows nothing of files, budgets or reports.
 * It may be asked from any offset order and keeps no state between files.
 */
import type { Content } from "../model/content.ts";
import type { PackedEdits, Spans } from "../model/edit.ts";
import type { DroppedEdit, Finding, RuleNote, Warning } from "../model/outcome.ts";
import type { Problem } from "../model/problem.ts";
import type { Dismissal } from "./dismiss.ts";

/** Part of a file handed to a matcher. A piece holds whole lines, except that the last line of the file may lack its ending. */
export interface Piece {
  readonly bytes: Uint8Array;
  /** The piece is `bytes[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** The piece starts the file (after a byte-order mark), so `\A` may match at `start`. */
  readonly first: boolean;
  /** The piece ends the file, so `\z` may match at `end`. */
  readonly last: boolean;
}

/** Finds text in bytes. Built by `match/text.ts` out of a pattern; the fast routes and the plain one all answer to this. */
export interface Matcher {
  /** `line`: works on any piece of whole lines. `file`: must see the whole file as one piece. */
  readonly scope: "line" | "file";
  readonly groupCount: number;
  /** Group names with their numbers. */
  readonly groupNames: Readonly<Record<string, number>>;
  /** Tells of a whole file what `mayMatch` tells, where that takes but a look at the window's memory. */
  readonly dismisses?: Dismissal | undefined;
  /**
   * Sound prefilter: false means that no match is possible in `bytes[start, end)`, and true means nothing.
   * Costs at most one pass over the bytes.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number): boolean;
  /** All matches, leftmost-first and non-overlapping; offsets count from the start of `piece.bytes`. */
  find(piece: Piece, captures: boolean): Spans;
  /** How many `find` finds, where counting is all there is to do and takes less. */
  readonly count?: ((piece: Piece) => number) | undefined;
}

export interface SourceFile {
  /** As shown in reports; also decides the language by its extension. */
  readonly path: string;
  /** Named one by one on the command line. */
  readonly named: boolean;
  /** Standard input: it has no name to tell its language by. */
  readonly stream?: true;
}

/** What an engine found in one file without replacing: spans in `content.bytes`, and captures by name where there are any. */
export interface Found {
  readonly spans: Spans;
  /** Captured texts of match i, in the order of names; called only for matches that are listed. */
  captures?(index: number): Readonly<Record<string, string>>;
  /** Where the captures of match i are, for matches that may lie inside one another; undefined for one that took no part. */
  captureRanges?(index: number): Readonly<Record<string, ByteRange | undefined>>;
  readonly warnings?: readonly Warning[];
}

/** Bytes `[start, end)`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What an engine would change in one file. Offsets are bytes of `content.bytes`; inserted text is UTF-8 (or bytes captured from the content). */
export interface Rewrite {
  /** Without edits that change nothing. */
  readonly edits: PackedEdits;
  readonly dropped?: readonly DroppedEdit[];
  readonly findings?: readonly Finding[];
  readonly warnings?: readonly Warning[];
  /** There were matches, and none of them is to change. */
  readonly unchanged?: true;
}

/** A pattern with its replacement. A problem ends the run (with `partial`, only this file). */
export interface Engine {
  /** `line`: files of any size can be searched in pieces. `file`: the whole file must be in memory. */
  readonly scope: "line" | "file";
  /** The one language of the code that the engine speaks of: standard input has no extension that tells it. */
  readonly language?: string;
  /** Names of what the labels of edits point to: rule ids or rename variants. */
  readonly labels: readonly string[];
  /** For each label of a rule what the rule says, as it is written. */
  readonly labelNotes?: readonly RuleNote[];
  /** Labels whose edits are judged when the engine is built and may be made again: those of rename maps. */
  readonly oncePlanned?: ReadonlySet<number>;
  /** For renames: the spellings that label i stands for. */
  readonly variants?: readonly { readonly from: string; readonly to: string }[];
  /** Longest fixed runs of what is inserted, each with at least three characters that are not blank: one of them in a searched file is evidence that the rewrite was made before. */
  readonly evidence?: readonly string[];
  /** Labels of rules whose severity is `hint` or `off`: their edits do not fail a check. */
  readonly lenientLabels?: ReadonlySet<number>;
  /** What there is to say about the request itself. */
  readonly warnings?: readonly Warning[];
  /** What there is to say about the request when nothing matched in the whole run. */
  whenNothingMatches?(): readonly Warning[];
  /** False for a file this engine never looks at (another language); such a file is not searched and not counted. */
  accepts(file: SourceFile): boolean;
  /** False for a name that is left out in every directory; only rules that all speak of languages have one. */
  acceptsName?: ((name: string) => boolean) | undefined;
  /** As in `Matcher`; only an engine that accepts every file has one. */
  readonly dismisses?: Dismissal | undefined;
  /** As in `Matcher`, for bytes in UTF-8 or any other encoding in which ASCII bytes stand for themselves. */
  mayMatch(bytes: Uint8Array, start: number, end: number): boolean;
  /** The piecewise search of large files; only engines of scope `line` have one. */
  readonly matcher?: Matcher;
  find(content: Content, file: SourceFile): Found | Problem;
  /** May be a promise for scripts only. */
  rewrite(content: Content, file: SourceFile): Rewrite | Problem | Promise<Rewrite | Problem>;
  /** Whether a rewrite of `content`, the result of its own `edits`, would change nothing more, told by the lines that they touched. Absent where that does not do. */
  settles?(content: Content, edits: PackedEdits): boolean;
}

/** A problem is told from any other result by its kind. */
export function isProblem(value: object): value is Problem {
  return "kind" in value && "message" in value;
}
