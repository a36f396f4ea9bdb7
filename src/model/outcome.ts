/** What came of one file. Plain data: it is made in a worker and read by the reducer. */
import type { PackedEdits } from "./edit.ts";
import type { ShownPath } from "./path.ts";
import type { Problem } from "./problem.ts";

/** So many paths of a kind of skip are listed; the others are only counted. */
export const mostSkippedPaths = 5;

export type SkipReason = "binary" | "too_large" | "encoding" | "name_not_utf8" | "special" | "unreadable" | "budget";

/** How a file's bytes are written: `utf-8`, `utf-8-bom`, `utf-16le`, `utf-16be`, or the name given by the encoding option. */
export type EncodingName = string;

/** The line endings of a file; `none` where it has no line ending at all. */
export type EndOfLine = "lf" | "crlf" | "mixed" | "none";

export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly path?: ShownPath;
}

/** An overlapping edit that was not made. */
export interface DroppedEdit {
  readonly path: ShownPath;
  readonly line: number;
  readonly rule?: string;
  readonly reason: string;
}

export type Severity = "hint" | "info" | "warning" | "error" | "off";

/** What a rule says of its matches. */
export interface RuleNote {
  readonly severity: Severity;
  /** Empty where it says nothing. */
  readonly message: string;
}

/** A match of a rule that only finds. */
export interface Finding {
  readonly path: ShownPath;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes. */
  readonly column: number;
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  /** `column` counted in UTF-16 units, for SARIF and annotations; never part of a report. */
  readonly utf16Column?: number;
}

export interface SearchMatch {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in bytes, counted after a byte-order mark. */
  readonly column: number;
  /** The matched text up to its first newline, at most 200 characters. */
  readonly snippet: string;
  /** Bytes of the file as stored. */
  readonly start?: number;
  readonly end?: number;
  /**
   * The line without its ending; for a line of more than 1,024 bytes only with its first match. Where lines are listed it
   * is a lossless string.
   */
  readonly text?: string;
  readonly anchor?: string;
  readonly captures?: Readonly<Record<string, string>>;
  /** Further matches of the line, where each line is listed once; never part of a report. */
  readonly further?: number;
}

/** The edits of one file and all that apply and the reports need of them. Offsets are bytes of the file as stored. */
export interface FileChange {
  readonly edits: PackedEdits;
  /** SHA-256 of the stored bytes, lower-case hexadecimal; empty where the job did not ask for digests. */
  readonly hashBefore: string;
  readonly hashAfter: string;
  /** xxHash3 of the stored bytes, which costs next to nothing. Absent in a saved plan. */
  readonly quickHashBefore?: bigint;
  readonly quickHashAfter?: bigint;
  readonly encoding: EncodingName;
  readonly eol: EndOfLine;
  /** The unified diff of this file, from its `@@` on, when one was asked for. */
  readonly hunks?: Uint8Array;
  /** For each edit what a report lists of it, when asked for (`detail`, SARIF, annotations). */
  readonly listed?: readonly ListedEdit[];
}

export interface ListedEdit {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
  readonly before: string;
  readonly after: string;
  readonly rule?: string;
  /** `column` counted in UTF-16 units, for SARIF and annotations; never part of a report. */
  readonly utf16Column?: number;
}

interface OutcomeBase {
  readonly path: ShownPath;
  readonly warnings?: readonly Warning[];
  readonly dropped?: readonly DroppedEdit[];
  readonly findings?: readonly Finding[];
}

/** Searched; for plan and its kin without edits. A file without matches has no outcome of its own: it is only counted. */
export interface MatchedOutcome extends OutcomeBase {
  readonly kind: "matched";
  /** How many matches the file holds, listed or not. */
  readonly count: number;
  readonly matches: readonly SearchMatch[];
}

export interface ChangedOutcome extends OutcomeBase {
  readonly kind: "changed";
  readonly change: FileChange;
}

/** Nothing to change, but something to tell (findings, warnings). */
interface NotedOutcome extends OutcomeBase {
  readonly kind: "noted";
  /** There are matches, and none of them is to change. */
  readonly unchanged?: true;
}

interface SkippedOutcome extends OutcomeBase {
  readonly kind: "skipped";
  readonly reason: SkipReason;
}

interface FailedOutcome extends OutcomeBase {
  readonly kind: "failed";
  readonly problem: Problem;
}

export type FileOutcome = MatchedOutcome | ChangedOutcome | NotedOutcome | SkippedOutcome | FailedOutcome;
